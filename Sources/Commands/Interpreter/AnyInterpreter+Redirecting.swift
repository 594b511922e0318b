import Core
import TodoShellSystem

extension AnyInterpreter {
  /// Runs a command, and passes its output on as plain text, even if it fails after printing something.
  ///
  /// - Throws: The error of the command, or of the redirection; then the output is printed, so that it is not lost.
  func redirect(to redirection: Redirection, _ body: () throws -> Void) throws {
    if case .file(let file) = redirection.target { try checkReplacing(file) }
    console.output.startRecording(isSilent: true)
    var failure: (any Error)?
    do { try body() } catch { failure = error }
    let lines = console.output.endRecording()
    if failure == nil || !lines.isEmpty {
      do { try pass(lines.map { $0 + "\n" }.joined(), to: redirection.target) } catch {
        lines.forEach { console.print($0) }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func pass(_ text: String, to target: Redirection.Target) throws(Diagnostic) {
    switch target {
    case .file(let file):
      do {
        try AtomicFile.replace(file.value, with: text.utf8, newMode: 0o666)
      } catch {
        throw file.diagnostic(error.description, hint: error.hintForWriting)
      }
    case .program(let command):
      do { try frontEnd.host?.pipe(text, through: command.text) } catch {
        throw command.diagnostic(error.message, hint: error.hint)
      }
    }
  }

  private func checkReplacing(_ file: Located<String>) throws(Diagnostic) {
    let path = file.value
    try checkThatNotInUse(file)
    try file.checkThatFileCanBeReplaced()
    do { guard try SessionFormat.isSession(at: path) else { return } } catch {
      throw file.diagnostic(error.description)
    }
    throw file.diagnostic("'\(path)' is a session file", hint: "write the output to another file")
  }

  /// Checks that a file is neither a running script nor the transcript.
  package func checkThatNotInUse(_ file: Located<String>) throws(Diagnostic) {
    try checkThatNotRunning(file)
    guard let transcript = console.transcript, let identity = FileIdentity(path: file.value),
      FileIdentity(path: transcript.path) == identity
    else { return }
    throw file.diagnostic("'\(file.value)' is the transcript", hint: "write the output to another file")
  }

  /// Checks that a file is not one of the running scripts.
  func checkThatNotRunning(
    _ file: Located<String>,
    hint: String = "write the output to another file"
  ) throws(Diagnostic) {
    guard let identity = FileIdentity(path: file.value), console.inputs.contains(identity) else { return }
    throw file.diagnostic("'\(file.value)' is a running script", hint: hint)
  }

  /// Ends the transcript.
  func stopTranscript() throws {
    guard console.transcript != nil else { throw CommandFailure("no transcript is being written") }
    console.flushTranscript()
    console.transcript = nil
  }

  /// Copies all input and output to a file from now on.
  ///
  /// - Parameter continues: Whether to append to an existing file, which is an error otherwise.
  func startTranscript(in file: Located<String>, continues: Bool) throws {
    let path = file.value
    do {
      // A session file with a transcript appended could no longer be loaded.
      if continues, AtomicFile.canReplace(path), let contents = try AtomicFile.read(path),
        SessionFormat.isSession(contents)
      {
        throw file.diagnostic("'\(path)' is a session file", hint: "write the transcript to another file")
      }
      try checkThatNotRunning(file)
      let transcript = try Transcript(path, continues: continues)
      console.flushTranscript()
      console.transcript = transcript
    } catch let error as SystemError where error.code == EEXIST {
      throw file.diagnostic(
        "'\(path)' already exists",
        hint: "use 'record --text --append \(path)' to append to it, or choose another name"
      )
    } catch let error as SystemError {
      throw file.diagnostic(error.description)
    }
  }
}

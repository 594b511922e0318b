import Core

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
}

import Core

extension Interpreter {
  /// Runs a command, and passes its output on as plain text.
  ///
  /// - Throws: An error of the command, whose output is then printed, or of the redirection.
  func redirect(to redirection: Redirection, _ body: () throws -> Void) throws {
    if case .file(let file) = redirection.target { try checkReplacing(file) }
    console.output.startRecording(isSilent: true)
    do {
      try body()
    } catch {
      console.output.endRecording().forEach(console.print)
      throw error
    }
    let text = console.output.endRecording().map { $0 + "\n" }.joined()
    switch redirection.target {
    case .file(let file):
      do throws(SystemError) {
        try AtomicFile.replace(file.value, with: Array(text.utf8), newMode: 0o666)
      } catch {
        throw file.diagnostic(error.description, hint: error.hintForWriting)
      }
    case .program(let command):
      do throws(CommandFailure) { try host?.pipe(text, through: command.text) } catch {
        throw command.diagnostic(error.message, hint: error.hint)
      }
    }
  }

  private func checkReplacing(_ file: Located<String>) throws(Diagnostic) {
    let path = file.value
    try checkThatNotRunning(file)
    guard AtomicFile.canReplace(path) else {
      throw file.diagnostic("'\(path)' is not a regular file", hint: "name a regular file or a new one")
    }
    if console.transcript.map({ FileIdentity(path: $0.path) == FileIdentity(path: path) }) ?? false {
      throw file.diagnostic("'\(path)' is the transcript", hint: "write the output to another file")
    }
    do throws(SystemError) {
      guard SessionFormat.isSession(try AtomicFile.read(path) ?? []) else { return }
    } catch {
      throw file.diagnostic(error.description)
    }
    throw file.diagnostic("'\(path)' is a session file", hint: "write the output to another file")
  }

  /// Checks that a file is not one of the scripts on the command line.
  func checkThatNotRunning(_ file: Located<String>) throws(Diagnostic) {
    guard let identity = FileIdentity(path: file.value), console.inputs.contains(identity) else { return }
    throw file.diagnostic(
      "'\(file.value)' is a running script",
      hint: "write the output to another file"
    )
  }
}

import Core

/// A file of an exploration that could not be read or written: a property file, a corpus, or a part.
struct ExplorationFileError: Error {
  /// The error at the path.
  let diagnostic: Diagnostic
  /// The exit code of a script that ends with it.
  let status: Int32

  init(_ error: SystemError, at path: Located<String>) {
    diagnostic = path.source.diagnostic(error.description, hint: error.hintForWriting)
    status = error.attempt == "read" ? error.inputStatus : ExitStatus.inputOutput
  }
}

extension AnyInterpreter {
  /// Runs a closure that reads or writes the files of an exploration.
  ///
  /// If that fails, a script ends with the exit code for it, because 1 says that a property fails.
  func usingFiles<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as ExplorationFileError {
      if !frontEnd.isConversation, !script.keepsGoing { script.exitStatus = failure.status }
      throw failure.diagnostic
    }
  }
}

import Core

/// A file of an exploration that could not be read or written: a property file, a corpus, or a part.
struct ExplorationFileError: Error {
  let file: Located<String>
  let error: SystemError

  var diagnostic: Diagnostic { file.source.diagnostic(error.description, hint: error.hintForWriting) }
}

extension Interpreter {
  /// Runs a closure that reads or writes the files of an exploration.
  ///
  /// If that fails, a script ends with the exit code for it, because 1 says that a property fails.
  func usingFiles<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as ExplorationFileError {
      if !frontEnd.isConversation, !script.keepsGoing {
        script.exitStatus =
          failure.error.attempt == "read" ? failure.error.inputStatus : ExitStatus.inputOutput
      }
      throw failure.diagnostic
    }
  }
}

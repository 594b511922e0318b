import Core
import SystemC

extension AtomicFile {
  /// The contents of a file that must exist.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    if let contents = try read(path) { return contents }
    throw SystemError("read", subject: path, code: ENOENT)
  }
}

extension AnyInterpreter {
  /// Reads or writes a file of an exploration: a property file, a corpus, or a part.
  ///
  /// If the system refuses, a script ends with the exit code for that, because 1 means that a property fails.
  ///
  /// - Parameter status: The exit code if `body` itself throws a diagnostic; by default, that of any error.
  func using<Result>(
    _ file: Located<String>,
    refusal status: Int32? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch {
      guard let error = error as? SystemError else {
        if let status { endScript(status) }
        throw error
      }
      endScript(error.attempt == "read" ? error.inputStatus : ExitStatus.inputOutput)
      throw file.diagnostic(error.description, hint: error.hintForWriting)
    }
  }

  /// Ends a script that does not keep going after errors.
  func endScript(_ status: Int32) {
    if !frontEnd.isConversation, !script.keepsGoing { script.exitStatus = status }
  }
}

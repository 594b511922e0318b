import Core
import Glibc

/// A file of an exploration that could not be read or written: a property file, a corpus, or a part.
struct ExplorationFileError: Error {
  /// The error at the path.
  let diagnostic: Diagnostic
  /// The exit code of a script that ends with it.
  let status: Int32
}

extension ExplorationFileError {
  init(_ error: SystemError, at path: Located<String>) {
    diagnostic = path.source.diagnostic(error.description, hint: error.hintForWriting)
    status = error.attempt == "read" ? error.inputStatus : ExitStatus.inputOutput
  }
}

extension AtomicFile {
  /// The contents of a file that must exist.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    if let contents = try read(path) { return contents }
    throw SystemError("read", subject: path, code: ENOENT)
  }
}

extension Located<String> {
  /// The contents of the file of an exploration at this path.
  func explorationFile() throws(ExplorationFileError) -> [UInt8] {
    do throws(SystemError) { return try AtomicFile.contents(of: value) } catch {
      throw ExplorationFileError(error, at: self)
    }
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

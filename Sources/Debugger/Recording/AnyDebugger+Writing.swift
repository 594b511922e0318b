import Core
import TodoShellSystem
import TodoShellPlatform

extension Located<String> {
  /// Checks that what this path names can be replaced: a regular file that is not write-protected, or nothing yet.
  package func checkThatFileCanBeReplaced() throws(Diagnostic) {
    let output = [STDOUT_FILENO, STDERR_FILENO].compactMap(FileIdentity.init(descriptor:))
    if let file = FileIdentity(path: value), output.contains(file) {
      throw diagnostic("'\(value)' is where the program's output goes", hint: "name another file")
    }
    guard AtomicFile.canReplace(value) else {
      throw diagnostic("'\(value)' is not a regular file", hint: "name a regular file or a new one")
    }
    do { try AtomicFile.checkProtection(of: value) } catch {
      throw diagnostic(error.description, hint: error.hintForWriting)
    }
  }

  /// Does something with the file of this name, at which its errors are reported.
  package func namingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SystemError {
      throw diagnostic(error.description, hint: error.hintForWriting)
    } catch let error as SessionFileError {
      throw error.diagnostic(at: self)
    }
  }
}

import Core
import Glibc
import Platform

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
    do throws(SystemError) { try AtomicFile.checkProtection(of: value) } catch {
      throw diagnostic(error.description, hint: error.hintForWriting)
    }
  }

  /// Does something with the file of this name, at which its errors are reported.
  func namingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SystemError {
      throw diagnostic(error.description, hint: error.hintForWriting)
    } catch let error as SessionFileError {
      throw error.diagnostic(at: self)
    }
  }
}

extension AnyDebugger {
  /// Writes a file for another tool atomically.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replaces: Whether to overwrite a file with contents.
  ///   - text: Its new contents, made only if they can be written.
  /// - Returns: The number of bytes written.
  /// - Throws: A `Diagnostic` at the file's name, or the error of `text`; an existing file is then unchanged.
  package func write(
    to file: Located<String>,
    replaces: Bool,
    _ text: () throws -> String
  ) throws -> Int {
    let path = file.value
    return try file.namingErrors {
      if try recorder.journal?.isFile(at: path) == true {
        throw file.diagnostic("the session is being recorded in '\(path)'", hint: "choose another name")
      }
      try file.checkThatFileCanBeReplaced()
      var count = 0
      // It is made to be read by others.
      try SessionJournal.replace(path, newMode: 0o666) { contents in
        guard replaces || contents.isEmpty else {
          throw file.diagnostic(
            "'\(path)' already exists",
            hint: "choose another name, or overwrite it with 'export --force'"
          )
        }
        let bytes = Array(try text().utf8)
        count = bytes.count
        return bytes
      }
      return count
    }
  }
}

import Core
import TodoShellSystem

extension Word {
  /// The word as a path. An unquoted leading `~/` is the home directory.
  ///
  /// - Parameter folder: The base of relative paths, with its slash, or empty for the current directory; `nil` if no file
  ///   can be named.
  /// - Throws: An error if it is empty or contains a NUL, if HOME is needed and not set, or if no file can be named.
  func path(from folder: String?) throws(Diagnostic) -> String {
    guard let folder else { throw diagnostic("a session file cannot refer to other files") }
    if raw == "-" {
      throw diagnostic(
        "'-' is not a file",
        hint: "write './-' for a file of that name; 'export FORMAT -' prints"
      )
    }
    // The system would ignore what follows a NUL.
    if text.utf8.contains(0) { throw diagnostic("the path of a file cannot contain a NUL") }
    if text.isEmpty { throw diagnostic("expected the path of a file, found ''") }
    if raw.hasPrefix("~/") {
      if let path = text.expandingHome { return path }
      throw diagnostic(
        "cannot expand '~/': HOME is not set",
        hint: "write an absolute path, or './~/' for a directory named '~'"
      )
    }
    return text.hasPrefix("/") ? text : folder + text
  }
}

extension String {
  /// The path with `~/` replaced by the home directory; `nil` without a leading `~/`, or if HOME is not set.
  var expandingHome: String? {
    guard hasPrefix("~/"), let home = getenv("HOME"), home.pointee != 0 else { return nil }
    return String(path: home) + dropFirst()
  }
}

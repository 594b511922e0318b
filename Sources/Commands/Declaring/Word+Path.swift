import Core
import Glibc

extension Word {
  /// The path of a file that it names. `~/` at its start, unless it is quoted, is the person's home.
  ///
  /// - Parameter folder: What a relative path starts from, with its slash, or nothing for the current folder.
  /// - Throws: That the person has no home.
  func path(from folder: String) throws(Diagnostic) -> String {
    if raw.hasPrefix("~/") {
      if let path = text.expandingHome { return path }
      throw diagnostic(
        "cannot expand '~/': HOME is not set",
        hint: "give the path from '/' on; './~/' is a folder that is called '~'"
      )
    }
    return text.hasPrefix("/") ? text : folder + text
  }
}

extension String {
  /// A path from `~/` on with the person's home in front; `nil` if it does not start so, or there is no home.
  var expandingHome: String? {
    guard hasPrefix("~/"), let home = getenv("HOME"), home.pointee != 0 else { return nil }
    return String(path: home) + dropFirst()
  }
}

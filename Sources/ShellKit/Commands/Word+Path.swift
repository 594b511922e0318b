import Glibc

extension Word {
  /// The path of a file that it names. `~/` at its start, unless it is quoted, is the person's home.
  ///
  /// - Parameter folder: What a relative path starts from, with its slash, or nothing for the current folder.
  func path(from folder: String) -> String {
    if raw.hasPrefix("~/"), let path = text.expandingHome { return path }
    return text.hasPrefix("/") ? text : folder + text
  }
}

extension String {
  /// A path from `~/` on with the person's home in front; `nil` if it does not start so, or there is no home.
  var expandingHome: String? {
    guard hasPrefix("~/"), let home = getenv("HOME"), home.pointee != 0 else { return nil }
    return String(cString: home) + dropFirst()
  }
}

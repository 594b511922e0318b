/// A format of exported files.
package enum ExportFormat: String, CaseIterable {
  case html

  /// A short description for help and completion.
  var summary: String {
    switch self {
    case .html: "a page that shows the whole history in a browser"
    }
  }

  /// The help of `export`.
  static var discussion: String {
    let formats = allCases.map { "\($0.rawValue) is \($0.summary)" }.joined(separator: "; ")
    return """
      The formats: \(formats). Files are written atomically. 'load' reads html files: they contain the session as a \
      script.
      """
  }
}

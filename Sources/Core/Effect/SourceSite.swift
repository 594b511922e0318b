/// A source location, kept for use in messages.
@usableFromInline
struct SourceSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  func reportIssue(_ message: String) {
    Core.reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SourceSite {
  /// Writes a note to standard error in the compiler's format.
  func writeNote(_ message: String) {
    writeError("\(filePath):\(line): note: \(message)")
  }
}

extension SourceSite: CustomStringConvertible {
  /// The file without its module, and the line: `Todos.swift:42`.
  @usableFromInline
  var description: String {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "\(fileID)"
    return "\(file):\(line)"
  }
}

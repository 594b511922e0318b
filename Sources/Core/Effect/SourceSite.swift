/// A source location, kept for use in messages.
@usableFromInline
package struct SourceSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
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
  package var description: String {
    "\(AtomicFile.name(of: "\(fileID)")):\(line)"
  }
}

extension SourceSite {
  /// Reports an action for a part of the feature that is missing.
  ///
  /// - Parameters:
  ///   - part: The missing part, such as `element`.
  ///   - operatorName: The operator that embeds the part.
  ///   - action: The action.
  @usableFromInline
  func reportMissing(_ part: String, operatorName: String, action: some Any) {
    let child = part == "element" ? "element" : "child"
    reportIssue(
      """
      A "\(operatorName)" at "\(fileID):\(line)" received an action for a missing \(part).

        Action:
      \(indentedDump(of: action))

      This can happen when:

      • A parent reducer removed the \(part) before the "\(operatorName)" ran. Put the parent's own logic after it, so \
      that the \(child)'s reducer runs first.

      • An effect in flight sent the action after the \(part) was removed. Its own effects are cancelled \
      with it, so another part of the feature started this one.

      • The action was sent while the \(part) was missing. Check that it exists before sending.
      """
    )
  }
}

/// A count with its noun: `1 command`, `2 commands`.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// The structure of a value, indented by some spaces.
func indentedDump(of value: some Any, by indent: Int = 4) -> String {
  var text = ""
  customDump(value, to: &text, indent: indent)
  return text
}

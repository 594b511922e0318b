import Core

/// What is under the cursor, which is at an offset on the page, in a line.
extension SourceText {
  /// Whether the cursor is in it, or at its end.
  package func contains(_ cursor: Int) -> Bool { range.lowerBound <= cursor && cursor <= range.upperBound }

  /// The reference to a variable that contains the cursor.
  func variable(at offset: Int) -> VariableReference? {
    // An error in a reference has been reported.
    let references = try? VariableReference.all(in: self)
    return references?.first { $0.range.contains(offset) || $0.range.upperBound == offset }
  }

  /// The beginning of an action up to the end of the case under the cursor, and the name of that case.
  func action(at offset: Int) -> (beginning: String, name: SourceText)? {
    guard let name = name(at: offset) else { return nil }
    let bytes = page.bytes
    let dot = name.range.lowerBound - 1
    guard dot >= range.lowerBound, bytes[dot] == .dot,
      dot == range.lowerBound || bytes[dot - 1] != .backslash
    else { return nil }
    // An action begins at a dot after a space, or with the line.
    let begin = (range.lowerBound...dot).first {
      bytes[$0] == .dot && ($0 == range.lowerBound || bytes[$0 - 1].isBlank)
    }
    return begin.map { (page.text(in: $0..<name.range.upperBound), name) }
  }

  /// The name at an offset.
  private func name(at offset: Int) -> SourceText? {
    let bytes = page.bytes
    var start = offset
    var end = offset
    while start > range.lowerBound, bytes[start - 1].continuesSwiftName { start -= 1 }
    while end < range.upperBound, bytes[end].continuesSwiftName { end += 1 }
    return start < end ? slice(start..<end) : nil
  }

  /// The path of members that ends with the name under the cursor, such as `todos[0].title`.
  func path(at offset: Int) -> SourceText? {
    guard let name = name(at: offset) else { return nil }
    let bytes = page.bytes
    var start = name.range.lowerBound
    var depth = 0
    search: while start > range.lowerBound {
      switch bytes[start - 1] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "(") where depth > 0, .openBracket where depth > 0: depth -= 1
      case .dot, UInt8(ascii: "?"): break
      case let byte where byte.continuesSwiftName || depth > 0: break
      default: break search
      }
      start -= 1
    }
    // A path starts with a name.
    let first = bytes[start]
    return first.continuesSwiftName && !first.isDigit ? slice(start..<name.range.upperBound) : nil
  }
}

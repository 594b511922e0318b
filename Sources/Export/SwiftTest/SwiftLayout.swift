import TodoShellValues

/// Breaks long lines of generated Swift inside of parentheses, brackets and braces, one element a line.
struct SwiftLayout {
  private static let columns = 100
  /// The length from which breaking a group makes a line much shorter.
  private static let shortestGroup = 20

  /// The lines for one line, which ends in a complete element or in an opening brace.
  ///
  /// - Complexity: O(*n* · *d*) in the length and the depth of nesting.
  static func wrapped(_ line: String) -> [String] {
    guard line.utf8.count > columns, line.count > columns else { return [line] }
    let indent = line.prefix { $0 == " " }
    let text = line.dropFirst(indent.count)
    guard !text.hasPrefix("//"), let group = longestGroup(in: text) else { return [line] }
    let elements = group.elements.flatMap { wrapped("\(indent)  \($0)") }
    let start = text[..<text.unicodeScalars.index(after: group.open)]
    return ["\(indent)\(start)"] + elements + wrapped("\(indent)\(text[group.close...])")
  }

  /// The part of a text between an opening mark and its closing mark.
  private struct Group {
    let open: Substring.Index
    let close: Substring.Index
    /// The elements with the separators after them.
    let elements: [Substring]
  }

  /// The longest group that is not inside of another one, unless it is empty.
  private static func longestGroup(in text: Substring) -> Group? {
    var longest: Group?
    for (open, close, separators) in groups(in: text) {
      var elements: [Substring] = []
      var start = text.unicodeScalars.index(after: open)
      for end in separators.map(text.unicodeScalars.index(after:)) + [close] {
        // Statements need no separator at the end of a line.
        let element = text[start..<end].trimmed(of: text.unicodeScalars[open] == "{" ? " ;" : " ")
        if !element.isEmpty { elements.append(element) }
        start = end
      }
      let length = longest.map { text.utf8.distance(from: $0.open, to: $0.close) } ?? shortestGroup
      if text.utf8.distance(from: open, to: close) > length, !elements.isEmpty {
        longest = Group(open: open, close: close, elements: elements)
      }
    }
    return longest
  }

  /// The outermost pairs of brackets, with the commas and semicolons directly in them.
  private static func groups(in text: Substring) -> [(
    open: Substring.Index, close: Substring.Index, separators: [Substring.Index]
  )] {
    var groups: [(Substring.Index, Substring.Index, [Substring.Index])] = []
    var tokenizer = Tokenizer(hasComments: false)
    var open = text.startIndex
    var depth = 0
    var separators = [Substring.Index]()
    for (index, byte) in zip(text.utf8.indices, text.utf8) {
      switch tokenizer.read(byte, before: nil) {
      case .opening:
        if depth == 0 { (open, separators) = (index, []) }
        depth += 1
      // The text may begin after the opening mark of a group.
      case .closing where depth > 0:
        depth -= 1
        if depth == 0 { groups.append((open, index, separators)) }
      case .text where depth == 1 && ",;".utf8.contains(byte): separators.append(index)
      default: break
      }
    }
    return groups
  }
}

extension Substring {
  fileprivate func trimmed(of characters: String) -> Substring {
    var result = drop { characters.contains($0) }
    while let last = result.last, characters.contains(last) { result.removeLast() }
    return result
  }
}

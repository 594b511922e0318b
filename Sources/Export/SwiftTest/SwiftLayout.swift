/// Breaks long lines of generated Swift inside of parentheses, brackets and braces, one element a line.
struct SwiftLayout {
  private static var columns: Int { 100 }
  /// The length from which breaking a group makes a line much shorter.
  private static var shortestGroup: Int { 20 }

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
    var scan = Scan(text)
    while let (open, close, separators) = scan.nextGroup() {
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

  /// Finds the outermost groups of a text, and skips string literals.
  ///
  /// By scalars: a quote and a combining character after it would be one character.
  private struct Scan {
    private let text: Substring.UnicodeScalarView
    private var position: Substring.Index

    init(_ text: Substring) {
      self.text = text.unicodeScalars
      position = text.startIndex
    }

    /// - Returns: The next group, with the separators directly in it; `nil` if there is none that is closed.
    mutating func nextGroup() -> (
      open: Substring.Index, close: Substring.Index, separators: [Substring.Index]
    )? {
      var open: Substring.Index?
      var depth = 0
      var separators: [Substring.Index] = []
      while position < text.endIndex {
        let place = position
        switch text[place] {
        case "\"": skipString()
        case "(", "[", "{":
          if depth == 0 { open = place }
          depth += 1
        case ")", "]", "}":
          guard let start = open else { break }
          depth -= 1
          if depth == 0 {
            position = text.index(after: place)
            return (start, place, separators)
          }
        case ",", ";": if depth == 1 { separators.append(place) }
        default: break
        }
        position = text.index(after: position)
      }
      return nil
    }

    /// Moves to the closing quote.
    private mutating func skipString() {
      position = text.index(after: position)
      while position < text.endIndex, text[position] != "\"" {
        if text[position] == "\\" { position = text.index(after: position) }
        if position < text.endIndex { position = text.index(after: position) }
      }
      if position == text.endIndex { position = text.index(before: position) }
    }
  }
}

extension Substring {
  fileprivate func trimmed(of characters: String) -> Substring {
    var result = drop { characters.contains($0) }
    while let last = result.last, characters.contains(last) { result.removeLast() }
    return result
  }
}

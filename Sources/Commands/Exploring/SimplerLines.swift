import Core

/// Lines that do the same as another with simpler values: shorter texts, smaller numbers, fewer elements.
///
/// Each is shorter than the line, or has a smaller number, so that making lines simpler comes to an end.
enum SimplerLines {
  /// The lines that differ from a line in one value, the simplest first.
  ///
  /// - Parameter keywords: Words that have a meaning, even if they are abbreviated.
  static func lines(for line: String, keeping keywords: Set<String> = []) -> [String] {
    let values = values(in: line).filter { value in
      value.kind != .word || !keywords.contains { $0.hasPrefix(line[value.range]) }
    }
    return values.flatMap { value in
      simpler(line[value.range], value.kind).map {
        line[..<value.range.lowerBound] + $0 + line[value.range.upperBound...]
      }
    }
  }

  private enum Kind { case text, word, number, list }

  /// The values in a line: texts in quotes, words, whole numbers and lists, after the first word.
  private static func values(in line: String) -> [(range: Range<String.Index>, kind: Kind)] {
    var values: [(Range<String.Index>, Kind)] = []
    var lists: [String.Index] = []
    var start = line.firstIndex { " (".contains($0) } ?? line.endIndex
    while start < line.endIndex {
      let character = line[start]
      let next = line.index(after: start)
      var end = next
      switch character {
      case "\"", "'":
        let inside = line[next...].prefix { $0 != character }
        end = inside.endIndex
        values.append((inside.startIndex..<end, .text))
        if end < line.endIndex { end = line.index(after: end) }
      case "[": lists.append(next)
      case "]": if let first = lists.popLast() { values.append((first..<start, .list)) }
      case _ where character.isNumber || character.isLetter:
        end = line[start...].firstIndex { !$0.isNumber && !$0.isLetter && $0 != "_" } ?? line.endIndex
        let word = line[start..<end]
        if word.utf8.allSatisfy(\.isDigit) { values.append((start..<end, .number)) }
        // In an action, it is a name.
        if !line.hasPrefix("."), word.allSatisfy(\.isLetter) { values.append((start..<end, .word)) }
      case "\\": end = line[next...].firstIndex { " ,)".contains($0) } ?? line.endIndex
      default: break
      }
      start = end
    }
    return values
  }

  private static func simpler(_ value: Substring, _ kind: Kind) -> [String] {
    switch kind {
    case .text: return shorter(value, least: 0)
    case .word: return shorter(value, least: 1)
    case .number:
      guard let number = Int(value) else { return [] }
      return [0, number / 2, number - 1].filter { $0 >= 0 && $0 < number }.map(String.init).removingDuplicates
    case .list:
      let elements = value.split(separator: ",").map { String($0.drop { $0 == " " }) }
      guard elements.count > 1, !value.contains(where: { "\"([".contains($0) }) else { return [] }
      return elements.indices.map { skipped in
        elements.indices.filter { $0 != skipped }.map { elements[$0] }.joined(separator: ", ")
      }
    }
  }

  private static func shorter(_ text: Substring, least: Int) -> [String] {
    // An escape sequence must not be cut.
    guard !text.contains("\\") else { return [] }
    return [least, 1, text.count / 2, text.count - 1].filter { $0 >= least && $0 < text.count }
      .map { String(text.prefix($0)) }.removingDuplicates
  }
}

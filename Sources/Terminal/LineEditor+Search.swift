import Glibc

/// What is shown while libedit searches the history, in addition to libedit's row with the search text.
extension LineEditor {
  private static let mostMatches = 5

  /// libedit's row: the direction, whether it has found a line, and the text that it searches for.
  private struct Search {
    let isBackward: Bool
    let pattern: String

    init?(_ line: String) {
      guard let start = line.lastIndex(of: "\n") else { return nil }
      let row = line[line.index(after: start)...]
      guard let mark = ["bck", "fwd"].first(where: row.hasPrefix),
        [":", "?"].contains(row.dropFirst(3).first)
      else {
        return nil
      }
      isBackward = mark == "bck"
      pattern = String(row.dropFirst(4))
    }
  }

  /// Adds the number of matches to the row of libedit's search, and the next matches below it, with the text
  /// highlighted.
  func putMatches(for line: String, in image: inout LineImage) {
    guard isSearching else { return }
    guard let search = Search(line) else {
      isSearching = false
      return
    }
    // Only lines with exactly this text may match, but libedit also reads it as a regular expression.
    guard !search.pattern.isEmpty, !search.pattern.contains(where: { "\\.[]*^$+?(){}|".contains($0) }),
      codes.isANSI
    else { return }
    var seen: Set<String> = []
    let matches = history.entries.reversed().filter { entry in
      entry.range(ofBytes: search.pattern) != nil && seen.insert(entry).inserted
    }
    let found = line[..<(line.lastIndex(of: "\n") ?? line.startIndex)]
    let place = matches.firstIndex { $0 == found }
    var remark = matches.isEmpty ? "no match" : matches.count == 1 ? "1 match" : "\(matches.count) matches"
    if let place { remark = "\(place + 1) of \(remark)" }
    let room = image.columns - image.end.column - 1
    if room > 3 { image.put("  \(remark)".truncated(to: room), Style.dimmed.sequence) }
    let later = place.map { matches[($0 + 1)...] } ?? matches[...]
    let earlier = place.map { matches[..<$0] } ?? []
    let next = search.isBackward ? Array(later) : earlier.reversed()
    for match in next.prefix(max(0, min(Self.mostMatches, image.rows - image.end.row - 1))) {
      image.put("\n")
      put(match, marking: search.pattern, in: &image)
    }
  }

  /// Adds the line of a match that contains the text, cut at the edge of the screen.
  private func put(_ match: String, marking pattern: String, in image: inout LineImage) {
    guard let range = match.range(ofBytes: pattern) else { return }
    let start =
      match[..<range.lowerBound].lastIndex(where: \.isNewline).map(match.index(after:)) ?? match.startIndex
    let parts = [
      (match[start..<range.lowerBound], Style.dimmed.sequence), (match[range], Style.strong.sequence),
      (match[range.upperBound...].prefix { !$0.isNewline }, Style.dimmed.sequence),
    ]
    var room = image.columns - 1
    for (part, style) in parts where room > 0 {
      let text = String(part).controlCharactersEscaped.truncated(to: room)
      image.put(text, style)
      room -= text.cellWidth
    }
  }
}

extension String {
  /// The range of another text's bytes; `nil` if they are not in this one, or begin or end within a character.
  fileprivate func range(ofBytes text: String) -> Range<Index>? {
    if text.isEmpty { return startIndex..<startIndex }
    var line = self
    var text = text
    let offset = line.withUTF8 { line in
      text.withUTF8 { text -> Int? in
        guard let start = line.baseAddress, let bytes = text.baseAddress, line.count >= text.count else {
          return nil
        }
        return (0...line.count - text.count).first {
          line[$0] == text[0] && memcmp(start + $0, bytes, text.count) == 0
        }
      }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    let end = utf8.index(start, offsetBy: text.utf8.count)
    guard let first = start.samePosition(in: self), let last = end.samePosition(in: self) else { return nil }
    return first..<last
  }
}

import TodoShellSystem

/// libedit's search of the history, as shown in its row below the line: the direction, whether a line was found, and
/// the text of the search.
struct HistorySearch {
  private let isBackward: Bool
  private let pattern: String
  /// The line that it has found.
  private let found: Substring

  /// - Parameter line: libedit's text, with its row.
  /// - Returns: `nil` if libedit does not search.
  init?(_ line: String) {
    guard let row = line.wholeMatch(of: /(?s)(.*)\n(bck|fwd)[?:]([^\n]*)/) else { return nil }
    (found, isBackward, pattern) = (row.1, row.2 == "bck", String(row.3))
  }

  /// Adds the number of matches to the row, and the next matches below it, with the text highlighted.
  ///
  /// - Parameter lines: The lines of the history, oldest first.
  func putMatches(of lines: [String], in image: inout LineImage) {
    // Only lines with exactly this text may match, but libedit also reads it as a regular expression.
    guard !pattern.isEmpty, !pattern.contains(where: { "\\.[]*^$+?(){}|".contains($0) }) else { return }
    var seen: Set<String> = []
    let matches = lines.reversed().filter { line in
      line.range(ofBytes: pattern) != nil && seen.insert(line).inserted
    }
    let place = matches.firstIndex { $0 == found }
    var remark = matches.isEmpty ? "no match" : matches.count == 1 ? "1 match" : "\(matches.count) matches"
    if let place { remark = "\(place + 1) of \(remark)" }
    let room = image.columns - image.end.column - 1
    if room > 3 { image.put("  \(remark)".truncated(to: room), Style.dimmed.sequence) }
    let next =
      isBackward ? Array(matches[(place.map { $0 + 1 } ?? 0)...]) : matches[..<(place ?? 0)].reversed()
    for match in next.prefix(max(0, min(5, image.rows - image.end.row - 1))) {
      image.put("\n")
      put(match, in: &image)
    }
  }

  /// Adds the line of a match that contains the text, cut at the edge of the screen.
  private func put(_ match: String, in image: inout LineImage) {
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
  /// The range of the bytes of another text, which is not empty; `nil` if they are not in this one, or begin or end
  /// within a character.
  fileprivate func range(ofBytes text: String) -> Range<Index>? {
    let offset = withCString { line in strstr(line, text).map { UnsafePointer($0) - line } }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    let end = utf8.index(start, offsetBy: text.utf8.count)
    guard let first = start.samePosition(in: self), let last = end.samePosition(in: self) else { return nil }
    return first..<last
  }
}

/// A highlighted part of a line of a script.
package struct LineHighlight: Equatable, Sendable {
  /// The line, counted from 0.
  package var line: Int
  /// The range in the line, in UTF-8 offsets.
  package let range: Range<Int>
  package let style: Style
}

extension EditedScript {
  /// The highlights of some lines, counted from 0, in order, as in the line editor. Those of unchanged parts are kept.
  ///
  /// - Parameter isCancelled: Whether to stop; called for each part.
  /// - Returns: `nil` if it was cancelled; what was found until then is kept.
  /// - Complexity: O(*n*) in the length of the changed parts that contain these lines, and in the number of parts.
  package func highlights(in lines: Range<Int>, isCancelled: () -> Bool = { false }) -> [LineHighlight]? {
    var found: [LineHighlight] = []
    var first = 0
    for part in parts {
      let range = first..<first + part.lineCount
      first = range.upperBound
      guard range.overlaps(lines) else { continue }
      if isCancelled() { return nil }
      for var highlight in highlights(of: part, startingAt: range.lowerBound) {
        highlight.line += range.lowerBound
        if lines.contains(highlight.line) { found.append(highlight) }
      }
    }
    return found
  }

  private func highlights(of part: ScriptPart, startingAt first: Int) -> [LineHighlight] {
    if let known = part.highlights, known.ownNames == part.ownNames { return known.all }
    highlightedCount += part.lineCount
    var found: [LineHighlight] = []
    var next = first
    var names: Set<String> = []
    let highlighter = LineHighlighter(table: parser.table) { names.contains($0) }
    func add(_ lines: ClosedRange<Int>) { self.add(lines, relativeTo: first, highlighter, to: &found) }
    for (place, line) in part.lines.enumerated() {
      names = part.ownNames.last { $0.index <= place }?.names ?? []
      guard let command = line.command else { continue }
      let lines = command.lines.lowerBound - 1...command.lines.upperBound - 1
      // Comments, and lines that could not be read.
      while next < lines.lowerBound {
        add(next...next)
        next += 1
      }
      add(lines)
      next = lines.upperBound + 1
    }
    while next < first + part.lineCount {
      add(next...next)
      next += 1
    }
    part.highlights = (part.ownNames, found)
    return found
  }

  /// Highlights a logical line. The backslashes within it are not part of it.
  private func add(
    _ lines: ClosedRange<Int>,
    relativeTo first: Int,
    _ highlighter: LineHighlighter,
    to found: inout [LineHighlight]
  ) {
    var whole = ""
    var ends: [Int] = []
    for line in lines {
      let range = text.line(line)
      whole += text.text(in: line < lines.upperBound ? range.dropLast() : range)
      ends.append(whole.utf8.count)
    }
    guard !whole.isEmpty else { return }
    let offsets = whole.scalarOffsets
    for highlight in highlighter.highlights(of: whole) {
      var start = offsets?[highlight.range.lowerBound] ?? highlight.range.lowerBound
      let end = offsets?[highlight.range.upperBound] ?? highlight.range.upperBound
      for (index, lineEnd) in ends.enumerated() where start < min(end, lineEnd) {
        let base = index > 0 ? ends[index - 1] : 0
        let range = start - base..<min(end, lineEnd) - base
        found.append(
          LineHighlight(line: lines.lowerBound + index - first, range: range, style: highlight.style)
        )
        start = lineEnd
      }
    }
  }
}

extension String {
  /// The UTF-8 offset of each scalar and of the end; `nil` if all are ASCII, each at its own number.
  fileprivate var scalarOffsets: [Int]? {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var offsets = [0]
    for scalar in unicodeScalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    return offsets
  }
}

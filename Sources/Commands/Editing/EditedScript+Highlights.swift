/// A highlighted part of a line of a script.
package struct LineHighlight: Equatable, Sendable {
  /// The line, counted from 0.
  package let line: Int
  /// The range in the line, in UTF-8 offsets.
  package let range: Range<Int>
  package let style: Style
}

extension EditedScript {
  /// The highlights of some lines, counted from 0, in order, as in the line editor.
  ///
  /// - Parameter isCancelled: Whether to stop; called for each line that begins a command or a comment.
  /// - Returns: `nil` if it was cancelled.
  package func highlights(in lines: Range<Int>, isCancelled: () -> Bool = { false }) -> [LineHighlight]? {
    let commands = self.lines
    var found: [LineHighlight] = []
    var known = Definitions()
    let highlighter = LineHighlighter(table: parser.table, definitions: { known })
    var place = commands.partitioningIndex { $0.lines.upperBound > lines.lowerBound }
    var next = lines.lowerBound
    while next < lines.upperBound {
      if isCancelled() { return nil }
      // A comment, or a line that could not be read.
      var whole = next...next
      if place < commands.count, commands[place].lines.lowerBound <= next + 1 {
        known = self.commands(before: place)
        whole = commands[place].lines.lowerBound - 1...commands[place].lines.upperBound - 1
        place += 1
      }
      add(whole, highlighter, to: &found)
      next = whole.upperBound + 1
    }
    return found.filter { lines.contains($0.line) }
  }

  /// Highlights a logical line. The backslashes within it are not part of it.
  private func add(
    _ lines: ClosedRange<Int>,
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
    for highlight in highlighter.highlights(of: whole) {
      var (start, end) = (highlight.range.lowerBound, highlight.range.upperBound)
      for (index, lineEnd) in ends.enumerated() where start < min(end, lineEnd) {
        let base = index > 0 ? ends[index - 1] : 0
        let range = start - base..<min(end, lineEnd) - base
        found.append(
          LineHighlight(line: lines.lowerBound + index, range: range, style: highlight.style)
        )
        start = lineEnd
      }
    }
  }
}

/// The lines of a script.
extension EditedScript {
  /// Whether a line, counted from 0, has only a comment, unless it continues another one.
  func isComment(_ line: Int) -> Bool {
    text.bytes[text.line(line)].first { !$0.isBlank } == .hash
  }

  /// The command or expected output that contains a line, counted from 0.
  package func line(at line: Int) -> ScriptLine? {
    let lines = self.lines
    let index = lines.partitioningIndex { $0.lines.upperBound >= line + 1 }
    return index < lines.count && lines[index].lines.contains(line + 1) ? lines[index] : nil
  }

  /// The path of the script that a word names in a `source` command; `nil` if it names none.
  package func sourcedPath(named word: Word) -> String? {
    try? word.path(from: directory)
  }

  /// The directory to which its paths are relative, with a slash, or empty.
  package var directory: String { parser.open.last?.directory ?? "" }

  /// The place of an offset, as errors state it.
  package func location(of offset: Int) -> SourceLocation {
    let line = text.line(at: offset)
    let start = text.line(line).lowerBound
    let column = text.text(in: start..<max(start, offset)).count + 1
    return SourceLocation(file: name, line: line + 1, column: column)
  }

  /// The text of the line at an offset, up to that offset, with the lines that it continues.
  func logicalText(before offset: Int) -> String {
    var line = text.line(at: offset)
    var before = text.text(in: text.line(line).lowerBound..<offset)
    while line > 0 {
      let previous = text.line(line - 1)
      guard text.bytes[previous].last == .backslash else { break }
      before = text.text(in: previous.dropLast()) + before
      line -= 1
    }
    return before
  }
}

/// The lines of a script, and what is known at each.
extension EditedScript {
  /// The definitions before a line, counted from 0, and the names of the variables whose values are not known yet.
  package func definitions(before line: Int) -> (Definitions, unknownVariables: Set<String>) {
    let part = parts[part(at: line)]
    prepare()
    parser.checkpoint = part.before ?? end
    for earlier in part.commandLines.prefix(while: { $0.lines.upperBound <= line }) {
      // Its errors have been reported.
      _ = try? parser.checkKnown(earlier)
    }
    var definitions = Definitions()
    definitions.aliases = parser.aliases
    definitions.macros = parser.macros
    definitions.variables = parser.variables.known
    return (definitions, parser.variables.unknown)
  }

  /// Whether a line, counted from 0, has only a comment, unless it continues another one.
  func isComment(_ line: Int) -> Bool {
    text.bytes[text.line(line)].first { !$0.isBlank } == UInt8(ascii: "#")
  }

  /// The command or expected output that contains a line, counted from 0.
  package func commandLine(at line: Int) -> CommandLine? {
    parts[part(at: line)].commandLines.first { $0.lines.contains(line + 1) }
  }

  /// The path of the script that a word names in a `source` command; `nil` if it names none.
  package func sourcedPath(named word: Word) -> String? {
    try? word.path(from: parser.open.last?.directory ?? "")
  }

  /// The directory to which its paths are relative, with a slash, or empty.
  package var directory: String { parser.open.last?.directory ?? "" }

  /// All commands and expected output, in order.
  package var commandLines: some Sequence<CommandLine> { parts.lazy.flatMap(\.commandLines) }

  /// The place of an offset, as errors state it.
  package func location(of offset: Int) -> SourceLocation {
    let line = text.line(at: offset)
    let start = text.line(line).lowerBound
    let column = text.text(in: start..<max(start, offset)).count + 1
    return SourceLocation(file: name, line: line + 1, column: column)
  }

  /// The text of the line at an offset, up to that offset, with the lines that it continues.
  package func logicalText(before offset: Int) -> String {
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

import FuzzSubjects
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct ScriptTests {
  private func script(_ text: String) -> Script {
    Script(scanning: text.utf8, file: "s")
  }

  private func words(_ text: String) -> [[String]] {
    script(text).lines.map { $0.words.map(\.text) }
  }

  @Test(arguments: [
    ("add Milk", ["add", "Milk"]),
    ("  add\tMilk  ", ["add", "Milk"]),
    ("add Milk # fresh", ["add", "Milk"]),
    ("add a#b", ["add", "a#b"]),
    ("show #2", ["show", "#2"]),
    ("diff #0 #12 # both", ["diff", "#0", "#12"]),
    ("show #2x # a number comes first", ["show", "#2x"]),
    ("show #$i #${i} #$1", ["show", "#$i", "#${i}", "#$1"]),
    ("show \\\n #2", ["show", "#2"]),
    ("show #x #2", ["show"]),
    ("show ## 2", ["show"]),
    ("show #", ["show"]),
    (##"add "a # b""##, ["add", "a # b"]),
    (#"add "say \"hi\"\n\t\\""#, ["add", "say \"hi\"\n\t\\"]),
    (#"add "\u{E9}\u{1F600}""#, ["add", "é😀"]),
    (#"add 'raw \n "x"'"#, ["add", #"raw \n "x""#]),
    (#"add a"b c"'d e'f"#, ["add", "ab cd ef"]),
    (#"add """#, ["add", ""]),
    (#"add "a"'b' 'c"' "d"e"f" g"h""#, ["add", "ab", "c\"", "def", "gh"]),
    (#"print todos.filter(\.isComplete)"#, ["print", #"todos.filter(\.isComplete)"#]),
    ("add 買い物 🛒", ["add", "買い物", "🛒"]),
    (#"print "\(a + "b c") d" e"#, ["print", #"\(a + "b c") d"#, "e"]),
    (#"find a.contains { $0.b == "c d" }"#, ["find", "a.contains", "{", "$0.b", "==", "c d", "}"]),
  ])
  func aLineIsCutIntoWords(line: String, expected: [String]) {
    #expect(words(line) == [expected])
    #expect(script(line).diagnostics.isEmpty)
  }

  @Test func parametersOfClosuresAreNotVariables() throws {
    let text = #"find a.first { $0.x == $n && "\($1.y + "$m") $k" == '$0' }"#
    #expect(try VariableReference.all(in: SourceText(text)).map(\.name) == ["n", "m", "k"])
  }

  @Test func onlyExpressionsInterpolateValues() {
    let shell = RecordedShell(.roster)
    shell.run(#"add "a \(1)""#)
    #expect(shell.err.text.contains(#"invalid escape sequence \("#), "\(shell.err.text)")
  }

  @Test func blankLinesAndCommentsAreNoCommands() {
    #expect(words("\n  \n# a \\\n\t# b\nadd\n\n") == [["add"]])
    #expect(words("#1 at the start of a line\n  #2 too\n\\\n #$3\nadd") == [["add"]])
  }

  @Test func carriageReturnsAndAByteOrderMarkAreTolerated() {
    let script = Script(scanning: [0xEF, 0xBB, 0xBF] + Array("add a\r\nadd b\r\n".utf8), file: "s")
    #expect(script.lines.map { $0.words.map(\.text) } == [["add", "a"], ["add", "b"]])
    #expect(script.lines[0].location == SourceLocation(file: "s", line: 1, column: 1))
  }

  @Test func aBackslashAtTheEndContinuesTheLine() {
    #expect(words("add a \\\n  b\\\nc\nlist") == [["add", "a", "bc"], ["list"]])
    #expect(words("add \"a \\\nb\"") == [["add", "a b"]])
    let line = script("\nadd a \\\n  bad \\\n  c").lines[0]
    #expect(line.lines == 2...4)
    #expect(line.words[2].location == SourceLocation(file: "s", line: 3, column: 3))
    #expect(line.words[3].location == SourceLocation(file: "s", line: 4, column: 3))
  }

  @Test func theRestOfALineIsAsWritten() {
    let line = script(##"expect  todos[0].text == "a  # b"  # why"##).lines[0]
    #expect(line.rest(after: 1).text == ##"todos[0].text == "a  # b""##)
    #expect(line.rest(after: 1).location.column == 9)
    #expect(line.rest(after: 99).isEmpty)
    #expect(script("expect").lines[0].rest(after: 1).location.column == 7)
  }

  @Test func aLineThatStartsWithADotIsAnAction() {
    let line = script(#"  .todos(.element(id: UUID(0), action: .set(\.x, "a b"))) # go"#).lines[0]
    #expect(line.kind == .action)
    #expect(line.source.text == #".todos(.element(id: UUID(0), action: .set(\.x, "a b")))"#)
    #expect(line.source.location.column == 3)
  }

  @Test func aLineThatStartsWithABarIsExpectedOutput() {
    let script = script("list\n| [ ] \"Milk # \\\n  |  two blanks \n|\nlist")
    #expect(
      script.lines.map(\.kind) == [
        .command, .expectedOutput, .expectedOutput, .expectedOutput, .command,
      ]
    )
    #expect(script.lines.compactMap(\.expectedOutput) == [#"[ ] "Milk # \"#, " two blanks ", ""])
    #expect(script.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("add \"Milk", 1, 5, "missing closing double quote"),
    ("add Don't", 1, 8, "missing closing single quote"),
    ("add é \"\\q\"", 1, 8, "invalid escape sequence \\q"),
    (#"add "\u{}""#, 1, 6, #"expected 1 to 8 hexadecimal digits in braces after \u"#),
    (#"add "\u{D800}""#, 1, 6, "invalid Unicode scalar D800"),
    (#"add "\u{110000}""#, 1, 6, "invalid Unicode scalar 110000"),
    (#"add "\u12""#, 1, 6, #"expected 1 to 8 hexadecimal digits in braces after \u"#),
    (#"add "\u{123456789}""#, 1, 6, #"expected 1 to 8 hexadecimal digits in braces after \u"#),
    ("list\nadd é\0", 2, 6, "invalid control character NUL (U+0000)"),
    ("add \u{1B}[31m", 1, 5, "invalid control character U+001B"),
    ("add a\rb", 1, 6, "invalid control character U+000D"),
    ("add a\u{2028}b", 1, 6, "invalid control character U+2028"),
    ("add a\u{85}b", 1, 6, "invalid control character U+0085"),
    ("add a \\", 1, 7, "the \\ at the end of the line continues it, but no line follows"),
    ("add a \\ # more", 1, 7, "a \\ continues a line only as its last character"),
    ("add a\\ # more", 1, 6, "a \\ continues a line only as its last character"),
    ("add a \\\n  \"b", 2, 3, "missing closing double quote"),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, line: Int, column: Int, message: String) throws {
    let diagnostic = try #require(script(text).diagnostics.first)
    #expect(diagnostic.message == message)
    #expect(diagnostic.location == SourceLocation(file: "s", line: line, column: column))
  }

  @Test func allErrorsOfAScriptAreCollectedAndTheRestIsRead() {
    let script = script("add \"a\nlist\nadd \"\\q\"\n\u{7} \\\n not a command\nclear")
    #expect(script.diagnostics.map(\.location.line) == [1, 3, 4])
    #expect(script.lines.map { $0.words[0].text } == ["list", "clear"])
    #expect(throws: DiagnosticList.self) { try Script(bytes: "'".utf8, file: "s") }
  }

  @Test func tooManyErrorsEndTheReading() throws {
    let script = script(String(repeating: "'\n", count: 1_000))
    #expect(script.diagnostics.count == Script.mostDiagnostics)
    #expect(
      try #require(script.diagnostics.last).notes == [
        "too many errors; the rest of the script was not checked"
      ]
    )
  }

  @Test func invalidUTF8IsReportedAtItsFirstByte() throws {
    let bytes = Array("list\nadd é".utf8) + [0xE9, 0x20] + Array("x\nlist".utf8)
    let diagnostic = try #require(Script(scanning: bytes, file: "s").diagnostics.first)
    #expect(diagnostic.message == "byte 0xE9 is not valid UTF-8")
    #expect(diagnostic.location == SourceLocation(file: "s", line: 2, column: 6))
    let utf16 = Script(scanning: [0xFF, 0xFE, 0x61, 0], file: "s").diagnostics
    #expect(utf16.map(\.message) == ["the file is UTF-16; a script is UTF-8"])
  }

  @Test(arguments: [
    [0xC3], [0xE2, 0x80], [0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
  ])
  func everyKindOfBadByteHasAPlace(bytes: [UInt8]) throws {
    let diagnostic = try #require(Script(scanning: Array("ab".utf8) + bytes, file: "s").diagnostics.first)
    #expect(diagnostic.location.column == 3)
  }

  @Test func aLineOfAMillionCharactersIsAnErrorThatIsQuickAndSmall() throws {
    let line = String(repeating: "é", count: 1_000_000)
    let script = script("list\n" + line + "\nlist")
    let diagnostic = try #require(script.diagnostics.first)
    #expect(script.diagnostics.count == 1)
    #expect(script.lines.count == 2)
    #expect(diagnostic.message == "the line has 2000000 bytes; the limit is 65536")
    #expect(diagnostic.location == SourceLocation(file: "s", line: 2, column: 32_769))
    #expect(diagnostic.sourceLine.utf8.count < Script.longestLine + 200)
    #expect(diagnostic.rendered().count < 400)
  }

  @Test func theLimitCountsContinuedLinesTogether() {
    let part = String(repeating: "a", count: 40_000)
    let script = script("\(part)\\\n\(part)\\\nb\nlist")
    #expect(script.diagnostics.map(\.location.line) == [2])
    #expect(script.lines.map { $0.words[0].text } == ["list"])
  }

  @Test func oneTypedLineIsReadAlone() throws {
    #expect(try ScriptLine.parse("  # nothing")?.source.text == nil)
    #expect(try ScriptLine.parse("undo 2", file: "<line>", line: 7)?.location.line == 7)
    #expect(diagnostic(of: try ScriptLine.parse("a\nb"))?.location.line == 2)
    #expect(try ScriptLine.parse("| x")?.kind == .expectedOutput)
  }

  @Test(arguments: [
    ("add \\", false, UnfinishedInput.continuation),
    ("add \"a", false, .quote),
    (".todos(", true, .bracket),
    ("print [1, (2)", true, .bracket),
    ("add (", false, nil),
    ("add 'it", true, nil),
    ("add a # (\\", true, nil),
    ("print (#2 (", true, .bracket),
    ("show #2 \\", true, .continuation),
    ("#2 \\", true, nil),
    ("print \"(\"", true, nil),
    ("list", true, nil),
  ])
  func aPromptKnowsWhetherALineIsFinished(text: String, brackets: Bool, expected: UnfinishedInput?) {
    #expect(UnfinishedInput(text, countsBrackets: brackets) == expected)
  }

  @Test func whatAPromptJoinsSaysTheSame() throws {
    #expect(try ScriptLine.parse(UnfinishedInput.quote.joining("add \"a", "b\""))?.words[1].text == "a\nb")
    #expect(UnfinishedInput.continuation.joining("add \\", "b") == "add b")
    #expect(UnfinishedInput.bracket.joining("print [", "1]") == "print [ 1]")
  }

  /// All of them ask `Tokenizer`.
  @Test func allReadersOfALineAgreeOnWhereItsCommentBegins() throws {
    let highlighter = LineHighlighter(table: CounterShell.application.erased.table)
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let text = generator.garbage(from: ["#", "#", "2", "$", " ", "a", "\"", "'", "up "], upTo: 12)
      let line = text.filter { !$0.isNewline && $0 != "\t" }
      guard let command = try? ScriptLine.parse(line), command.kind == .command else { continue }
      let behind = line.utf8.dropFirst(command.source.range.upperBound).drop { $0.isBlank }
      let comment = behind.isEmpty ? nil : line.utf8.count - behind.count
      let dimmed = highlighter.highlights(of: line).first { $0.style == .dimmed }
      #expect(dimmed?.range.lowerBound == comment, "seed \(seed): \(line)")
      let isContinued = UnfinishedInput(line + "\\") == .continuation
      #expect(isContinued == (comment == nil), "seed \(seed): \(line)")
    }
  }

  @Test(
    arguments: [
      ("count", "count", nil), ("coun", "coun", nil), ("cont", "cont", Style.error),
      ("count + 1", "count", nil),
      ("now > 1s", "1s", .note), ("nonsense + 1", "nonsense", .error), ("value | cat", "|", .strong),
      ("value > f", ">", .strong), ("count > 1", ">", nil), ("count | cat", "|", .strong),
      ("fails value > f", ">", .strong), ("fails print 1 > 2", ">", nil), ("help", "help", .strong),
      ("fails value", "value", .strong), ("fails cont + 1", "cont", .error),
      ("fails count + 1", "count", nil),
      ("repeat 3 value > f", ">", .strong), ("repeat 2 as i value", "value", .strong),
      ("repeat 2 as", "as", nil),
      ("alias x = value", "value", .strong), ("amend 1 find --evry", "--evry", .error),
      ("repeat 2 fails value", "value", .strong), ("repeat 2 fails valu", "valu", .strong),
    ] as [(String, String, Style?)]
  )
  func aPartOfALineIsHighlighted(line: String, part: String, style: Style?) throws {
    let found = LineHighlighter(table: CounterShell.application.erased.table).highlights(of: line)
    let start = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: part)).lowerBound)
    #expect(found.first { $0.range == start..<start + part.count }?.style == style)
  }

  @Test func garbageIsEitherReadOrRefusedWithAPlace() {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let pieces = [
        "\"", "'", "\\", "#", " ", "\t", "\n", "\r\n", "a", "é", "👍🏽", "|", ".", "\\u{", "}", "\\n", "41",
        "\0",
      ]
      let text = generator.garbage(from: pieces, upTo: 30)
      let script = script(text)
      for diagnostic in script.diagnostics {
        #expect(throws: Never.self, "seed \(seed)") { try diagnostic.check(in: text) }
      }
      for line in script.lines {
        #expect(line.kind == .expectedOutput || !line.words.isEmpty, "seed \(seed)")
        for word in line.words { #expect(line.source.range.contains(word.source.range), "seed \(seed)") }
      }
      _ = UnfinishedInput(text, countsBrackets: true)
      let bytes = (0..<40).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      _ = Script(scanning: bytes, file: "s")
    }
  }
}

import Core
import Foundation
import TestSupport
import Testing
import TodoShellValues

@testable import TodoShellCommands

/// After each edit, the errors are those of a check of the script.
struct EditedScriptTests {
  private static let runs = rounds(3)

  /// Lines that define, use, open and close all that lines can.
  private static let lines = [
    "up", "up 2", ".up(by: 2)", "  up", "up x", "nonsense", "print count", "print cuont", "expect count == 0",
    "let a = 1", "let b = count", "let a = 'x", "print $a", "print \"$b ${a}\"", "print $none", "up $given",
    "repeat 2", "repeat $a", "repeat $b as i", "repeat 2 as i print $i", "repeat 2 repeat 2", "repeat x",
    "end",
    "end", "end x", "macro m", "macro m x y=1", "macro k x", "macro", "m", "m 1", "k 1", "k", "print $x",
    "unmacro m",
    "alias u = up", "alias v = u 2", "alias w = w", "unalias u", "u", "v", "w", "| 1", "| \t2  ", "", "  ",
    "# c",
    "up \\", "2 \\", "\\", "print \"😀\\u{e9}", "print 'é😀' x y z", "\u{7}", "up\r", "mark m", "goto m",
    "source no.todoscript", "help m", "time m 1",
  ]

  /// What `--check` finds.
  private func errors(in text: EditedText) throws -> Set<Diagnostic> {
    let parser = Tally.parser()
    _ = try parser.program(ScriptSource(text.bytes, name: "-"))
    return Set(parser.diagnostics)
  }

  @Test(arguments: 0..<runs)
  func theErrorsAreThoseOfACheckOfTheWholeScript(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func someLines(_ count: Int) -> String {
      (0..<random.below(count + 1)).map { _ in Self.lines[random.below(Self.lines.count)] + "\n" }.joined()
    }
    let script = Tally.edited(someLines(80))
    for step in 0..<40 {
      let size = script.text.bytes.count
      let boundaries = (0...size).filter { $0 == size || script.text.bytes[$0] & 0xC0 != 0x80 }
      let start = random.below(boundaries.count)
      let end = min(boundaries.count - 1, start + random.one(of: 0, 0, 1, 3, 12, 60))
      let range = boundaries[start]..<boundaries[end]
      let replacement = random.one(of: "", "\n", "x", someLines(1), someLines(6), "\\\n", "#", "\"", "end\n")
      script.replace(range, with: Array(replacement.utf8))
      let text = script.text.text(in: 0..<script.text.bytes.count)
      let found = Set(script.diagnostics)
      let expected = try errors(in: script.text)
      try #require(
        found == expected,
        "seed \(seed), step \(step), \(range), \(replacement.debugDescription):\n\(text)"
      )
      let fresh = EditedScript(script.text.bytes, name: "-", parser: Tally.parser())
      let all = 0..<script.text.lineCount
      try #require(script.highlights(in: all) == fresh.highlights(in: all), "seed \(seed), step \(step)")
      let line = random.below(script.text.lineCount)
      let (known, unknown) = script.definitions(before: line)
      let (freshKnown, freshUnknown) = fresh.definitions(before: line)
      #expect(
        known.variables == freshKnown.variables && unknown == freshUnknown,
        "seed \(seed), step \(step)"
      )
      #expect(
        known.macros.mapValues(\.definition) == freshKnown.macros.mapValues(\.definition),
        "seed \(seed), step \(step)"
      )
    }
  }

  /// A script that sources another one.
  private final class Sourcing {
    let sourced = Tally.edited("up 1\nmacro m\nup\nend\n")
    private(set) var script = Tally.edited("")

    init(_ text: String) {
      let parser = Tally.parser()
      parser.openScript = { [unowned self] path, _ in
        ScriptSource(sourced.text.bytes, name: path, path: path)
      }
      script = EditedScript(text.utf8, name: "-", parser: parser)
    }

    func change(_ range: Range<Int>, to text: String, of path: String = "/other") -> Bool {
      sourced.replace(range, with: text.utf8)
      return script.sourcedScriptDidChange(path)
    }
  }

  @Test func aChangeOfASourcedScriptIsNoticed() {
    let sourcing = Sourcing("source /other\nm\n")
    #expect(sourcing.script.diagnosticsElsewhere.isEmpty && sourcing.script.diagnostics.isEmpty)
    #expect(!sourcing.change(3..<4, to: "x", of: "/another") && sourcing.script.diagnosticsElsewhere.isEmpty)
    #expect(sourcing.change(3..<4, to: "y") && sourcing.script.diagnosticsElsewhere.count == 1)
    #expect(sourcing.change(3..<4, to: "3") && sourcing.script.diagnosticsElsewhere.isEmpty)
    // The name of the macro.
    #expect(sourcing.change(11..<12, to: "k") && sourcing.script.diagnostics.count == 1)
  }

  @Test func anErrorMovesWithItsLine() {
    let script = Tally.edited("up\nmacro m\nrepeat 2\nnonsense\n")
    #expect(script.diagnostics.map(\.location.line) == [2, 3, 4])
    script.replace(0..<0, with: "# a\n# b\n".utf8)
    #expect(script.diagnostics.map(\.location.line) == [4, 5, 6])
  }

  @Test func aScriptWithTooManyErrorsIsCheckedToItsEndOnceTheyAreCorrected() throws {
    let script = Tally.edited(String(repeating: "nonsense\n", count: 150) + "end\n")
    #expect(script.diagnostics.count == 100)
    #expect(Set(script.diagnostics) == (try errors(in: script.text)))
    script.replace(0..<60 * 9, with: [])
    #expect(script.diagnostics.count == 91)
    #expect(Set(script.diagnostics) == (try errors(in: script.text)))
  }

  @Test func theHighlightsAreThoseOfTheLineEditor() {
    for line in Self.lines {
      let highlighter = LineHighlighter(table: Tally.application.erased.table) { $0 == "u" }
      let text = line.last == "\r" ? String(line.dropLast()) : line
      let expected = highlighter.highlights(of: text).map {
        LineHighlight(line: 1, range: $0.range, style: $0.style)
      }
      let script = Tally.edited("alias u = up\n\(line)\n\n")
      // A line that continues is highlighted without its backslash.
      if !text.hasSuffix("\\") { #expect(script.highlights(in: 1..<2) == expected, "\(line)") }
    }
  }

  @Test func formattingChangesNeitherTheMeaningNorItsOwnResult() throws {
    for seed in 0..<rounds(25) {
      var random = SeededGenerator(seed: UInt64(seed))
      var text = (0..<30).map { _ in
        String(repeating: " ", count: random.below(4)) + Self.lines[random.below(Self.lines.count)]
          + random.one(of: "", "", "  ", "\t")
      }.joined(separator: random.one(of: "\n", "\r\n"))
      let script = Tally.edited(text)
      let respelled = script.parser.table.respelledLines(of: script.text.bytes)
      let before = script.lines.map { line in
        respelled[line.lines.lowerBound].map { [$0.new] } ?? [line.source.text] + line.words.map(\.text)
      }
      // They name the command as it is now written.
      let errors = script.diagnostics.map { $0.message.replacing("'un", with: "'") }
      for change in ScriptFormatter(script).changes().reversed() {
        script.replace(script.text.line(change.line), with: change.text)
      }
      text = script.text.text(in: 0..<script.text.bytes.count)
      let after = script.lines.map { line in
        [line.source.text] + (respelled[line.lines.lowerBound] == nil ? line.words.map(\.text) : [])
      }
      #expect(after == before, "\(text)")
      let errorsAfter = script.diagnostics.map { $0.message.replacing("'un", with: "'") }
      #expect(errorsAfter == errors, "\(text)")
      #expect(ScriptFormatter(script).changes().isEmpty, "\(text)")
    }
  }

  @Test func formattingTheEndOfAScriptChangesNoMeaning() {
    let ends = [
      "", "\n", " ", "\n ", "\n  \n", "\n\t\n\n", "\r\n  ", "\n \\", "\n \\\n ", "\n # c ", "\n# c \\\n ",
    ]
    let lines = [
      "up \\", "  up 2 \\", "up \"a \\", "up 'a \\", "# c \\", "| x \\", "up \\\n 2 \\", "repeat 2\nup \\",
    ]
    for line in lines {
      for end in ends {
        let text = "up\n" + line + end
        let script = Tally.edited(text)
        let before = (script.lines.map { $0.words.map(\.text) }, script.diagnostics.map(\.message))
        for change in ScriptFormatter(script).changes().reversed() {
          script.replace(script.text.line(change.line), with: change.text)
        }
        #expect(script.lines.map { $0.words.map(\.text) } == before.0, "\(text.debugDescription)")
        #expect(script.diagnostics.map(\.message) == before.1, "\(text.debugDescription)")
        #expect(ScriptFormatter(script).changes().isEmpty, "\(text.debugDescription)")
      }
    }
  }

  @Test func aPageOfHighlightsIsAPartOfAll() throws {
    let script = Tally.edited("up # a\nprint \\\n\"c\"\n\nnonsense\nalias u = up\nu # b")
    let all = try #require(script.highlights(in: 0..<script.text.lineCount))
    #expect(Set(all.map(\.line)) == [0, 1, 2, 4, 5, 6])
    for first in 0..<7 {
      for end in first...7 {
        #expect(script.highlights(in: first..<end) == all.filter { (first..<end).contains($0.line) })
      }
    }
  }

  @Test func highlightingEndsWhenItIsCancelled() {
    let script = Tally.edited(String(repeating: "up\n", count: 5_000))
    var asked = 0
    let found = script.highlights(in: 0..<5_000) {
      asked += 1
      return asked == 3
    }
    #expect(found == nil && asked == 3)
  }

  @Test func spellingsOfEarlierVersionsAreReplaced() {
    let script = Tally.edited("up\nrepeat 2\nback   # one\nend\nalias forward = up\nforward")
    let changes = ScriptFormatter(script).changes().map {
      "\($0.line) \(String(decoding: $0.text, as: UTF8.self))"
    }
    #expect(changes == ["2   goto -1   # one"])
  }

  @Test func blocksAreIndented() {
    let script = Tally.edited("macro m x\nrepeat 2\n    up $x  \n|  1 \n # c\nend\n\nend  \nm 1")
    for change in ScriptFormatter(script).changes().reversed() {
      script.replace(script.text.line(change.line), with: change.text)
    }
    let text = script.text.text(in: 0..<script.text.bytes.count)
    #expect(text == "macro m x\n  repeat 2\n    up $x\n    |  1 \n    # c\n  end\n\nend\nm 1")
  }

  @Test func aSourcedScriptIsReadAgainOnlyAfterItHasChanged() throws {
    let folder = try TemporaryFolder()
    let sourced = try folder.write("macro far\n  up\nend\n", to: "other.todoscript")
    let parser = Tally.parser()
    var count = 0
    parser.openScript = { (path, isInterrupted) throws(SystemError) in
      count += 1
      return try .regularFile(path, isInterrupted)
    }
    let script = EditedScript("source '\(sourced)'\n".utf8, name: "-", parser: parser)
    #expect(script.diagnostics.isEmpty && count == 1)
    for key in "far " {
      script.replace(script.text.bytes.count..<script.text.bytes.count, with: "\(key)".utf8)
      #expect(script.diagnostics.count == (key == "r" || key == " " ? 0 : 1))
      #expect(script.definitions(before: 1).0.hasMacro("far"))
    }
    #expect(count == 1)
    try folder.write("macro near\n  up\nend\n# longer\n", to: "other.todoscript")
    script.replace(0..<0, with: "#\n".utf8)
    #expect(script.diagnostics.map(\.message) == ["unknown command 'far'"] && count == 2)
    #expect(script.sourcedScriptDidChange(nil) && script.diagnostics.count == 1 && count == 3)
    // A script that was sourced before, and has changed since, is read again.
    let line = script.text.line(1)
    let source = Array(script.text.bytes[line])
    script.replace(line, with: [])
    #expect(script.diagnostics.count == 1 && count == 3)
    try folder.write("macro far\n  up\nend\n", to: "other.todoscript")
    script.replace(line.lowerBound..<line.lowerBound, with: source)
    #expect(script.diagnostics.isEmpty && count == 4)
  }
}

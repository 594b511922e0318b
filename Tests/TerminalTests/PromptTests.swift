import Testing

@testable import TodoShellTerminal

struct PromptTests {
  @Test(arguments: [
    ("> ", ["> "]),
    ("→ ", ["→ "]),
    ("\u{1B}[32m> ", ["\u{1B}[32m> "]),
    ("\u{1B}[32mto\u{1B}[0m ", ["\u{1B}[32mto", " "]),
    ("\u{1B}[32mto \u{1B}[0m", ["\u{1B}[32mto "]),
    ("\u{1B}[1m\u{1B}[32m>\u{1B}[0m", ["\u{1B}[1m\u{1B}[32m>"]),
    ("\u{1B}[1mto\u{1B}[32mdo> ", ["\u{1B}[1mto", "\u{1B}[1m\u{1B}[32mdo> "]),
    ("\u{1B}[0m", []),
    ("a\u{7}\u{1}b", ["a^G^Ab"]),
    ("", []),
  ])
  func eachCharacterHasTheStyleOfTheEscapesBeforeIt(text: String, runs: [String]) {
    var image = LineImage(columns: 80, rows: 24)
    image.put(prompt: text)
    var style: String?
    let shown = image.glyphs.reduce(into: [String]()) { runs, glyph in
      if glyph.style != style { runs.append(glyph.style) }
      runs[runs.count - 1] += glyph.text
      style = glyph.style
    }
    #expect(shown == runs)
  }

  @Test(
    arguments: [
      ("a\u{1B}[1mb", [.text("a"), .escape("\u{1B}[1m"), .text("b")]),
      ("\u{1B}[1m\u{1B}[2mx", [.escape("\u{1B}[1m\u{1B}[2m"), .text("x")]),
      ("\u{1B}]0;title\u{7}x", [.escape("\u{1B}]0;title\u{7}"), .text("x")]),
      ("\u{1B}]8;;u\u{1B}\\x", [.escape("\u{1B}]8;;u\u{1B}\\"), .text("x")]),
      ("\u{1B}[1", [.escape("\u{1B}[1")]),
      ("\u{1B}", [.escape("\u{1B}")]),
      ("x\u{1B}7y", [.text("x"), .escape("\u{1B}7"), .text("y")]),
    ] as [(String, [EscapeSequence.Part])]
  )
  func escapeSequencesAreToldFromText(text: String, parts: [EscapeSequence.Part]) {
    #expect(EscapeSequence.parts(of: text) == parts)
  }
}

import Testing

@testable import Terminal

struct PromptTests {
  @Test(arguments: [
    ("> ", "> ", "> "),
    ("→ ", "→ ", "→ "),
    ("\u{1B}[32m> ", "\u{1}\u{1B}[32m\u{1}> ", "> "),
    // At the end it would be lost: it moves before the last character.
    ("\u{1B}[32mto\u{1B}[0m ", "\u{1}\u{1B}[32m\u{1}to\u{1}\u{1B}[0m\u{1} ", "to "),
    ("\u{1B}[32mto \u{1B}[0m", "\u{1}\u{1B}[32m\u{1}to\u{1}\u{1B}[0m\u{1} ", "to "),
    ("\u{1B}[1m\u{1B}[32m>\u{1B}[0m", "\u{1}\u{1B}[1m\u{1B}[32m\u{1B}[0m\u{1}>", ">"),
    ("\u{1B}[0m", "", ""),
    ("a\u{7}\u{1}\tb", "ab", "ab"),
    ("", "", ""),
  ])
  func escapesAreMarkedAndNeverLost(text: String, marked: String, visible: String) {
    let prompt = Prompt(text)
    #expect(prompt.marked == marked)
    #expect(prompt.visible == visible)
  }

  @Test func linesBeforeTheLastArePrintedAsTheyAre() {
    let prompt = Prompt("\u{1B}[2mone\u{1B}[0m\ntwo\n> ")
    #expect(prompt.leadingLines == "\u{1B}[2mone\u{1B}[0m\ntwo\n")
    #expect(prompt.visible == "> ")
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

import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct ColorChoiceTests {
  @Test(
    arguments: [
      (.auto, true, ["TERM": "xterm"], true),
      (.auto, false, ["TERM": "xterm"], false),
      (.auto, true, [:], false),
      (.auto, true, ["TERM": "dumb"], false),
      (.auto, true, ["TERM": "emacs"], false),
      (.auto, true, ["TERM": ""], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (.auto, true, ["TERM": "xterm", "CLICOLOR": "0"], false),
      (.auto, false, ["CLICOLOR_FORCE": "1"], true),
      (.auto, false, ["CLICOLOR_FORCE": "0"], false),
      (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, ["TERM": "xterm", "CLICOLOR_FORCE": "1"], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)]
  )
  func followsTheConventions(
    choice: ColorChoice,
    isTerminal: Bool,
    environment: [String: String],
    isColored: Bool
  ) {
    #expect(choice.isColored(isTerminal: isTerminal, environment: environment) == isColored)
  }

  @Test func stylesAreNothingWithoutColour() {
    #expect(Palette(isEnabled: false)(.added, "text") == "text")
    #expect(Palette(isEnabled: true)(.added, "text") == "\u{1B}[32mtext\u{1B}[0m")
    #expect(Palette(isEnabled: true)(.added, "") == "")
  }
}

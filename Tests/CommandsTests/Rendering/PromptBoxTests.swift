import Core
import Testing

@testable import TodoShellDebugger

struct PromptBoxTests {
  private func lines(_ alert: AlertState<Asker.Answer>, isColored: Bool = false) throws -> [String] {
    let session = Session(initialState: Asker.State(alert: alert)) { Asker() }
    let prompt = try #require(session.presentations(at: session.moment).last?.prompt)
    return PromptBox(prompt).lines(palette: Palette(isEnabled: isColored))
  }

  @Test func showsTitleMessageAndNumberedButtonsWithTheirRoles() throws {
    #expect(
      try lines(.deletion) == [
        "┌──────────────────────────┐",
        "│ Delete it?               │",
        "│ This cannot be undone.   │",
        "│                          │",
        "│ 0  Delete    destructive │",
        "│ 1  Keep      cancel      │",
        "│ 2  Not sure              │",
        "└──────────────────────────┘",
      ]
    )
  }

  @Test func sidesLineUpWhateverTheCharacters() throws {
    let lines = try lines(
      AlertState {
        TextState("牛乳を買う 🥛")
      } actions: {
        ButtonState(action: .yes) { TextState("はい") }
        ButtonState(role: .cancel) { TextState("e\u{301}") }
      }
    )
    #expect(Set(lines.map(\.cellWidth)).count == 1, "\(lines.joined(separator: "\n"))")
    #expect(lines[1] == "│ 牛乳を買う 🥛   │")
  }

  @Test func nothingInItSteersTheTerminal() throws {
    let lines = try lines(
      AlertState {
        TextState("a\u{1B}[31mb\nsecond\tline")
      } actions: {
        ButtonState(action: .yes) { TextState("one\ntwo\u{7}") }
      } message: {
        TextState("\u{202E}evil")
      }
    )
    #expect(lines[1].contains(#"a\u{1B}[31mb"#))
    #expect(lines[2].contains(#"second\tline"#))
    #expect(lines[3].contains(#"\u{202E}evil"#))
    #expect(lines[5].contains(#"0  one\ntwo\u{7}"#))
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
  }

  @Test func longTextIsWrapped() throws {
    let lines = try lines(
      AlertState {
        TextState(String(repeating: "word ", count: 30))
      } actions: {
        ButtonState(action: .yes) { TextState(String(repeating: "x", count: 100)) }
      } message: {
        TextState(String(repeating: "日", count: 50))
      }
    )
    #expect(lines.allSatisfy { $0.cellWidth <= 72 })
    #expect(Set(lines.map(\.cellWidth)).count == 1)
    #expect(lines.count { $0.contains("word") } == 3)
    #expect(lines.map { $0.count { $0 == "日" } }.reduce(0, +) == 50)
  }

  @Test func aBoxOfButtonsAloneHasNoEmptyLine() throws {
    #expect(
      try lines(AlertState { TextState("") }) == [
        "┌───────┐",
        "│ 0  OK │",
        "└───────┘",
      ]
    )
  }

  @Test func coloursLeaveTheWidthsAlone() throws {
    let plain = try lines(.deletion)
    let colored = try lines(.deletion, isColored: true)
    #expect(colored.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == plain)
    #expect(colored[4].contains("\u{1B}[31m0  Delete"), "what is destructive is red")
  }
}

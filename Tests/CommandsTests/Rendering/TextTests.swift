import Core
import Foundation
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct TextTableTests {
  @Test func columnsLineUpWhateverTheirCharacters() {
    var table = TextTable()
    table.add("a", "b", "c")
    table.add("日本", "🥛", "")
    table.add("e\u{301}", "x", "y")
    #expect(
      table.lines(palette: Palette(isEnabled: false)) == [
        "a     b   c",
        "日本  🥛",
        "e\u{301}     x   y",
      ]
    )
  }

  @Test(arguments: [
    (41, ["#1  +0s  a long text in the middle  typed"]), (30, ["#1  +0s  a long text i…  typed"]),
    (22, ["#1  +0s  a lon…  typed"]), (5, ["#1  +0s  a l…  typ…"]),
  ])
  func whatIsTooWideForTheWindowIsCutWhereItTakesUpMost(width: Int, lines: [String]) {
    var table = TextTable()
    table.add("#1", "+0s", "a long text in the middle", "typed")
    #expect(table.lines(palette: Palette(isEnabled: false), width: width) == lines)
  }

  @Test func aTextGoesOnBelowItsBeginning() {
    #expect("0 [ ] one two  three".wrapped(to: 14, indent: 6) == ["0 [ ] one two", "      three"])
    #expect("0 [ ] one two  three".wrapped(to: nil, indent: 6) == ["0 [ ] one two  three"])
    #expect("0 [ ] one two three".wrapped(to: 10, indent: 6) == ["0 [ ] one two three"], "no room for that")
  }

  @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("", 3, "")])
  func longTextIsCut(text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width) == expected)
  }

  @Test(arguments: [
    (".binding(.set(\\.isComplete, true))", 20, ".bindi…plete, true))"), ("a long text", 6, "a lon…"),
    (".delete([0])", 12, ".delete([0])"), (".delete([0])", 11, ".de…te([0])"), (".delete([0])", 7, ".delet…"),
    (".add(\"日本語\")", 12, ".ad…日本語\")"), (".日本(👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧)", 10, ".日…👨‍👩‍👧👨‍👩‍👧)"),
  ])
  func aLongValueIsCutInItsMiddle(text: String, width: Int, expected: String) {
    #expect(text.elided(to: width) == expected)
    #expect(text.elided(to: width).cellWidth <= width)
  }
}

struct ActionTextTests {
  private struct Point { var x = 1, y = 2 }
  private enum Action {
    case plain
    case one(Int)
    case labelled(id: UUID, name: String)
    case nested(Result<Int, Never>)
    case optional(Int?)
    case set(Set<Int>)
    case map([String: Int])
    case point(Point)
    case indices(IndexSet)
    case binding(BindingAction<Counter.State>)
  }

  static var cases: [(Any, String)] {
    [
      (Action.plain, ".plain"),
      (Action.one(1), ".one(1)"),
      (Action.labelled(id: UUID(7), name: "a\"\u{1B}"), #".labelled(id: UUID(7), name: "a\"\u{1B}")"#),
      (Action.nested(.success(1)), ".nested(.success(1))"),
      (Action.optional(nil), ".optional(nil)"),
      (Action.optional(2), ".optional(2)"),
      (Action.set([3, 1, 2]), ".set([1, 2, 3])"),
      (Action.map(["b": 1, "a": 2]), #".map(["a": 2, "b": 1])"#),
      (Action.point(Point()), ".point(ActionTextTests.Point(x: 1, y: 2))"),
      (Action.indices([3, 1]), ".indices([1, 3])"),
      (Action.binding(.set(\.count, 3)), #".binding(.set(\.count, 3))"#),
      ("text", #""text""#),
      (Duration.milliseconds(1500), "1.5s"),
      (UUID(1 << 50), "UUID(1125899906842624)"),
      (
        UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")!,
        #"UUID("DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")"#
      ),
    ]
  }

  @Test(arguments: cases.indices)
  func readsAsItWouldBeWritten(index: Int) {
    let (value, text) = Self.cases[index]
    #expect(actionText(value) == text)
  }
}

struct ComparedTextsTests {
  private func compared(_ first: String, _ second: String, _ width: Int) -> [String] {
    let texts = ComparedTexts(first, second, width: width)
    return [texts.first, texts.second]
  }

  @Test func whatFitsIsWhole() {
    #expect(compared("one", "two", 3) == ["one", "two"])
  }

  @Test func theCommonBeginningIsCutBeforeTheDifference() {
    let common = "0123456789" + String(repeating: "x", count: 30)
    #expect(
      compared(common + "1", common + "22", 40) == [
        "…3456789\(common.suffix(30))1", "…3456789\(common.suffix(30))22",
      ]
    )
  }

  @Test func whatDiffersFromTheStartIsCutAtTheEnd() {
    #expect(compared("abcdefgh", "bcdefghi", 4) == ["abc…", "bcd…"])
  }

  @Test func whereBothAreCutTheDifferenceIsSeen() {
    let common = String(repeating: "x", count: 100)
    let texts = compared(common + "1" + common, common + "2" + common, 40)
    #expect(texts.allSatisfy { $0.cellWidth <= 40 })
    #expect(texts[0].contains("1") && texts[1].contains("2"), "\(texts)")
  }
}

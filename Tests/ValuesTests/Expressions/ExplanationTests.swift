import Foundation
import Testing

@testable import TodoShellValues

struct ExplanationTests {
  private typealias World = ExpressionFixtures.World

  private func notes(_ text: String) throws -> [String] {
    let expression = try Expression(parsing: SourceText(text))
    let explanation = try expression.explanationOfFailure(in: ExpressionContext(World())) {
      "<\(type(of: $0))>"
    }
    return try #require(explanation).notes
  }

  @Test(arguments: [
    ("todos.count == 2", ["todos.count is 3", "compared with 2"]),
    ("todos[0].isComplete == false", ["todos[0].isComplete is true", "compared with false"]),
    ("flag && todos.count > numbers.count", ["todos.count is 3", "numbers.count is 3"]),
    ("todos.isEmpty", ["todos is <Array<Item>>"]),
    ("todos.filter(\\.isComplete).isEmpty", ["todos.filter(\\.isComplete) is <Array<Item>>"]),
    ("todos.allSatisfy(\\.isComplete)", ["todos[1] is <Item>"]),
    ("numbers.allSatisfy(\\.self > 1)", ["numbers[1] is 1"]),
    ("todos.contains(where: \\.text == \"x\")", ["todos is <Array<Item>>"]),
    ("!todos.contains(where: !\\.isComplete)", ["todos[1] is <Item>"]),
    ("!flag", ["flag is true"]),
    ("!(filter == .active)", ["filter is .active", "compared with .active"]),
    (
      "filter == .all || small == 0",
      ["filter is .active", "compared with .all", "small is -3", "compared with 0"]
    ),
    ("todos[1].isComplete", ["todos[1].isComplete is false"]),
    (
      "todos.isEmpty ? true : todos[1].isComplete",
      ["todos is <Array<Item>>", "todos[1].isComplete is false"]
    ),
    (
      "min(todos.count, 5) == 5",
      ["min(todos.count, 5) is 3", "todos.count is 3", "compared with 5"]
    ),
    (
      "(todos.count, name) == (1, name)",
      [
        "(todos.count, name) is <(Int, String)>", "todos.count is 3", "name is \"Blob 👍🏽\"",
        "(1, name) is <(Int, String)>", "name is \"Blob 👍🏽\"",
      ]
    ),
    (
      "(flag ? elapsed : Duration.seconds(1)) < .zero",
      [
        "(flag ? elapsed : Duration.seconds(1)) is 1.5s", "flag is true", "elapsed is 1.5s",
        "compared with .zero",
      ]
    ),
    ("todos.count + numbers.count == 5", ["todos.count + numbers.count is 6", "compared with 5"]),
  ])
  func aFailureShowsTheValuesThatDecidedIt(text: String, expected: [String]) throws {
    #expect(try notes(text) == expected)
  }

  @Test func aLongCollectionIsCountedAndALongNoteIsCut() throws {
    func notes(_ text: String, count: Int) throws -> [String] {
      struct Root { var items: [ExpressionFixtures.Plain] }
      let root = Root(items: Array(repeating: ExpressionFixtures.Plain(), count: count))
      let expression = try Expression(parsing: SourceText(text))
      let explanation = try expression.explanationOfFailure(in: ExpressionContext(root)) { value in
        (value as? [Any] ?? []).indices.map { "line \($0)" }.joined(separator: "\n")
      }
      return try #require(explanation).notes
    }
    #expect(try notes("items.isEmpty", count: 10_000) == ["items has 10000 elements"])
    #expect(try notes("items.isEmpty", count: 2) == ["items is\nline 0\nline 1"])
    let long = try notes("items.contains(where: \\.a == 2)", count: 10_000)
    #expect(long[0].hasSuffix("\nline 19\n… (9980 more lines)"))
    #expect(long[0].split(separator: "\n").count == 22)
    #expect(try notes("items.contains(where: \\.a == 2)", count: 21)[0].hasSuffix("\nline 20"))
  }

  @Test func whatHoldsNeedsNoExplanation() throws {
    let expression = try Expression(parsing: SourceText("todos.count == 3"))
    let explanation = try expression.explanationOfFailure(in: ExpressionContext(World())) { "\($0)" }
    #expect(explanation == nil)
  }

  @Test func aFailurePointsAtThePartThatFailed() throws {
    let line = SourceText("expect flag && small == 0", file: "a", line: 3)
    let explanation = try Expression(parsing: line.slice(7..<line.range.upperBound))
      .explanationOfFailure(in: ExpressionContext(World())) { "\($0)" }
    #expect(
      try #require(explanation).rendered() == """
        a:3:16: error: small == 0 does not hold
        expect flag && small == 0
                       ^~~~~~~~~~
        note: small is -3
        note: compared with 0
        """
    )
  }
}

struct ExpressionCompletionTests {
  private typealias World = ExpressionFixtures.World

  private func complete(_ partial: String) -> [String] {
    ExpressionCompletion.candidates(for: partial, in: ExpressionContext(World(), variables: ["now": 1]))
      .completions
      .map { "\($0.text): \($0.summary)" }
  }

  @Test(arguments: [
    ("todos[0].", ["id: UUID", "text: String", "isComplete: Bool"]),
    ("todos[0].is", ["isComplete: Bool"]),
    ("flag && todos[0].t", ["text: String"]),
    ("todo", ["todos: [ExpressionFixtures.Item]"]),
    ("no", ["node: ExpressionFixtures.Node", "now: Int"]),
    ("tr", ["true: literal"]),
    ("todos.filter(\\.is", ["isComplete: Bool"]),
    ("todos.filter(!\\.t", ["text: String"]),
    ("todos.filter(", ["\\.id: UUID", "\\.text: String", "\\.isComplete: Bool"]),
    ("todos.filter(isC", ["\\.isComplete: Bool"]),
    (
      "todos.first(where: !t",
      ["\\.text: String", "todos: [ExpressionFixtures.Item]", "tags: Set", "true: literal"]
    ),
    ("todos.first(where: is", ["\\.isComplete: Bool", "isLoud: Bool"]),
    ("name.contains(nam", ["name: String"]),
    ("[\"a\": nam", ["name: String"]),
    ("todos[id: nam", ["name: String"]),
    (
      "todos.filter(\\.isComplete).c",
      [
        "count: Int", "compactMap: the value of an expression for each element, without nil",
        "contains: whether it contains an element",
      ]
    ),
    (
      "todos.filter(\\.text.co",
      [
        "count: Int", "contains: whether it contains another string",
        "components: the parts between separators",
        "compactMap: the value of an expression for each element, without nil",
      ]
    ),
    ("filter == .", ["all: case", "active: case", "completed: case"]),
    ("!(filter != .ac", ["active: case"]),
    ("destination?.e", ["edit: (id: Int, text: String)"]),
    ("observed.", ["isComplete: Bool", "clamped: Int"]),
    ("scores.k", ["keys: [String]"]),
    (
      "todos.filter(\\.text == \")\").c",
      [
        "count: Int", "compactMap: the value of an expression for each element, without nil",
        "contains: whether it contains an element",
      ]
    ),
    ("todos.filter(\\.text != \"(\" && \\.is", ["isComplete: Bool"]),
    ("todos.filter(\\.text != ']' && \\.is", ["isComplete: Bool"]),
    ("todos.filter(\\.text != \"\\\")\" && is", ["\\.isComplete: Bool", "isLoud: Bool"]),
    (
      "1 + (2 todos.co",
      [
        "count: Int", "compactMap: the value of an expression for each element, without nil",
        "contains: whether it contains an element",
      ]
    ),
    ("nope) ] = todos[0].is", ["isComplete: Bool"]), ("[1 2, 0x + flag ? todos[0].te", ["text: String"]),
    ("\"\\(todos[0].te", ["text: String"]), ("todos.filter { fla", ["flag: Bool"]),
    ("1...nam", ["name: String"]),
    ("flag ? nam", ["name: String"]), ("(1, name: nam", ["name: String"]),
    ("flag ? todos : nam", ["name: String"]),
    ("todos ", []), ("\"to", []), ("12", []), ("nope.", []), ("\\.", []), ("empty.map(\\.", []),
  ])
  func aPartialExpressionHasMembersThatCanFollow(partial: String, expected: [String]) {
    #expect(complete(partial) == expected)
  }

  @Test(arguments: ["a(\\.", "[", "todos.filter(", "todos[0].", "a", "\\.a("])
  func whatIsTooLongToBeTypedIsNotLookedAt(part: String) {
    let text = String(repeating: part, count: 60_000 / part.count)
    for end in ["", ".", "\\.", "x"] { #expect(complete(text + end) == []) }
  }

  @Test func aValueCanStartWhereNothingIsTyped() {
    for partial in ["", " ", "todos[0].isComplete && ", "("] {
      #expect(complete(partial).contains("flag: Bool"), "'\(partial)'")
    }
  }

  @Test func theCandidateReplacesThePartOfTheNameThatIsThere() {
    let context = ExpressionContext(World())
    #expect(ExpressionCompletion.candidates(for: "todos[0].is", in: context).replacedCount == 2)
    #expect(ExpressionCompletion.candidates(for: "todos[0].", in: context).replacedCount == 0)
  }
}

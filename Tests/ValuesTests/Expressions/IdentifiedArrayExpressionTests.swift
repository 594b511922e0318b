import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

struct IdentifiedArrayExpressionTests {
  private struct State: Sendable {
    var todos: IdentifiedArrayOf<ExpressionFixtures.Item>
  }

  private static let large = state(count: 100_000)

  private static func state(count: Int) -> State {
    State(
      todos: IdentifiedArray(
        uniqueElements: (0..<count).map {
          ExpressionFixtures.Item(id: UUID($0), text: "todo \($0)")
        }
      )
    )
  }

  @Test(arguments: [
    ("todos.count", "100000"),
    ("todos[99999].text", #""todo 99999""#),
    ("todos[id: UUID(70000)].text", #""todo 70000""#),
    ("todos[id: 5]?.isComplete", "false"),
    ("todos[id: UUID(100000)]?.text", "nil"),
    ("todos.ids.count", "100000"),
    ("todos.ids.last", "UUID(99999)"),
    ("todos.first?.text == todos[0].text", "true"),
    ("todos.suffix(1).map(\\.text)", #"["todo 99999"]"#),
  ])
  func aLargeListIsReadWithoutLookingAtAllOfIt(text: String, expected: String) throws {
    let value = try evaluate(text, in: Self.large, stepLimit: 20)
    #expect(value.formatted { _ in "large" } == expected)
  }

  @Test func theTypeOfAnIdIsNamed() {
    let diagnostic = diagnostic(of: try evaluate("todos[id: true]", in: Self.state(count: 1)))
    #expect(diagnostic?.message == "`true` is Bool; the keys are UUID")
  }

  @Test func aListIsComparedWithALiteral() throws {
    #expect(
      try formatted("todos.map(\\.text) == [\"todo 0\", \"todo 1\"]", in: Self.state(count: 2)) == "true"
    )
    #expect(try formatted("todos == todos.filter(!\\.isComplete)", in: Self.state(count: 2)) == "true")
  }
}

import Testing

@testable import TodoShellValues

/// What decides an expression, and what would make a condition true.
struct DecidingPartsTests {
  private typealias World = ExpressionFixtures.World

  private func parts(_ text: String) throws -> [String] {
    try Expression(parsing: SourceText(text)).decidingParts(in: ExpressionContext(World())).map(\.source.text)
  }

  @Test(arguments: [
    ("todos.count", []), ("todos[1].isComplete", []), ("!flag", ["flag"]),
    ("todos.count == 3", ["todos.count"]), ("todos.count > numbers.count", ["todos.count", "numbers.count"]),
    ("flag && todos.count == 3", ["flag", "todos.count"]), ("flag && small == 0", ["small"]),
    ("flag || small == 0", ["flag"]), ("!flag || small == 0", ["flag", "small"]),
    ("todos.count + todos.count > 4", ["todos.count"]),
    ("todos.allSatisfy(\\.isComplete)", ["todos[1].isComplete"]),
    ("todos.allSatisfy(\\.isComplete || \\.text == \"x\")", ["todos[1].isComplete", "todos[1].text"]),
    ("todos.contains(where: !\\.isComplete)", ["todos[1].isComplete"]),
    ("numbers.allSatisfy(\\.self > 1)", ["numbers[1]"]),
    ("numbers.contains(where: \\.self > 9)", []),
    ("todos.filter(\\.isComplete).count == 1", ["todos.filter(\\.isComplete).count"]),
    ("todos[0].text.hasPrefix(\"M\")", ["todos[0].text"]),
    ("(numbers + numbers)[1] > 9", ["(numbers + numbers)[1]"]),
    ("(name + name).hasPrefix(\"B\")", ["(name + name)"]),
  ])
  func theOperandsThatDecideAreParts(text: String, expected: [String]) throws {
    #expect(try parts(text) == expected)
  }

  @Test func apartThatCannotBeEvaluatedIsAnError() {
    #expect(throws: Diagnostic.self) { try parts("todos[9].isComplete && flag") }
  }

  private func text(_ tree: ConditionTree<Expression>) -> String {
    switch tree {
    case .one(let condition): condition.source.text
    case .all(let parts): "all(\(parts.map(text).joined(separator: ", ")))"
    case .any(let parts): "any(\(parts.map(text).joined(separator: ", ")))"
    }
  }

  @Test(arguments: [
    ("flag", "one"), ("a && b || c", "any(all(a, b), c)"), ("!(a && b)", "any(!a, !b)"), ("!!a", "a"),
    ("!(n > 2 || n == 0)", "all(n <= 2, n != 0)"), ("(a + b)[1] && (c)", "all((a + b)[1], c)"),
    ("!(a.b(c) || !(n < 1))", "all(!a.b(c), n < 1)"),
  ])
  func aConditionIsTakenApart(expression: String, expected: String) throws {
    let tree = text(try Expression(parsing: SourceText(expression)).conditions { $0 })
    #expect(tree == (expected == "one" ? expression : expected))
  }

  @Test(arguments: [
    ("n == 3", ["n", "3"]), ("a.count > b.count", ["a.count", "b.count"]), ("n != 3", []), ("flag", []),
    ("a.isEmpty", ["a.count"]), ("(a + b).isEmpty", ["(a + b).count"]),
    ("a.allSatisfy(\\.b && \\.c)", ["a.count(where: !(\\.b && \\.c))"]),
  ])
  func aConditionTellsByHowMuchItFails(expression: String, expected: [String]) throws {
    #expect(
      try Expression(parsing: SourceText(expression)).distanceOperands().map(\.source.text) == expected
    )
  }

  @Test(arguments: [
    ("a, b.c", ["a", "b.c"]), ("f(a, b), [1, 2]", ["f(a, b)", "[1, 2]"]), (" a ", ["a"]),
    ("\"x, y\", 'z, w'", ["\"x, y\"", "'z, w'"]),
  ])
  func expressionsAreSeparatedByCommas(text: String, expected: [String]) throws {
    #expect(try Expression.list(parsing: SourceText(text)).map(\.source.text) == expected)
  }
}

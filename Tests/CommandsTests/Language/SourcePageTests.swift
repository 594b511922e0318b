import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import TodoShellValues

struct SourcePageTests {
  private static let text = """
    add a  # one
    # nothing
    add \\
      "b c" \\
      $d
    | out
    list
    """

  private func lines() -> [ScriptLine] { Script(scanning: Self.text.utf8, file: "s").lines }

  @Test func linesThatAreReadTogetherShareAPage() {
    let lines = lines()
    #expect(lines.map(\.source.text) == ["add a", "add   \"b c\"   $d", "| out", "list"])
    #expect(lines.allSatisfy { $0.source.page === lines[0].source.page })
    #expect(lines.map(\.lines) == [1...1, 3...5, 6...6, 7...7])
    #expect(lines.map { $0.words.map(\.text) } == [["add", "a"], ["add", "b c", "$d"], [], ["list"]])
    #expect(lines.flatMap { $0.words.map(\.isQuoted) } == [false, false, false, true, false, false])
  }

  @Test func whatIsBehindTheEndOfALineBelongsToIt() {
    let places = lines().map(\.source.endPoint.location)
    #expect(places.map(\.line) == [1, 5, 6, 7])
    #expect(places.map(\.column) == [6, 5, 6, 5])
    for line in lines() {
      let location = line.rest(after: 99).diagnostic("missing").location
      #expect(location == line.source.endPoint.location)
    }
  }

  @Test func theWordsOfALineThatIsNoneAreForgotten() {
    let script = Script(scanning: "add a\nadd b \"\nlist c\n".utf8, file: "s")
    #expect(script.diagnostics.map(\.location.line) == [2])
    #expect(script.lines.map { $0.words.map(\.text) } == [["add", "a"], ["list", "c"]])
    #expect(script.lines[0].source.page.words.count == 4)
  }

  @Test func anInnerCommandHasTheWordsBehindTheOuterOne() throws {
    let outer = try #require(try ScriptLine.parse("fails fails add \"a b\"  # why"))
    let inner = outer.inner(after: 2)
    #expect(inner.source.text == "add \"a b\"")
    #expect(inner.words.map(\.text) == ["add", "a b"])
    #expect(inner.words[1].location.column == 17)
    #expect(outer.inner(after: 9).words.isEmpty)
    #expect(try ScriptLine.parse("fails .tap")?.inner(after: 1).kind == .action)
  }

  @Test func onlyLinesWithADollarAreLookedAtForVariables() throws {
    #expect(try lines().map { try $0.variables().map(\.name) } == [[], ["d"], [], []])
    #expect(lines()[0].source.page.hasDollars)
    #expect(try ScriptLine.parse("list")?.source.page.hasDollars == false)
  }

  private struct World {
    var flag = true
    var todos = [1]
  }

  @Test func errorsPointIntoTheLineOfTheScript() throws {
    let line = try #require(
      try ScriptLine.parse("expect é.x \\\n  && todos.cout == 1 # why", file: "f", line: 4)
    )
    let expression = try Expression(parsing: line.rest(after: 1))
    let diagnostic = diagnostic(of: try expression.evaluate(in: ExpressionContext(["é": ["x": true]])))
    #expect(diagnostic?.location == SourceLocation(file: "f", line: 4, column: 8))
    let other = try Expression(
      parsing: try #require(try ScriptLine.parse("expect flag \\\n && todos.cout == 1")).rest(after: 1)
    )
    let second = TestSupport.diagnostic(
      of: try other.evaluate(in: ExpressionContext(World()))
    )
    #expect(second?.location == SourceLocation(file: "-", line: 2, column: 11))
    #expect(second?.sourceLine == " && todos.cout == 1")
  }
}

import Testing

@testable import Commands
@testable import Debugger

struct ExpectedOutputTests {
  private func difference(_ expected: [String], _ printed: [String]) -> ExpectedOutput.Difference? {
    let script = "list\n" + expected.map { "| \($0)\n" }.joined()
    return ExpectedOutput(Array(Script(scanning: script.utf8, file: "s").lines.dropFirst()))
      .difference(from: printed)
  }

  @Test(arguments: [
    (["a"], ["a"]),
    (["a…"], ["a"]),
    (["…a…"], ["bab"]),
    (["a … c … e"], ["a b c d c e"]),
    (["…"], []),
    (["…"], ["a", "b"]),
    (["a", "…", "b"], ["a", "b"]),
    (["a", "…", "b"], ["a", "b", "c", "b"]),
    (["…", "a…", "…", "z"], ["x", "ab", "y", "z"]),
    (["", "  a "], ["", "  a "]),
    (["… (3 unchanged)"], ["… (3 unchanged)"]),
  ])
  func fits(expected: [String], printed: [String]) {
    #expect(difference(expected, printed) == nil)
  }

  @Test(arguments: [
    (["a"], ["b"], 0..<1, ["b"]),
    (["a", "b", "c"], ["a", "x", "y", "c"], 1..<2, ["x", "y"]),
    (["a"], ["a", "b"], 1..<1, ["b"]),
    (["a"], [], 0..<1, []),
    (["a"], ["b", "a"], 0..<0, ["b"]),
    (["a…", "b"], ["ax", "c"], 1..<2, ["c"]),
    (["…", "a"], ["b"], 0..<2, ["b"]),
    (["a…b"], ["abc"], 0..<1, ["abc"]),
  ])
  func differsWhereOtherLinesStand(
    expected: [String],
    printed: [String],
    lines: Range<Int>,
    other: [String]
  ) throws {
    let found = difference(expected, printed)
    let difference = try #require(found)
    #expect(difference.expected == lines)
    #expect(difference.printed == other)
  }
}

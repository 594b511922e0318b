import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands

/// Exported traces in the Informal Trace Format, read and written by the library of its author.
struct ITFFileTests {
  /// Variants with values that are not plain are no names in Python, so that the library reads no traces with optionals.
  private static let mapping = """
    variable done = todos.map(\\.isComplete)
    variable todos = todos
    variable count = todos.count
    variable balance = 1 - todos.count * 9
    action addTodoButtonTapped: .addTodoButtonTapped
    action todos: toggle 0

    """

  private static let values = [
    "negative": "-1", "huge": "-170141183460469231731687303715884105728", "flag": "true",
    "text": #""é\u{2028}\"\\""#, "emptySet": "Set()", "emptyList": "[]", "emptyMap": "Map()",
    "emptyTuple": "()",
    "sets": "Set(Set(2))", "tupleKeys": #"Map((1, -2) -> ["a"])"#,
    "record": #"{ name: "a", parts: ({ name: "b", parts: 0 }, true) }"#, "unit": "Start",
    "move": "Move({ x: 1, y: 2 })", "wait": "Wait(3)",
  ]

  @Test(.clients) func theLibraryReadsAndWritesTheSame() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.mapping, to: "m.itfmap")
    let (trace, again, made) = (
      folder.file("a.itf.json"), folder.file("b.itf.json"), folder.file("c.itf.json")
    )
    let map = folder.file("m.itfmap")
    let export =
      ".addTodoButtonTapped\n.addTodoButtonTapped\ntoggle 0\nexport --with '\(map)' itf '\(trace)'\n"
    let exported = try run(builtProgram("todoshell"), ["-q"], input: export)
    try #require(exported.status == 0, "\(exported.errors)")
    #expect(try client("itf", trace, again, made) == "")
    let imported = try run(builtProgram("todoshell"), ["-c", "import itf '\(again)' '\(map)'"])
    #expect(imported.output.contains("states of \(again) agree"), "\(imported)")
    let read = try SpecificationTrace(Array(Data(contentsOf: URL(filePath: made))), path: made)
    #expect(read.loop == 0)
    #expect(read.states.first?.mapValues(\.text) == Self.values)
  }
}

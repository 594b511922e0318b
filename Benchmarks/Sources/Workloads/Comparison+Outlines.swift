import TodoShellCommands
import Core

extension Comparison {
  static let outlines: [Comparison] = [
    Comparison(
      "outline",
      rounds: 10,
      [
        .outline("page-1000", count: 1_000),
        .outline("page-100000", count: 100_000),
        .time("dump-100000", operations: 1) {
          let state = Todos.State(todos: Lists.identified(100_000))
          return { use(String(customDumping: state)) }
        },
      ]
    )
  ]
}

extension Contestant {
  /// A page of a hundred todos, as a debugger shows them, with a path to each.
  fileprivate static func outline(_ name: String, count: Int) -> Contestant {
    .time(name, operations: 20) {
      let debugger = Debugger(program: "bench") { _, _ in
        Session(initialState: Todos.State(todos: Lists.identified(count))) { Todos() }
      }
      let todos = try Expression(parsing: SourceText("todos"))
      return { for _ in 0..<20 { use(try debugger.outline(of: todos)) } }
    }
  }
}

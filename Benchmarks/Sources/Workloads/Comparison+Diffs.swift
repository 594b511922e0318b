import Core
import CustomDump

extension Comparison {
  static let diffs: [Comparison] = [
    Comparison(
      "printed-diff",
      rounds: 10,
      [
        .diff("core-10", count: 10, operations: 200) { Core.diff($0, $1) },
        .diff("core-10000", count: 10_000, operations: 200) { Core.diff($0, $1) },
        .diff("reference-10000", count: 10_000, operations: 1) { CustomDump.diff($0, $1) },
      ]
    )
  ]
}

extension Contestant {
  /// The text of what one changed element makes of a state.
  fileprivate static func diff(
    _ name: String,
    count: Int,
    operations: Int,
    _ diff: @escaping @Sendable (Todos.State, Todos.State) -> String?
  ) -> Contestant {
    .time(name, operations: operations) {
      let old = Todos.State(todos: Lists.identified(count))
      var new = old
      new.todos[count / 2].isComplete.toggle()
      return { for _ in 0..<operations { use(diff(old, new)) } }
    }
  }
}

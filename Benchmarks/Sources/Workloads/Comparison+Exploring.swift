import Core

extension Comparison {
  /// One search of the same states by a plain loop, by an exploration, and by one with the effects, which finds more.
  static let exploring: [Comparison] = [
    Comparison(
      "explore",
      rounds: 3,
      [
        search("plain", per: \.transitions, plain), search("plain-states", per: \.states, plain),
        search("quiet", per: \.transitions, quiet),
        search("quiet-states", per: \.states, quiet), search("timed", per: \.transitions, timed),
        search("timed-states", per: \.states, timed), elapsed("one-worker", workers: 1),
        elapsed("two-workers", workers: 2), .memory("memory", operations: TodosSpace.quiet.states, kept),
      ]
    )
  ]

  /// What an exploration keeps when it has found everything.
  private static func kept() throws -> () throws -> Void {
    let exploration = try TodosSpace.quiet.exploration(of: QuietTodos(), waits: false)
    return { exploration.run() }
  }

  /// A search that is measured in the time that passes.
  private static func elapsed(_ name: String, workers: Int) -> Contestant {
    Contestant(name: name) {
      let start = ContinuousClock.now
      let size = try TodosSpace.timed.explore(Todos(), waits: true, workers: workers)
      let time = ContinuousClock.now - start
      return Int(time / .nanoseconds(1) * 1_000) / size.transitions
    }
  }

  private static func plain() -> TodosSpace.Size { TodosSpace.quiet.searchPlainly() }
  private static func quiet() throws -> TodosSpace.Size {
    try TodosSpace.quiet.explore(QuietTodos(), waits: false)
  }
  private static func timed() throws -> TodosSpace.Size { try TodosSpace.timed.explore(Todos(), waits: true) }

  /// A search that is measured in the time of all its threads, by the unit of its size.
  private static func search(
    _ name: String,
    per unit: KeyPath<TodosSpace.Size, Int> & Sendable,
    _ search: @escaping @Sendable () throws -> TodosSpace.Size
  ) -> Contestant {
    Contestant(name: name) {
      let start = processorTimeOfAllThreads()
      let size = try StateObservation.suspended(search)
      let time = processorTimeOfAllThreads() - start
      return time * 1_000 / size[keyPath: unit]
    }
  }
}

import Core

/// Work that is done a number of times, for a program that counts instructions: what a run with more of it takes more
/// is the work's own.
public enum Countable: String, CaseIterable {
  /// A toggle that is sent to a session of ten todos.
  case send
  /// An effect that is started, sleeps, is woken by the clock and sends an action.
  case effect
  /// The same with all effects in flight at a time.
  case flight
  /// A search of all states of some todos by a plain loop, by an exploration, and by one with the effects.
  case plain, quiet, timed

  /// Does the work, and keeps all that came of it.
  ///
  /// - Parameter count: How often; no more than 10,000 times.
  /// - Returns: What came of it. Whoever takes it apart before the program ends counts that too.
  /// - Throws: What the session throws.
  public func run(_ count: Int) throws -> AnyObject {
    let session = Checklist.session(10)
    switch self {
    case .send:
      // As many whatever the count: to make them is not to be counted.
      for action in Checklist.toggles(10_000, below: 10).prefix(count) { try session.send(action) }
    case .effect:
      for _ in 0..<count {
        try session.send(.ring(after: .milliseconds(1)))
        try session.advance(by: .milliseconds(1))
      }
    case .flight:
      for delay in Lists.positions(count, below: 1_000_000) {
        try session.send(.ring(after: .microseconds(delay + 1)))
      }
      try session.advance(by: .seconds(1))
    case .plain: try search(count) { TodosSpace.quiet.searchPlainly() }
    case .quiet: try search(count) { try TodosSpace.quiet.explore(QuietTodos(), waits: false) }
    case .timed: try search(count) { try TodosSpace.timed.explore(Todos(), waits: true) }
    }
    return session
  }

  private func search(_ count: Int, _ search: @Sendable () throws -> TodosSpace.Size) throws {
    for _ in 0..<count { use(try StateObservation.suspended(search)) }
  }
}

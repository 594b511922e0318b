import TodoShellCommands
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
  case storeToggle, recordedToggle, storeSort, recordedSort, storeFilter, recordedFilter, storeText,
    recordedText

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
    default:
      let name = rawValue
      return MainActor.assumeIsolated { UncheckedSendable(Self.store(name, count)) }.value
    }
    return session
  }

  @MainActor private static func store(_ name: String, _ count: Int) -> AnyObject {
    let todos = Lists.identified(10)
    let store = Store(initialState: Todos.State(todos: todos)) { Todos() }
    if name.hasPrefix("recorded") {
      store.recording(to: "/tmp/todoshell-count.session", for: "todoshell", limit: .max)
    }
    for round in 0..<count {
      let id = todos[round % 10].id
      switch name {
      case "storeToggle", "recordedToggle":
        store.send(.todos(.element(id: id, action: .binding(.set(\.isComplete, round / 10 % 2 == 0)))))
      case "storeSort", "recordedSort": store.send(.sortCompletedTodos)
      case "storeFilter", "recordedFilter":
        store.send(.binding(.set(\.filter, round % 2 == 0 ? .active : .all)))
      default: store.send(.todos(.element(id: id, action: .binding(.set(\.description, "Buy \(round)")))))
      }
    }
    return store
  }

  private func search(_ count: Int, _ search: @Sendable () throws -> TodosSpace.Size) throws {
    for _ in 0..<count { use(try StateObservation.suspended(search)) }
  }
}

import TodoShellSessions
import Core
import Foundation

/// What can be done with some todos: at most so many are added, the first of those shown is toggled or deleted, and the
/// filter is changed. `Benchmarks/Models` says the same for model checkers.
public struct TodosSpace: Sendable {
  /// The maximum number of todos.
  public let most: Int

  /// What is searched without effects, and by the plain loop.
  public static let quiet = TodosSpace(most: 10)
  /// What is searched with effects.
  public static let timed = TodosSpace(most: 6)

  /// The actions that are possible in a state.
  func actions(in state: Todos.State) -> [(name: String, action: Todos.Action)] {
    var actions: [(name: String, action: Todos.Action)] = []
    if state.todos.count < most { actions.append(("add", .addTodoButtonTapped)) }
    if let first = state.filteredTodos.first {
      actions.append(
        ("toggle", .todos(.element(id: first.id, action: .binding(.set(\.isComplete, !first.isComplete)))))
      )
      actions.append(("delete", .delete([0])))
    }
    let filters = Filter.allCases
    let next = filters.firstIndex(of: state.filter).map { filters[($0 + 1) % filters.count] } ?? .all
    actions.append(("filter", .binding(.set(\.filter, next))))
    return actions
  }

  /// The size of a search.
  public struct Size: Equatable, Sendable {
    public var states = 1
    /// The pairs of a state and an action that is possible in it.
    public var transitions = 0
  }

  /// Two states are the same if they differ in nothing else.
  private struct Key: Hashable {
    let filter: Filter
    let isComplete: [Bool]

    init(_ state: Todos.State) {
      filter = state.filter
      isComplete = state.todos.map(\.isComplete)
    }
  }

  /// Finds all states by a plain loop over the reducer, which knows how to compare them, and nothing else.
  public func searchPlainly() -> Size {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      // Once, as an engine does: `body` would be built at each action.
      let reducer = Reduce(QuietTodos())
      var size = Size()
      var frontier = [Todos.State()]
      var known: Set = [Key(frontier[0])]
      while !frontier.isEmpty {
        var next: [Todos.State] = []
        for state in frontier {
          for (_, action) in actions(in: state) {
            var copy = state
            use(reducer.reduce(into: &copy, action: action))
            size.transitions += 1
            if known.insert(Key(copy)).inserted { next.append(copy) }
          }
        }
        size.states += next.count
        frontier = next
      }
      return size
    }
  }

  /// Finds all states by an exploration.
  ///
  /// - Parameters:
  ///   - reducer: The todos.
  ///   - waits: Whether to let time pass, too.
  ///   - workers: The number of threads.
  /// - Throws: If it does not find all.
  func explore(
    _ reducer: some Reducer<Todos.State, Todos.Action>,
    waits: Bool,
    workers: Int = 1
  ) throws -> Size {
    let exploration = try exploration(of: reducer, waits: waits, workers: workers)
    exploration.run()
    guard exploration.coverage.isComplete else { throw Incomplete() }
    return Size(states: exploration.coverage.states, transitions: exploration.coverage.transitions)
  }

  /// The number of states without effects: a filter, and as many check boxes as there are todos.
  var states: Int { 3 * (1 << (most + 1) - 1) }

  /// An exploration that finds all states.
  func exploration(
    of reducer: some Reducer<Todos.State, Todos.Action>,
    waits: Bool,
    workers: Int = 1
  ) throws -> Exploration<Todos.State, Todos.Action> {
    var plan = Exploration<Todos.State, Todos.Action>.Plan()
    (plan.depth, plan.sequences, plan.workers) = (1_000, 100_000_000, workers)
    let most = most
    return try Exploration(
      of: [.always("few") { $0.state.todos.count <= most }],
      from: Session(initialState: Todos.State()) { reducer },
      plan: plan
    ) { session in
      var steps = actions(in: session.state).map { name, action in
        ExplorationStep<Todos.State, Todos.Action>(name, group: name) { try $0.send(action) }
      }
      if waits, !session.effects.isEmpty { steps.append(.run) }
      return steps
    }
  }

  /// - Throws: If an exploration without effects does not find what the plain loop finds.
  public func check() throws {
    guard try explore(QuietTodos(), waits: false) == searchPlainly() else { throw Incomplete() }
  }

  private struct Incomplete: Error {}
}

/// The todos without their effects.
struct QuietTodos: Reducer {
  private let todos = Reduce(Todos())

  var body: some Reducer<Todos.State, Todos.Action> {
    Reduce { state, action in
      use(todos.reduce(into: &state, action: action))
      return .none
    }
  }
}

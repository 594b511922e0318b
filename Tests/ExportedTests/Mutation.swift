import Core
import Synchronization

@testable import BookShell
@testable import TodoShell

// The exported tests create `Todos()` and `Library()`. In this module, these are the features with a mutation.

struct Todos: Reducer {
  typealias State = TodoShell::Todos.State
  typealias Action = TodoShell::Todos.Action

  let body = Mutated(TodoShell::Todos())
}

struct Library: Reducer {
  typealias State = BookShell::Library.State
  typealias Action = BookShell::Library.Action

  let body = Mutated(BookShell::Library())
}

/// What is wrong with the feature that a test creates.
final class Mutation: Sendable {
  enum Fault {
    case none
    /// The state does not change with one of the actions, but only with the one after it.
    case lateChange(action: Int)
    /// No effect is started.
    case noEffects
  }

  @TaskLocal static var current: Mutation?

  let fault: Fault
  private let progress = Mutex(Progress())

  private struct Progress {
    var count = 0
    var changing: [Int] = []
  }

  init(_ fault: Fault) { self.fault = fault }

  /// The numbers of the actions that changed the state.
  var changingActions: [Int] { progress.withLock { $0.changing } }

  fileprivate func noteAction(changesState: Bool) -> Int {
    progress.withLock { progress in
      if changesState { progress.changing.append(progress.count) }
      progress.count += 1
      return progress.count - 1
    }
  }
}

/// A feature with the current mutation.
struct Mutated<Base: Reducer>: Reducer where Base.State: Equatable & Sendable {
  private let base: Base
  private let mutation = Mutation.current
  private let correctState = IsolatedState<Base.State>()

  init(_ base: Base) { self.base = base }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let correct = correctState.take() { state = correct }
    let before = state
    let effect = base.reduce(into: &state, action: action)
    guard let mutation else { return effect }
    let number = mutation.noteAction(changesState: state != before)
    switch mutation.fault {
    case .none: return effect
    case .noEffects: return .none
    case .lateChange(number):
      correctState.set(state)
      state = before
      return effect
    case .lateChange: return effect
    }
  }
}

/// The state that a mutation withholds.
private final class IsolatedState<State: Sendable>: Sendable {
  private let state = Mutex<State?>(nil)

  func set(_ newState: State) { state.withLock { $0 = newState } }

  func take() -> State? {
    state.withLock { state in
      defer { state = nil }
      return state
    }
  }
}

import TodoShellSessions
import Core

/// A loading flag that stays on after a failure, while a heartbeat keeps the feature from coming to rest.
struct EndlessLoading: SeededBug {
  struct State: Equatable, Sendable {
    var isLoading = false
    var isAwake = false
  }
  enum Action: Equatable, Sendable { case start, load, beat, failed }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start, .beat:
        state.isAwake = true
        return Self.later(.seconds(5), .beat, on: clock)
      case .load:
        state.isLoading = true
        return Self.later(.seconds(1), .failed, on: clock)
      case .failed:
        if isFixed { state.isLoading = false }
        return .none
      }
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] {
    if !state.isAwake { return [.start] }
    return state.isLoading ? [] : [.load]
  }
  static func isRight(_ state: State) -> Bool { !state.isLoading }
  static var property: Property<State, Action> {
    .leadsTo("loading ends") {
      $0.state.isLoading
    } to: {
      !$0.state.isLoading
    }
  }
  static var script: [String] {
    ["start", "load", "advance 1.0 seconds", "advance 4.0 seconds", "advance 5.0 seconds"]
  }
}

/// A save that is put off by each edit, and so never happens while the user types.
struct StarvedSave: SeededBug {
  struct State: Equatable, Sendable { var isDirty = false }
  enum Action: Equatable, Sendable { case edit, save }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  private enum CancelID { case save }

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .edit:
        if isFixed, state.isDirty { return .none }
        state.isDirty = true
        return Self.later(.seconds(1), .save, on: clock).cancellable(id: CancelID.save, cancelInFlight: true)
      case .save:
        state.isDirty = false
        return .none
      }
    }
  }

  static var start: State { State() }
  static func actions(in _: State) -> [Action] { [.edit] }
  static func isRight(_ state: State) -> Bool { !state.isDirty }
  static var property: Property<State, Action> {
    .leadsTo("edits are saved") {
      $0.state.isDirty
    } to: {
      !$0.state.isDirty
    }
  }
  static var script: [String] { ["edit", "advance 0.9 seconds", "edit"] }
}

/// A sheet that an effect shows although there is an alert by then.
struct SheetOverAlert: SeededBug {
  struct State: Equatable, Sendable {
    var hasAlert = false
    var hasSheet = false
  }
  enum Action: Equatable, Sendable { case open, fail, dismiss, show }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open: return Self.later(.seconds(1), .show, on: clock)
      case .fail: if !state.hasSheet { state.hasAlert = true }
      case .dismiss: state = State()
      case .show: if !state.hasAlert || !isFixed { state.hasSheet = true }
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in _: State) -> [Action] { [.open, .fail, .dismiss] }
  static func isRight(_ state: State) -> Bool { !(state.hasAlert && state.hasSheet) }
  static var script: [String] { ["open", "fail", "advance 1.0 seconds"] }
}

/// A total that does not follow a change of a quantity.
struct DriftingTotal: SeededBug {
  struct State: Equatable, Sendable {
    var quantities = [1]
    var total = 1
  }
  enum Action: Equatable, Sendable { case add, more(Int), remove }

  let isFixed: Bool

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add:
        state.quantities.append(1)
        state.total += 1
      case .more(let index):
        // A shorter sequence is tried with the same steps, even if what they change is gone.
        guard state.quantities.indices.contains(index) else { break }
        state.quantities[index] += 1
        if isFixed { state.total += 1 }
      case .remove: state.total -= state.quantities.popLast() ?? 0
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] {
    (state.quantities.count < 3 ? [.add] : []) + [.remove]
      + state.quantities.indices.filter { state.quantities[$0] < 3 }.map(Action.more)
  }
  static func isRight(_ state: State) -> Bool { !state.quantities.isEmpty || state.total == 0 }
  static var script: [String] { ["more(0)", "remove"] }
}

/// Moving to the end loses an element.
struct OffByOneMove: SeededBug {
  struct State: Equatable, Sendable { var items = ["a", "b", "c"] }
  enum Action: Equatable, Sendable { case move(Int, Int) }

  let isFixed: Bool

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .move(let from, let to) = action else { return .none }
      let item = state.items.remove(at: from)
      // The last place is the number of items after the removal.
      if isFixed || to < state.items.count { state.items.insert(item, at: to) }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in state: State) -> [Action] {
    state.items.indices.flatMap { from in state.items.indices.map { Action.move(from, $0) } }
  }
  static func isRight(_ state: State) -> Bool { state.items.sorted() == ["a", "b", "c"] }
  static var script: [String] { ["move(0, 2)"] }
}

/// Something that happens only at the twelfth tap in a row.
struct TwelfthTap: SeededBug {
  struct State: Equatable, Sendable {
    var taps = 0
    var isOn = false
    var volume = 0
  }
  enum Action: Equatable, Sendable { case tap, toggle, louder, rest }

  let isFixed: Bool

  init(isFixed: Bool) { self.isFixed = isFixed }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .tap: state.taps = isFixed ? min(state.taps + 1, 11) : state.taps + 1
      case .toggle: state.isOn.toggle()
      case .louder: state.volume = min(state.volume + 1, 3)
      case .rest: state.taps = 0
      }
      return .none
    }
  }

  static var start: State { State() }
  static func actions(in _: State) -> [Action] { [.toggle, .louder, .rest, .tap] }
  static func isRight(_ state: State) -> Bool { state.taps < 12 }
  static var script: [String] { Array(repeating: "tap", count: 12) }
}

import Core
import TodoShellSessions

/// The feature that a ``Machine`` describes.
struct MachineFeature: Reducer {
  struct State: Equatable, Sendable {
    var values = [0, 0]
    var child: MachineChild.State?
    var rows: IdentifiedArrayOf<MachineChild.State> = []

    /// The same as ``MachineModel/values``.
    func all(in machine: Machine) -> [Int] {
      values + (0..<machine.slots).map { ($0 == 0 ? child : rows[id: $0])?.values[0] ?? -1 }
    }
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case command(Int), event(Int)
    case child(MachineChild.Action)
    case rows(IdentifiedActionOf<MachineChild>)

    /// The same as in the model, if it is an event.
    var event: MachineModel.Event? {
      switch self {
      case .command: nil
      case .event(let number): .init(slot: nil, number: number)
      case .child(.event(let number)): .init(slot: 0, number: number)
      case .rows(.element(let slot, .event(let number))): .init(slot: slot, number: number)
      case .child, .rows: nil
      }
    }
  }

  let machine: Machine

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .command(let number): apply(machine.commands[number], to: &state)
      case .event(let number): apply(machine.events[number], to: &state)
      case .child(.event(let number)): apply(machine.reactions[number], to: &state, after: 0)
      case .rows(.element(let slot, .event(let number))):
        apply(machine.reactions[number], to: &state, after: slot)
      case .child, .rows: .none
      }
    }
    .ifLet(\.child, action: \.child) { MachineChild(machine: machine) }
    .forEach(\.rows, action: \.rows) { MachineChild(machine: machine) }
  }

  private func apply(_ rule: Machine.Rule, to state: inout State, after actor: Int? = nil) -> Effect<Action> {
    guard rule.apply(to: &state.values) else { return .none }
    if let presence = rule.presence, let slot = presence.slot ?? actor {
      let child = presence.isPresent ? MachineChild.State(id: slot) : nil
      if slot == 0 { state.child = child } else { state.rows[id: slot] = child }
    }
    return machine.effect(of: rule.parts, named: "program") { .event($0) }
  }

  /// A step that does the same as a choice.
  func step(_ choice: Machine.Choice) -> ExplorationStep<State, Action> {
    let text = choice.description
    switch choice {
    case .command(let number):
      return ExplorationStep(text, group: "command") { try $0.send(.command(number)) }
    case .pair(let first, let second):
      return ExplorationStep(text, group: "command") { session in
        for number in [first, second] { try session.send(.command(number)) }
      }
    case .childCommand(let slot, let number):
      return ExplorationStep(text, group: "child") { session in
        let isThere = slot == 0 ? session.state.child != nil : session.state.rows[id: slot] != nil
        guard isThere else { throw NoChild() }
        try session.send(
          slot == 0 ? .child(.command(number)) : .rows(.element(id: slot, action: .command(number)))
        )
      }
    case .advance(let tenths): return .advance(by: .milliseconds(100 * tenths), text: text)
    case .run: return .run
    }
  }

  private struct NoChild: Error {}

  func steps(in session: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    machine.choices(at: session.state.all(in: machine)).map(step)
  }
}

/// A child of a ``MachineFeature``.
struct MachineChild: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var values = [0]
  }

  enum Action: Equatable, Sendable { case command(Int), event(Int) }

  let machine: Machine

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      let rule =
        switch action {
        case .command(let number): machine.childCommands[number]
        case .event(let number): machine.childEvents[number]
        }
      guard rule.apply(to: &state.values) else { return .none }
      return machine.effect(of: rule.parts, named: "child program") { .event($0) }
    }
  }
}

extension Machine {
  /// - Parameter name: Effects that do different things have different names, as the place of their creation is the
  ///   same.
  fileprivate func effect<Action: Sendable>(
    of parts: [Part],
    named name: String,
    event: @escaping @Sendable (Int) -> Action
  ) -> Effect<Action> {
    func run(_ number: Int) -> Effect<Action> {
      let program = programs[number]
      return .run(name: "\(name) \(number)") { send in
        @Dependency(\.continuousClock) var clock
        repeat {
          for operation in program.operations {
            switch operation {
            case .sleep(let tenths): try await clock.sleep(for: .milliseconds(100 * tenths))
            case .send(let number): await send(event(number))
            }
          }
        } while program.isEndless
      }
    }
    return .merge(
      parts.map { part in
        switch part {
        case .cancel(let id): return .cancel(id: id)
        case .run(let numbers, let id, let cancelsInFlight):
          let effect = numbers.count == 1 ? run(numbers[0]) : .concatenate(numbers.map(run))
          return id.map { effect.cancellable(id: $0, cancelInFlight: cancelsInFlight) } ?? effect
        }
      }
    )
  }
}

import Sessions
import Core
import TestSupport

/// A small random feature: variables with three values each, and effects that sleep, send and cancel each other.
struct Machine: Hashable {
  /// The operations of an effect, one after the other.
  enum Operation: Hashable {
    /// Sleeps for some tenths of a second.
    case sleep(Int)
    /// Sends the event with a number.
    case send(Int)
  }

  /// The work of an effect.
  struct Program: Hashable {
    var operations: [Operation]
    /// Whether it begins again at its end.
    var isEndless = false
  }

  /// An effect that an action returns.
  enum Part: Hashable {
    /// Programs one after the other, by their numbers.
    case run([Int], id: Int?, cancelsInFlight: Bool)
    case cancel(Int)
  }

  /// What an action does.
  struct Rule: Hashable {
    /// A variable and the value that it must have.
    var condition: (variable: Int, value: Int)?
    /// A variable, and its new value, or what to add to it.
    var change: (variable: Int, value: Int, isSum: Bool)?
    var parts: [Part]

    static func == (lhs: Self, rhs: Self) -> Bool { "\(lhs)" == "\(rhs)" }
    func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }

    /// The effects that follow, after a change of the variables.
    func apply(to values: inout [Int]) -> [Part] {
      if let condition, values[condition.variable] != condition.value { return [] }
      if let change {
        values[change.variable] = (change.isSum ? values[change.variable] + change.value : change.value) % 3
      }
      return parts
    }
  }

  var programs: [Program] = []
  var commands: [Rule] = []
  var events: [Rule] = []

  /// Draws a machine.
  init(_ random: inout SeededGenerator) {
    let eventCount = 1 + random.below(3)
    for number in 0..<4 {
      var operations: [Operation] = []
      // Effects that events can start must begin with a sleep; otherwise an instant might never end.
      if number == 3, random.below(2) == 0 { operations.append(.send(random.below(eventCount))) }
      let pause = 1 + random.below(2)
      for _ in 0..<1 + random.below(3) {
        operations.append(.sleep(random.below(3) == 0 ? 1 + random.below(2) : pause))
        if random.below(3) == 0 { operations.append(.send(random.below(eventCount))) }
      }
      var program = Program(operations: operations)
      if random.below(6) == 0, number < 3 {
        // Of an endless effect, only one action may follow the other: see `EffectProgress.steps`.
        program = Program(operations: operations.filter { if case .sleep = $0 { true } else { false } })
        program.isEndless = true
        program.operations.append(.send(random.below(eventCount)))
      } else if random.below(2) == 0 {
        program.operations.append(.send(random.below(eventCount)))
      }
      programs.append(program)
    }
    commands = (0..<1 + random.below(2)).map { _ in Self.rule(&random, programs: 4, most: 2) }
    events = (0..<eventCount).map { _ in Self.rule(&random, programs: 3, most: 1) }
  }

  /// The same with an event after each sleep.
  func sendingAfterEachSleep() -> Machine {
    var copy = self
    for index in programs.indices {
      let event = index % events.count
      var operations = programs[index].operations.flatMap { operation -> [Operation] in
        if case .sleep = operation { [operation, .send(event)] } else { [operation] }
      }
      if programs[index].isEndless { operations = Array(operations.prefix(2)) }
      copy.programs[index].operations = operations
    }
    return copy
  }

  private static func rule(_ random: inout SeededGenerator, programs: Int, most: Int) -> Rule {
    let parts = (0..<random.below(most + 1)).map { _ -> Part in
      if random.below(4) == 0 { return .cancel(random.below(2)) }
      let numbers = (0..<1 + random.below(4) / 3).map { _ in random.below(programs) }
      return .run(
        numbers,
        id: random.below(8) == 0 ? nil : random.below(2),
        cancelsInFlight: random.below(6) > 0
      )
    }
    return Rule(
      condition: random.below(2) == 0 ? (random.below(2), random.below(3)) : nil,
      change: random.below(4) == 0 ? nil : (random.below(2), random.below(3), random.below(2) == 0),
      parts: parts
    )
  }
}

extension Machine: Reducer {
  struct State: Equatable, Sendable { var values = [0, 0] }
  enum Action: Equatable, Sendable { case command(Int), event(Int) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      let rule =
        switch action {
        case .command(let number): commands[number]
        case .event(let number): events[number]
        }
      return .merge(rule.apply(to: &state.values).map(effect))
    }
  }

  private func effect(_ part: Part) -> Effect<Action> {
    switch part {
    case .cancel(let id): return .cancel(id: id)
    case .run(let numbers, let id, let cancelsInFlight):
      let effect = numbers.count == 1 ? run(numbers[0]) : .concatenate(numbers.map(run))
      return id.map { effect.cancellable(id: $0, cancelInFlight: cancelsInFlight) } ?? effect
    }
  }

  private func run(_ number: Int) -> Effect<Action> {
    let program = programs[number]
    return .run(name: "program \(number)") { send in
      @Dependency(\.continuousClock) var clock
      repeat {
        for operation in program.operations {
          switch operation {
          case .sleep(let tenths): try await clock.sleep(for: .milliseconds(100 * tenths))
          case .send(let event): await send(.event(event))
          }
        }
      } while program.isEndless
    }
  }

  /// Its commands, and a clock move to the next tenth of a second.
  func steps(in _: Session<State, Action>) -> [ExplorationStep<State, Action>] {
    commands.indices.map { number in
      ExplorationStep("command \(number)", group: "command") { try $0.send(.command(number)) }
    } + [.advance(by: .milliseconds(100), text: "advance 100ms")]
  }
}

import TestSupport

/// A small random feature, as tables: variables with three values each, effects that sleep, send and cancel each other,
/// and children that come and go.
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

  /// The value that a variable must have.
  struct Guard: Hashable {
    var variable: Int
    var value: Int
  }

  /// The new value of a variable, or what to add to it.
  struct Change: Hashable {
    var variable: Int
    var value: Int
    var isSum: Bool
  }

  /// What becomes of a child.
  struct Presence: Hashable {
    /// The child; `nil` for the one that acts.
    var slot: Int?
    /// Whether it is there afterwards, as a new one.
    var isPresent: Bool
  }

  /// What an action does.
  struct Rule: Hashable {
    var condition: Guard?
    var change: Change?
    var presence: Presence?
    var parts: [Part] = []

    /// Changes the variables.
    ///
    /// - Returns: Whether the rule applies.
    func apply(to values: inout [Int]) -> Bool {
      if let condition, values[condition.variable] != condition.value { return false }
      if let change {
        values[change.variable] = (change.isSum ? values[change.variable] + change.value : change.value) % 3
      }
      return true
    }
  }

  /// The effects of all rules, by their numbers.
  var programs: [Program] = []
  /// What a person can do.
  var commands: [Rule] = []
  /// What effects send.
  var events: [Rule] = []
  /// The same for the children, which have one variable each.
  var childCommands: [Rule] = []
  var childEvents: [Rule] = []
  /// What the parent does after an event of a child.
  var reactions: [Rule] = []
  /// The number of children that there can be. The first is optional, the others are elements of a collection.
  var slots = 0
  /// The moves of the clock, in tenths of a second, besides one of a tenth; 0 for one until nothing is in flight.
  var moves: [Int] = []
  /// Commands that are also done as a single step, one after the other.
  var pair: [Int] = []

  /// Draws a machine.
  ///
  /// - Parameter isSmall: Whether only a tenth of a second passes at a time, and an event follows each sleep.
  init(_ random: inout SeededGenerator, isSmall: Bool = false) {
    let eventCount = 1 + random.below(3)
    programs = (0..<4).map { Self.program($0, eventCount, &random) }
    slots = max(0, random.below(6) - 2)
    // One of them lets a child appear.
    commands = (0..<(slots > 0 ? 2 : 1 + random.below(2))).map { _ in
      Self.rule(&random, programs: 4, most: 2)
    }
    events = (0..<eventCount).map { _ in Self.rule(&random, programs: 3, most: 1) }
    childCommands = slots > 0 ? [Self.childRule(&random, programs: 4, most: 2)] : []
    childEvents = (0..<eventCount).map { _ in Self.childRule(&random, programs: 3, most: 1) }
    reactions = (0..<eventCount).map { _ in
      random.below(2) == 0 ? Rule() : Self.rule(&random, programs: 3, most: 1)
    }
    if slots > 0 {
      commands[0].presence = Presence(slot: random.below(slots), isPresent: true)
      for index in commands.indices.dropFirst() { commands[index].presence = presence(&random) }
      for index in events.indices { events[index].presence = presence(&random) }
      for index in reactions.indices {
        reactions[index].presence =
          random.below(3) == 0 ? Presence(slot: nil, isPresent: random.below(3) == 0) : presence(&random)
      }
    }
    if isSmall {
      sendAfterEachSleep()
      return
    }
    if random.below(3) == 0 { moves.append(2 + random.below(2)) }
    if random.below(4) == 0, !programs.contains(where: \.isEndless) { moves.append(0) }
    if random.below(3) == 0 { pair = (0..<2).map { _ in random.below(commands.count) } }
  }

  /// A machine of given tables.
  init(programs: [Program], commands: [Rule], events: [Rule]) {
    (self.programs, self.commands, self.events) = (programs, commands, events)
  }

  private static func program(_ number: Int, _ eventCount: Int, _ random: inout SeededGenerator) -> Program {
    var operations: [Operation] = []
    // Effects that events can start must begin with a sleep; otherwise an instant might never end.
    if number == 3, random.below(2) == 0 { operations.append(.send(random.below(eventCount))) }
    let pause = 1 + random.below(2)
    for _ in 0..<1 + random.below(3) {
      operations.append(.sleep(random.below(3) == 0 ? 1 + random.below(2) : pause))
      if random.below(3) == 0 { operations.append(.send(random.below(eventCount))) }
    }
    if random.below(4) == 0, number < 3 {
      // Of an endless effect, only one action may follow the other: see `EffectContext.progress`.
      operations = operations.filter { if case .sleep = $0 { true } else { false } }
      return Program(operations: operations + [.send(random.below(eventCount))], isEndless: true)
    }
    if random.below(2) == 0 { operations.append(.send(random.below(eventCount))) }
    // Two in a row send no more actions than `EffectContext.progress` tells apart.
    while operations.count(where: { if case .send = $0 { true } else { false } }) > 3 {
      operations.removeLast()
    }
    return Program(operations: operations)
  }

  private mutating func sendAfterEachSleep() {
    for index in programs.indices {
      let event = index % events.count
      var operations = programs[index].operations.flatMap { operation -> [Operation] in
        if case .sleep = operation { [operation, .send(event)] } else { [operation] }
      }
      if programs[index].isEndless { operations = Array(operations.prefix(2)) }
      programs[index].operations = operations
    }
  }

  private static func rule(_ random: inout SeededGenerator, programs: Int, most: Int) -> Rule {
    Rule(
      condition: random.below(2) == 0 ? Guard(variable: random.below(2), value: random.below(3)) : nil,
      change: random.below(4) == 0
        ? nil : Change(variable: random.below(2), value: random.below(3), isSum: random.below(2) == 0),
      parts: parts(&random, programs: programs, most: most)
    )
  }

  private static func childRule(_ random: inout SeededGenerator, programs: Int, most: Int) -> Rule {
    Rule(
      condition: random.below(3) == 0 ? Guard(variable: 0, value: random.below(3)) : nil,
      change: random.below(3) == 0
        ? nil : Change(variable: 0, value: random.below(3), isSum: random.below(3) == 0),
      parts: parts(&random, programs: programs, most: most)
    )
  }

  private static func parts(_ random: inout SeededGenerator, programs: Int, most: Int) -> [Part] {
    (0..<random.below(most + 1)).map { _ -> Part in
      if random.below(4) == 0 { return .cancel(random.below(2)) }
      let numbers = (0..<1 + random.below(4) / 3).map { _ in random.below(programs) }
      return .run(
        numbers,
        id: random.below(8) == 0 ? nil : random.below(2),
        cancelsInFlight: random.below(6) > 0
      )
    }
  }

  private func presence(_ random: inout SeededGenerator) -> Presence? {
    random.below(2) == 0 ? nil : Presence(slot: random.below(slots), isPresent: random.below(3) == 0)
  }
}

extension Machine {
  /// Something that can be done.
  enum Choice: Hashable, CustomStringConvertible {
    case command(Int)
    /// Two commands, each a turn of its own.
    case pair(Int, Int)
    case childCommand(slot: Int, Int)
    /// Lets tenths of a second pass.
    case advance(Int)
    /// Lets time pass until nothing is in flight.
    case run

    var description: String {
      switch self {
      case .command(let number): "command \(number)"
      case .pair(let first, let second): "commands \(first) and \(second)"
      case .childCommand(let slot, let number): "child \(slot) command \(number)"
      case .advance(let tenths): "advance \(tenths)00ms"
      case .run: "run"
      }
    }

    var isMove: Bool {
      switch self {
      case .command, .pair, .childCommand: false
      case .advance, .run: true
      }
    }
  }

  /// What a person can do, with the variables and the children as in ``MachineModel/values``.
  func choices(at values: [Int]) -> [Choice] {
    var choices = commands.indices.map(Choice.command)
    if !pair.isEmpty { choices.append(.pair(pair[0], pair[1])) }
    for slot in 0..<slots where values[2 + slot] >= 0 {
      choices += childCommands.indices.map { .childCommand(slot: slot, $0) }
    }
    return choices + [.advance(1)] + moves.map { $0 == 0 ? .run : .advance($0) }
  }

  /// Simpler machines, the simplest first.
  var simpler: [Machine] {
    var simpler: [Machine] = []
    func add(_ change: (inout Machine) -> Void) {
      var copy = self
      change(&copy)
      if copy != self, !simpler.contains(copy) { simpler.append(copy) }
    }
    if slots > 0 {
      add { machine in
        machine.slots -= 1
        for table in Self.tables {
          for index in machine[keyPath: table].indices
          where machine[keyPath: table][index].presence?.slot == machine.slots {
            machine[keyPath: table][index].presence = nil
          }
        }
      }
    }
    add { $0.moves = [] }
    add { $0.pair = [] }
    if commands.count > 1, !pair.contains(commands.count - 1) { add { $0.commands.removeLast() } }
    add { if !$0.childCommands.isEmpty { $0.childCommands.removeLast() } }
    for table in Self.tables {
      for index in self[keyPath: table].indices {
        let rule = self[keyPath: table][index]
        add { $0[keyPath: table][index] = Rule() }
        for part in rule.parts.indices { add { $0[keyPath: table][index].parts.remove(at: part) } }
        add { $0[keyPath: table][index].presence = nil }
        add { $0[keyPath: table][index].condition = nil }
        add { $0[keyPath: table][index].change = nil }
        for (position, part) in rule.parts.enumerated() {
          if case .run(let numbers, let id, let cancelsInFlight) = part, numbers.count > 1 {
            let shorter = Part.run([numbers[0]], id: id, cancelsInFlight: cancelsInFlight)
            add { $0[keyPath: table][index].parts[position] = shorter }
          }
        }
      }
    }
    for (number, program) in programs.enumerated() {
      add { $0.programs[number].isEndless = false }
      // The first sleep keeps instants finite.
      for index in program.operations.indices.dropFirst() {
        add { $0.programs[number].operations.remove(at: index) }
      }
    }
    return simpler
  }

  private static var tables: [WritableKeyPath<Machine, [Rule]>] {
    [\.commands, \.events, \.childCommands, \.childEvents, \.reactions]
  }
}

import TodoShellSessions

/// A model of the steps of a ``Machine``: where each effect is, in the order in which they continue.
struct MachineModel: Hashable {
  /// An effect that sleeps.
  struct Sleeper: Hashable {
    var program: Int
    /// The position of the operation after the sleep.
    var next: Int
    /// The programs that follow, the first one first.
    var rest: [Int]
    var id: Int?
    /// The child that it belongs to.
    var slot: Int?
    /// The tenths of a second until it continues.
    var due: Int
  }

  /// An event of the parent or of a child.
  struct Event: Hashable {
    let slot: Int?
    let number: Int
  }

  /// A moment at which conditions are judged.
  struct Point: Hashable {
    let values: [Int]
    /// The tenths of a second since the point before it.
    let passed: Int
    /// What was sent since then.
    let events: Set<Event>
    /// Whether time can pass before anything else happens.
    let isSettled: Bool
    let isQuiescent: Bool
  }

  /// What a step does.
  struct Step {
    var points: [Point]
    var model: MachineModel
    var isMove = false
  }

  /// The values of the variables, and of the variable of each child, which is -1 if there is no such child.
  var values: [Int]
  var sleepers: [Sleeper] = []

  init(startOf machine: Machine) {
    values = [0, 0] + Array(repeating: -1, count: machine.slots)
  }

  fileprivate init(values: [Int], sleepers: [Sleeper]) {
    (self.values, self.sleepers) = (values, sleepers)
  }

  var start: Point {
    Point(values: values, passed: 0, events: [], isSettled: true, isQuiescent: sleepers.isEmpty)
  }

  enum Order {
    /// Effects continue in the order in which they fell asleep.
    case usual
    /// All that is due at one instant continues in any order before anything else is done.
    case any
    /// Each may also continue alone, after which anything can be done.
    case piecemeal
  }

  /// The steps from here in which no more than a tenth of a second passes: all others are made of them.
  ///
  /// - Parameter order: The possible orders of effects that are due at one instant.
  func steps(of machine: Machine, _ order: Order) -> [Step] {
    var steps = machine.choices(at: values).flatMap { choice -> [Step] in
      choice.isMove ? [] : act(choice, of: machine, order)
    }
    steps += tick(of: machine, order)
    if order == .piecemeal, let first = sleepers.map(\.due).min() {
      let due = sleepers.indices.filter { sleepers[$0].due == first }
      if due.count > 1 { steps += due.map { resume($0, after: first, of: machine) } }
    }
    return steps
  }

  /// What a choice leads to if effects continue in the usual order; `nil` if it is impossible, or never ends.
  func step(_ choice: Machine.Choice, of machine: Machine) -> Step? {
    switch choice {
    case .command, .pair, .childCommand: return act(choice, of: machine, .usual).first
    case .advance(let tenths):
      var step = Step(points: [], model: self, isMove: true)
      for _ in 0..<tenths { step.append(step.model.tick(of: machine, .usual)[0]) }
      return step
    case .run:
      var step = Step(points: [], model: self, isMove: true)
      for _ in 0..<Self.longest where !step.model.sleepers.isEmpty {
        step.append(step.model.tick(of: machine, .usual)[0])
      }
      return step.points.isEmpty || !step.model.sleepers.isEmpty ? nil : step
    }
  }

  /// How many tenths of a second a run may take.
  static let longest = 100

  private func act(_ choice: Machine.Choice, of machine: Machine, _ order: Order) -> [Step] {
    if case .pair(let first, let second) = choice {
      return act(.command(first), of: machine, order).flatMap { one in
        one.model.act(.command(second), of: machine, order).map { two in
          Step(points: one.points + two.points, model: two.model)
        }
      }
    }
    var run = Run(self, machine)
    guard run.perform(choice) else { return [] }
    run.drain()
    return run.finishInstant(order).map { $0.ended(after: 0) }
  }

  /// Lets a tenth of a second pass.
  private func tick(of machine: Machine, _ order: Order) -> [Step] {
    var before = [Run(self, machine)]
    if sleepers.contains(where: { $0.due == 0 }) {
      before = before[0].finishInstant(order).map { run in
        var run = run
        run.mark(after: 0)
        return run
      }
    }
    return before.flatMap { run in
      run.after(1).finishInstant(order).map { later in
        var step = later.ended(after: 1)
        step.isMove = true
        return step
      }
    }
  }

  private func resume(_ position: Int, after time: Int, of machine: Machine) -> Step {
    var run = Run(self, machine).after(time)
    run.wake(position)
    run.drain()
    var step = run.ended(after: time)
    step.isMove = true
    return step
  }
}

extension MachineModel.Step {
  fileprivate mutating func append(_ next: Self) {
    points += next.points
    model = next.model
  }
}

/// The machine while something happens at one instant.
private struct Run {
  private struct Effect {
    var sleeper: MachineModel.Sleeper
    var isCancelled = false
    var hasEnded = false
  }

  private let machine: Machine
  private var values: [Int]
  private var effects: [Effect]
  /// The effects that sleep, in the order in which they fell asleep.
  private var asleep: [Int]
  private var jobs: [Int] = []
  private var inbox: [(event: Int, effect: Int)] = []
  private var events: Set<MachineModel.Event> = []
  private var points: [MachineModel.Point] = []

  init(_ model: MachineModel, _ machine: Machine) {
    self.machine = machine
    values = model.values
    effects = model.sleepers.map { Effect(sleeper: $0) }
    asleep = Array(effects.indices)
  }

  private var model: MachineModel {
    // Of those that are due at one instant, the one that fell asleep first is first.
    let sleepers = asleep.map { effects[$0].sleeper }.enumerated().sorted {
      ($0.1.due, $0.0) < ($1.1.due, $1.0)
    }
    return MachineModel(values: values, sleepers: sleepers.map(\.element))
  }

  /// Ends an instant.
  mutating func mark(after passed: Int) {
    points.append(
      MachineModel.Point(
        values: values,
        passed: passed,
        events: events,
        isSettled: asleep.allSatisfy { effects[$0].sleeper.due > 0 },
        isQuiescent: asleep.isEmpty
      )
    )
    events = []
  }

  func ended(after passed: Int) -> MachineModel.Step {
    var copy = self
    copy.mark(after: passed)
    return .init(points: copy.points, model: model)
  }

  func after(_ time: Int) -> Run {
    var copy = self
    for index in asleep { copy.effects[index].sleeper.due -= time }
    return copy
  }

  /// The ways in which all that is due continues.
  func finishInstant(_ order: MachineModel.Order) -> [Run] {
    let due = asleep.indices.filter { effects[asleep[$0]].sleeper.due == 0 }
    guard !due.isEmpty else { return [self] }
    return (order == .any ? due[...] : due.prefix(1)).flatMap { position -> [Run] in
      var copy = self
      copy.wake(position)
      copy.drain()
      return copy.finishInstant(order)
    }
  }

  mutating func wake(_ position: Int) { jobs.append(asleep.remove(at: position)) }

  /// Does what a person does.
  ///
  /// - Returns: Whether it is possible.
  mutating func perform(_ choice: Machine.Choice) -> Bool {
    switch choice {
    case .command(let number): reduce(machine.commands[number])
    case .childCommand(let slot, _) where slot >= machine.slots || values[2 + slot] < 0: return false
    case .childCommand(let slot, let number): reduceChild(slot, machine.childCommands[number])
    case .pair, .advance, .run: return false
    }
    return true
  }

  private mutating func receive(_ event: MachineModel.Event) {
    events.insert(event)
    guard let slot = event.slot else { return reduce(machine.events[event.number]) }
    reduceChild(slot, machine.childEvents[event.number])
    reduce(machine.reactions[event.number], after: slot)
  }

  private mutating func reduceChild(_ slot: Int, _ rule: Machine.Rule) {
    var own = [values[2 + slot]]
    guard rule.apply(to: &own) else { return }
    values[2 + slot] = own[0]
    start(rule.parts, in: slot)
  }

  private mutating func reduce(_ rule: Machine.Rule, after actor: Int? = nil) {
    guard rule.apply(to: &values) else { return }
    start(rule.parts, in: nil)
    guard let presence = rule.presence, let slot = presence.slot ?? actor else { return }
    values[2 + slot] = presence.isPresent ? 0 : -1
    // A child that is replaced keeps its effects.
    if !presence.isPresent { cancel { $0.slot == slot } }
  }

  private mutating func start(_ parts: [Machine.Part], in slot: Int?) {
    /// A child's ids are its own; the parent's are also those of its children.
    func isMeant(_ sleeper: MachineModel.Sleeper, by id: Int) -> Bool {
      sleeper.id == id && (slot == nil || sleeper.slot == slot)
    }
    for part in parts {
      switch part {
      case .cancel(let id): cancel { isMeant($0, by: id) }
      case .run(let numbers, let id, let cancelsInFlight):
        if cancelsInFlight, let id { cancel { isMeant($0, by: id) } }
        jobs.append(effects.count)
        let rest = Array(numbers.dropFirst())
        effects.append(
          Effect(sleeper: .init(program: numbers[0], next: 0, rest: rest, id: id, slot: slot, due: 0))
        )
      }
    }
  }

  private mutating func cancel(where isMeant: (MachineModel.Sleeper) -> Bool) {
    for index in effects.indices where !effects[index].hasEnded && isMeant(effects[index].sleeper) {
      effects[index].isCancelled = true
      asleep.removeAll { $0 == index }
    }
  }

  /// Lets everything happen that is ready.
  mutating func drain() {
    while true {
      if !inbox.isEmpty {
        let (event, effect) = inbox.removeFirst()
        if !effects[effect].isCancelled {
          receive(.init(slot: effects[effect].sleeper.slot, number: event))
        }
        jobs.append(effect)
      } else if !jobs.isEmpty {
        proceed(jobs.removeFirst())
      } else {
        return
      }
    }
  }

  private mutating func proceed(_ index: Int) {
    guard !effects[index].isCancelled, !effects[index].hasEnded else { return }
    let program = machine.programs[effects[index].sleeper.program]
    if effects[index].sleeper.next == program.operations.count {
      if program.isEndless {
        effects[index].sleeper.next = 0
      } else if effects[index].sleeper.rest.isEmpty {
        return effects[index].hasEnded = true
      } else {
        effects[index].sleeper.program = effects[index].sleeper.rest.removeFirst()
        effects[index].sleeper.next = 0
        return jobs.append(index)
      }
    }
    let operation = program.operations[effects[index].sleeper.next]
    effects[index].sleeper.next += 1
    switch operation {
    case .send(let event): inbox.append((event, index))
    case .sleep(let tenths):
      effects[index].sleeper.due = tenths
      asleep.append(index)
    }
  }
}

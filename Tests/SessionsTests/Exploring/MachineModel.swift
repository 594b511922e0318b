import Sessions

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
    /// The tenths of a second until it continues.
    var due: Int
  }

  /// A moment at which conditions are judged.
  struct Point: Hashable {
    let values: [Int]
    /// The tenths of a second since the point before it.
    let passed: Int
    /// Whether time can pass before anything else happens.
    let isSettled: Bool
  }

  /// What a step does.
  struct Step {
    var points: [Point] = []
    var events: Set<Int> = []
    var model: MachineModel
  }

  var values = [0, 0]
  var sleepers: [Sleeper] = []

  /// The steps from here.
  ///
  /// - Parameter order: The possible orders of effects that are due at one instant.
  func steps(of machine: Machine, _ order: Order) -> [Step] {
    var steps = machine.commands.indices.flatMap { command(machine.commands[$0], of: machine, order) }
    steps += tick(of: machine, order)
    if order == .piecemeal, let first = sleepers.map(\.due).min() {
      let due = sleepers.indices.filter { sleepers[$0].due == first }
      if due.count > 1 { steps += due.map { resume($0, after: first, of: machine) } }
    }
    return steps
  }

  enum Order {
    /// Effects continue in the order in which they fell asleep.
    case usual
    /// All that is due at one instant continues in any order before anything else is done.
    case any
    /// Each may also continue alone, after which anything can be done.
    case piecemeal
  }

  private func command(_ rule: Machine.Rule, of machine: Machine, _ order: Order) -> [Step] {
    var run = Run(self, machine)
    run.reduce(rule)
    run.drain()
    return run.finishInstant(order).map { $0.step(after: 0) }
  }

  /// Lets a tenth of a second pass.
  private func tick(of machine: Machine, _ order: Order) -> [Step] {
    let before =
      sleepers.contains { $0.due == 0 } ? Run(self, machine).finishInstant(order) : [Run(self, machine)]
    return before.flatMap { run -> [Step] in
      let first = sleepers.contains { $0.due == 0 } ? [run.point(after: 0)] : []
      return run.after(1).finishInstant(order).map { later in
        var step = later.step(after: 1)
        step.points = first + step.points
        return step
      }
    }
  }

  private func resume(_ position: Int, after time: Int, of machine: Machine) -> Step {
    var run = Run(self, machine).after(time)
    run.wake(position)
    run.drain()
    return run.step(after: time)
  }
}

/// The machine while something happens at one instant.
private struct Run {
  private struct Effect {
    var sleeper: MachineModel.Sleeper
    var isAsleep = false
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
  private var events: Set<Int> = []

  init(_ model: MachineModel, _ machine: Machine) {
    self.machine = machine
    values = model.values
    effects = model.sleepers.map { Effect(sleeper: $0, isAsleep: true) }
    asleep = Array(effects.indices)
  }

  private var model: MachineModel {
    // Of those that are due at one instant, the one that fell asleep first is first.
    let sleepers = asleep.map { effects[$0].sleeper }.enumerated().sorted {
      ($0.1.due, $0.0) < ($1.1.due, $1.0)
    }
    return MachineModel(values: values, sleepers: sleepers.map(\.element))
  }

  func point(after passed: Int) -> MachineModel.Point {
    .init(values: values, passed: passed, isSettled: asleep.allSatisfy { effects[$0].sleeper.due > 0 })
  }

  func step(after passed: Int) -> MachineModel.Step {
    .init(points: [point(after: passed)], events: events, model: model)
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

  mutating func wake(_ position: Int) {
    let index = asleep.remove(at: position)
    effects[index].isAsleep = false
    jobs.append(index)
  }

  mutating func reduce(_ rule: Machine.Rule) {
    for part in rule.apply(to: &values) {
      switch part {
      case .cancel(let id): cancel(id)
      case .run(let numbers, let id, let cancelsInFlight):
        if cancelsInFlight, let id { cancel(id) }
        jobs.append(effects.count)
        let rest = Array(numbers.dropFirst())
        effects.append(Effect(sleeper: .init(program: numbers[0], next: 0, rest: rest, id: id, due: 0)))
      }
    }
  }

  private mutating func cancel(_ id: Int) {
    for index in effects.indices where effects[index].sleeper.id == id && !effects[index].hasEnded {
      effects[index].isCancelled = true
      asleep.removeAll { $0 == index }
      effects[index].isAsleep = false
    }
  }

  /// Lets everything happen that is ready.
  mutating func drain() {
    while true {
      if !inbox.isEmpty {
        let (event, effect) = inbox.removeFirst()
        if !effects[effect].isCancelled {
          events.insert(event)
          reduce(machine.events[event])
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
      effects[index].isAsleep = true
      asleep.append(index)
    }
  }
}

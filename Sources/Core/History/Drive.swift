/// Lets an engine process one input, and tells of each step as it is complete.
///
/// Recording and replaying are the same drive with another observer, so they cannot disagree.
struct Drive<State, Action> {
  let engine: Engine<State, Action>
  let clock: VirtualClock
  /// The virtual time of the moment that the engine stands at.
  var now: Duration
  /// The number of the moment that comes next.
  var nextMoment: (Int) -> Int
  private var steps = 0

  /// A step of the engine that makes a moment.
  enum Step {
    case clock
    case delivered(Delivery<Action>)
  }

  init(
    engine: Engine<State, Action>,
    clock: VirtualClock,
    now: Duration,
    nextMoment: @escaping (Int) -> Int
  ) {
    self.engine = engine
    self.clock = clock
    self.now = now
    self.nextMoment = nextMoment
  }

  /// Processes an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isResumed: Whether a part of it has been processed, and the rest is to follow.
  ///   - observe: Told of each step once everything that could go on has gone on. It returns whether to go on; if not,
  ///     what is still to come stays in flight.
  mutating func run(
    _ input: Input<Action>,
    isResumed: Bool = false,
    observe: (Step) throws -> Bool
  ) rethrows {
    if case .send(let action) = input, !isResumed { engine.receive(action) }
    if case .step = input, isResumed { return }
    repeat {
      guard try deliverAll(one: input.isStep, observe: observe) else { return }
    } while wakeNext(for: input)
    if case .advance(let target) = input, clock.now.offset < target { clock.move(to: target) }
    _ = try noteClock(observe)
  }

  /// Delivers what is ready, and what becomes ready by that.
  ///
  /// - Returns: Whether to go on.
  private mutating func deliverAll(one: Bool, observe: (Step) throws -> Bool) rethrows -> Bool {
    var next = engine.nextDelivery()
    while let delivery = next {
      guard try noteClock(observe) else {
        engine.putBack(delivery)
        return false
      }
      engine.deliver(delivery, moment: nextMoment(steps))
      steps += 1
      // Looked for before the step is told of: whoever is told sees what the effects have come to.
      next = engine.nextDelivery()
      guard try observe(.delivered(delivery)), !one else {
        if let next { engine.putBack(next) }
        return false
      }
    }
    return true
  }

  private mutating func noteClock(_ observe: (Step) throws -> Bool) rethrows -> Bool {
    guard clock.now.offset != now else { return true }
    now = clock.now.offset
    steps += 1
    return try observe(.clock)
  }

  /// Wakes the sleeper that is due next, if the input lets time go that far.
  private func wakeNext(for input: Input<Action>) -> Bool {
    guard let deadline = clock.nextDeadline else { return false }
    let limit: Duration? =
      switch input {
      case .send: clock.now.offset
      case .advance(let target): target
      case .run, .step: nil
      }
    if let limit, deadline > limit { return false }
    return clock.wakeNext()
  }
}

extension Input {
  fileprivate var isStep: Bool {
    if case .step = self { true } else { false }
  }
}

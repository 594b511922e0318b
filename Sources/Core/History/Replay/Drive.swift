/// Makes an engine process one input, and reports each step once it is complete.
///
/// A step is complete when another delivery is ready, or when nothing more can happen before the clock moves: effects
/// that run without sending anything belong to the previous step.
///
/// Recording and replaying use the same drive with different observers, so they cannot disagree.
struct Drive<Failure: Error> {
  /// Observes each step. Returns whether to continue; otherwise what remains stays in flight.
  typealias Observer = (MomentRecord.Cause) throws(Failure) -> Bool

  private let engine: EffectEngine
  private let world: World
  /// The number of the moment for the next step.
  private var moment: Int
  /// The virtual time of the last step.
  private var now: Duration
  private var incomplete: MomentRecord.Cause?
  private var isStopped = false

  /// Creates a drive of an engine.
  ///
  /// - Parameters:
  ///   - engine: An engine that stands at some moment.
  ///   - world: The world of the engine.
  ///   - now: The virtual time of that moment.
  ///   - firstMoment: The number of the moment for the first step. Later steps are numbered consecutively.
  init(engine: EffectEngine, world: World, now: Duration, firstMoment: Int) {
    self.engine = engine
    self.world = world
    self.now = now
    moment = firstMoment
  }

  /// The clock that the engine's effects sleep on.
  private var clock: VirtualClock<Duration> { world.clock }

  /// Processes an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isResumed: Whether part of the input has been processed already.
  ///   - observe: Observes each step.
  /// - Throws: What `observe` throws.
  mutating func run(
    _ input: Input<ErasedAction>,
    isResumed: Bool = false,
    observe: Observer
  ) throws(Failure) {
    var remaining = input.deliveryLimit
    switch input {
    // Ahead of all that is ready.
    case .send(let action) where !isResumed:
      deliver(Delivery(action: action))
      // Nothing follows an action that leaves nothing in flight.
      if engine.isQuiescent, clock.nextDeadline == nil {
        _ = try complete(observe)
        return
      }
    case .replay(let action, let drawn, let isOfEffect) where !isResumed:
      engine.replay(action, drawing: drawn)
      begin(.recorded(action, isOfEffect: isOfEffect))
    case .answer(let answer) where !isResumed:
      world.add(answer)
      begin(.answer(answer))
    case .step where isResumed: remaining = 0
    default: break
    }
    if case .resume(let position) = input {
      guard try deliverAll(&remaining, observe) else { return }
      if !isResumed, try complete(observe), clock.wakeNext(ofEffectAt: position) {
        let first = moment
        guard try deliverAll(&remaining, observe), try complete(observe) else { return }
        noteClock()
        // Which effect continued first belongs to the history, even if it sent nothing.
        if moment == first { begin(.clock) }
      }
    } else {
      repeat {
        guard try deliverAll(&remaining, observe) else { return }
      } while try wakeNext(until: remaining == 0 ? now : input.horizon(now: now), observe)
    }
    guard try complete(observe) else { return }
    if case .advance(let target) = input, clock.now.offset < target { clock.move(to: target) }
    noteClock()
    _ = try complete(observe)
  }

  /// Whether the observer stopped an input before all of it was processed.
  func wasCutShort(_ input: Input<ErasedAction>) -> Bool {
    guard isStopped else { return false }
    if engine.isReady { return true }
    if case .advance(let target) = input, now < target { return true }
    guard let deadline = clock.nextDeadline else { return false }
    return input.horizon(now: now).map { deadline <= $0 } ?? input.wakesAll
  }

  /// Delivers everything that is ready or becomes ready in the process.
  ///
  /// - Returns: Whether to continue.
  private mutating func deliverAll(_ remaining: inout Int, _ observe: Observer) throws(Failure) -> Bool {
    while engine.prepareDelivery() {
      guard try complete(observe), remaining > 0, try completeClock(observe),
        let delivery = engine.nextDelivery()
      else { return false }
      deliver(delivery)
      remaining -= 1
    }
    return true
  }

  private mutating func deliver(_ delivery: Delivery) {
    engine.deliver(delivery, moment: moment)
    begin(.action(delivery.action, animation: delivery.animation, sender: delivery.effect?.record))
  }

  /// Wakes the next sleeper, unless it is due after `horizon`.
  private mutating func wakeNext(until horizon: Duration?, _ observe: Observer) throws(Failure) -> Bool {
    guard let deadline = clock.nextDeadline else { return false }
    if let horizon, deadline > horizon { return false }
    if deadline > clock.now.offset, try !complete(observe) { return false }
    return clock.wakeNext()
  }

  private mutating func begin(_ step: MomentRecord.Cause) {
    incomplete = step
    moment += 1
  }

  /// Adds a clock step for the time that has passed since the last step.
  private mutating func noteClock() {
    guard clock.now.offset != now else { return }
    now = clock.now.offset
    begin(.clock)
  }

  private mutating func completeClock(_ observe: Observer) throws(Failure) -> Bool {
    noteClock()
    return try complete(observe)
  }

  /// Reports the latest incomplete step.
  ///
  /// - Returns: Whether to continue.
  private mutating func complete(_ observe: Observer) throws(Failure) -> Bool {
    guard !isStopped, let step = incomplete else { return !isStopped }
    incomplete = nil
    isStopped = try !observe(step)
    return !isStopped
  }
}

extension Input {
  /// Whether it goes on until nothing sleeps, if it has no horizon.
  fileprivate var wakesAll: Bool {
    switch self {
    case .step, .resume: false
    case .send, .replay, .advance, .run, .answer: true
    }
  }

  /// The maximum number of actions to deliver.
  fileprivate var deliveryLimit: Int {
    if case .step = self { 1 } else { .max }
  }

  /// The furthest time to advance to; `nil` to advance until nothing sleeps.
  fileprivate func horizon(now: Duration) -> Duration? {
    switch self {
    case .send, .replay, .answer: now
    case .advance(let target): target
    case .run, .step, .resume: nil
    }
  }
}

/// A step of the engine that makes a moment.
enum DriveStep {
  case clock
  case delivered(Delivery)

  /// The action that was reduced, if one was.
  var action: ErasedAction? {
    if case .delivered(let delivery) = self { delivery.action } else { nil }
  }
}

/// Lets an engine process one input, and tells of each step once it is complete.
///
/// A step is complete when another delivery is ready, or when nothing more can happen before the clock moves: what
/// effects do without sending anything belongs to the step before.
///
/// Recording and replaying are the same drive with another observer, so they cannot disagree.
struct Drive<Failure: Error> {
  /// Told of each step. It returns whether to go on; if not, what is still to come stays in flight.
  typealias Observer = (DriveStep) throws(Failure) -> Bool

  private let engine: EffectEngine
  private let clock: VirtualClock<Duration>
  /// The number of the moment that the next step makes.
  private var moment: Int
  /// The virtual time of the last step.
  private var now: Duration
  private var incomplete: DriveStep?
  private var isStopped = false

  /// Creates a drive of an engine.
  ///
  /// - Parameters:
  ///   - engine: Stands at some moment.
  ///   - clock: The clock that the engine's effects sleep on.
  ///   - now: The virtual time of that moment.
  ///   - firstMoment: The number of the moment that the first step makes. Those of the others follow.
  init(engine: EffectEngine, clock: VirtualClock<Duration>, now: Duration, firstMoment: Int) {
    self.engine = engine
    self.clock = clock
    self.now = now
    moment = firstMoment
  }

  /// Processes an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - isResumed: Whether a part of it has been processed, and only the rest is to follow.
  ///   - observe: Told of each step.
  /// - Throws: What `observe` throws.
  mutating func run(
    _ input: Input<ErasedAction>,
    isResumed: Bool = false,
    observe: Observer
  ) throws(Failure) {
    var remaining = input.deliveryLimit
    switch input {
    case .send(let action) where !isResumed: engine.receive(action)
    case .step where isResumed: remaining = 0
    default: break
    }
    repeat {
      guard try deliverAll(&remaining, observe) else { return }
    } while try wakeNext(until: remaining == 0 ? now : input.horizon(now: now), observe)
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
    return input.horizon(now: now).map { deadline <= $0 } ?? !input.isStep
  }

  /// Delivers what is ready, and what becomes ready by that.
  ///
  /// - Returns: Whether to go on.
  private mutating func deliverAll(_ remaining: inout Int, _ observe: Observer) throws(Failure) -> Bool {
    while engine.prepareDelivery() {
      guard try complete(observe), remaining > 0, try completeClock(observe),
        let delivery = engine.nextDelivery()
      else { return false }
      engine.deliver(delivery, moment: moment)
      begin(.delivered(delivery))
      remaining -= 1
    }
    return true
  }

  /// Wakes the sleeper that is due next, if that is not after `horizon`.
  private mutating func wakeNext(until horizon: Duration?, _ observe: Observer) throws(Failure) -> Bool {
    guard let deadline = clock.nextDeadline else { return false }
    if let horizon, deadline > horizon { return false }
    if deadline > clock.now.offset, try !complete(observe) { return false }
    return clock.wakeNext()
  }

  private mutating func begin(_ step: DriveStep) {
    incomplete = step
    moment += 1
  }

  /// Makes a step of the time that passed since the last one.
  private mutating func noteClock() {
    guard clock.now.offset != now else { return }
    now = clock.now.offset
    begin(.clock)
  }

  private mutating func completeClock(_ observe: Observer) throws(Failure) -> Bool {
    noteClock()
    return try complete(observe)
  }

  /// Tells of the step that was begun last.
  ///
  /// - Returns: Whether to go on.
  private mutating func complete(_ observe: Observer) throws(Failure) -> Bool {
    guard !isStopped, let step = incomplete else { return !isStopped }
    incomplete = nil
    isStopped = try !observe(step)
    return !isStopped
  }
}

extension Input {
  fileprivate var isStep: Bool {
    if case .step = self { true } else { false }
  }

  /// How many actions may be delivered.
  fileprivate var deliveryLimit: Int { isStep ? 1 : .max }

  /// How far time may go; `nil` if as far as there is something to wait for.
  fileprivate func horizon(now: Duration) -> Duration? {
    switch self {
    case .send: now
    case .advance(let target): target
    case .run, .step: nil
    }
  }
}

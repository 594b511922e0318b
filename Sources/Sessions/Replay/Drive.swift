/// Makes an engine process one input, and reports each step once it is complete.
///
/// A step is complete when another delivery is ready, or when nothing more can happen before the clock moves: effects
/// that run without sending anything belong to the previous step. If they do so for too long, they make steps of their
/// own, so that an observer can stop them. The limit does not depend on the observer, so a replay makes the same steps.
///
/// Recording and replaying use the same drive with different observers, so they cannot disagree.
struct Drive {
  /// Observes each step, with the number of sleeps so far that made no step of their own. Returns whether to continue;
  /// if not, the rest stays in flight.
  typealias Observer = (MomentRecord.Cause, _ silent: Int) -> Bool

  /// What an engine did next.
  private enum Progress {
    /// It processed an action.
    case delivered
    /// It woke a sleeper, or its effects ran for a while without sending anything.
    case moved
    /// Nothing: its effects only wait, or no more may be done.
    case idle
  }

  // The engine is passed to each function: in a structure that changes, it would be retained at each use.
  /// The number of the moment for the next step.
  private var moment: Int
  /// The virtual time of the last step.
  private var now: Duration
  private var incomplete: MomentRecord.Cause?
  private var isStopped = false
  /// Whether actions may be delivered: a step delivers only one.
  private var delivers = true
  /// The sleeps that have ended since the last complete step.
  private var silent = 0
  /// The same for all steps that ended because of too many sleeps.
  private var silentBefore = 0

  /// Creates a drive of an engine that stands at some moment.
  ///
  /// - Parameters:
  ///   - now: The virtual time of that moment.
  ///   - firstMoment: The number of the moment for the first step. Later steps are numbered consecutively.
  init(now: Duration, firstMoment: Int) {
    self.now = now
    moment = firstMoment
  }

  /// Processes an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - live: The engine.
  ///   - isResumed: Whether part of the input has been processed already.
  ///   - observe: Observes each step.
  mutating func run(
    _ input: Input<ErasedAction>,
    on live: LiveEngine,
    isResumed: Bool = false,
    observe: Observer
  ) {
    switch input {
    // Ahead of all that is ready.
    case .send(let action) where !isResumed:
      deliver(Delivery(sending: action), on: live)
      // Nothing follows an action that leaves nothing in flight.
      if live.engine.isQuiescent, live.clock.nextDeadline == nil {
        _ = complete(observe)
        return
      }
    case .replay(let action, let drawn, let isOfEffect) where !isResumed:
      live.engine.replay(action, drawing: drawn)
      begin(.recorded(action, isOfEffect: isOfEffect))
    case .answer(let answer) where !isResumed:
      live.world.add(answer)
      begin(.answer(answer))
    case .step:
      var progress = isResumed ? Progress.delivered : .moved
      while progress == .moved { progress = next(until: nil, on: live, observe) }
      delivers = progress != .delivered
    case .resume(let position) where !isResumed:
      while next(until: .past, on: live, observe) != .idle {}
      guard complete(observe) else { return }
      if live.clock.wakeNext(ofEffectAt: position) { silent += 1 }
    default: break
    }
    while next(until: delivers ? input.horizon(now: now) : now, on: live, observe) != .idle {}
    guard complete(observe) else { return }
    if case .advance(let target) = input, live.clock.now.offset < target { live.clock.move(to: target) }
    // Sleepers that woke belong to the history, even if they sent nothing and no time has passed.
    if silent > 0 { beginClock(of: live) } else { noteClock(of: live) }
    _ = complete(observe)
  }

  /// Whether the observer stopped an input before all of it was processed.
  func wasCutShort(_ input: Input<ErasedAction>, on live: LiveEngine) -> Bool {
    guard isStopped else { return false }
    if live.engine.isReady { return true }
    if case .advance(let target) = input, now < target { return true }
    guard let deadline = live.clock.nextDeadline else { return false }
    if case .step = input { return delivers }
    return input.horizon(now: now).map { deadline <= $0 } ?? true
  }

  /// Delivers the next action, or else wakes the next sleeper, unless it is due after `horizon`.
  ///
  /// Silent effects make progress, too, which is counted, and pauses for the observer.
  private mutating func next(until horizon: Duration?, on live: LiveEngine, _ observe: Observer) -> Progress {
    if isStopped { return .idle }
    var rest = Silence.jobs
    if live.engine.prepareDelivery(&rest) {
      guard complete(observe), delivers else { return .idle }
      noteClock(of: live)
      guard complete(observe), let delivery = live.engine.nextWaitingDelivery() else { return .idle }
      deliver(delivery, on: live)
      return .delivered
    }
    if rest == 0 {
      silent += Silence.sleeps
      guard pause(live, observe) else { return .idle }
      // The effects go on, and may end without another step.
      silent = 1
      return .moved
    }
    guard let deadline = live.clock.nextDeadline, horizon.map({ deadline <= $0 }) ?? true,
      silent < Silence.sleeps || pause(live, observe),
      deadline <= live.clock.now.offset || complete(observe)
    else { return .idle }
    silent += 1
    return live.clock.wakeNext() ? .moved : .idle
  }

  private mutating func deliver(_ delivery: Delivery, on live: LiveEngine) {
    live.engine.deliver(delivery, moment: moment)
    begin(.action(delivery.action, animation: delivery.animation, sender: delivery.effectRecord))
  }

  private mutating func begin(_ step: MomentRecord.Cause) {
    incomplete = step
    moment += 1
  }

  private mutating func beginClock(of live: LiveEngine) {
    now = live.clock.now.offset
    begin(.clock)
  }

  /// Adds a clock step for the time that has passed since the last step.
  private mutating func noteClock(of live: LiveEngine) {
    if live.clock.now.offset != now { beginClock(of: live) }
  }

  /// Completes a step in which effects have run for too long without sending anything.
  private mutating func pause(_ live: LiveEngine, _ observe: Observer) -> Bool {
    silentBefore += silent
    if incomplete == nil { beginClock(of: live) }
    return complete(observe)
  }

  /// Reports the latest incomplete step.
  ///
  /// - Returns: Whether to continue.
  private mutating func complete(_ observe: Observer) -> Bool {
    guard !isStopped, let step = incomplete.take() else { return !isStopped }
    silent = 0
    isStopped = !observe(step, silentBefore)
    return !isStopped
  }
}

/// How much effects may do in one step without sending anything.
private enum Silence {
  /// The number of sleeps.
  static let sleeps = 1_000
  /// The number of jobs without a sleep.
  static let jobs = 16_000
}

extension LiveEngine {
  /// The clock that the effects sleep on.
  var clock: VirtualClock<Duration> { world.clock }
}

extension Duration {
  /// Before anything is due.
  fileprivate static var past: Duration { .nanoseconds(-1) }
}

extension Input {
  /// The furthest time to advance to; `nil` to advance until nothing sleeps.
  fileprivate func horizon(now: Duration) -> Duration? {
    switch self {
    case .send, .replay, .answer: now
    case .advance(let target): target
    case .run, .step: nil
    case .resume: .past
    }
  }
}

/// A sleeper on a ``VirtualClock``.
package struct Sleeper<Duration: DurationProtocol & Hashable>: Sendable, Hashable {
  /// The number of the sleep, in the order in which sleeps began.
  package let id: Int
  /// The virtual time at which the sleep ends.
  package let deadline: Duration
  /// The effect that sleeps, if any.
  package let effect: Int?
  /// How far the effect had progressed when the sleep began; see ``EffectProgress/steps``.
  package let progress: UInt8
}

/// The sleepers, by the number of the sleep.
package typealias Sleepers<Duration: DurationProtocol & Hashable> = NumberedTable<Sleeper<Duration>>

/// The action at the end of a sleep.
struct Wake {
  enum Outcome {
    /// Resumes a task.
    case resume(UnsafeContinuation<Void, any Error>)
    /// Runs scheduled work.
    case perform(@Sendable () -> Void)
  }

  let outcome: Outcome
  /// The effect that sleeps, if any.
  let effect: RunningEffect?

  func callAsFunction() {
    switch outcome {
    case .resume(let continuation): continuation.resume()
    case .perform(let work): work()
    }
  }

  func cancel() {
    if case .resume(let continuation) = outcome { continuation.resume(throwing: CancellationError()) }
  }
}

/// The sleepers of a clock in the order of their deadlines.
struct SleepQueue<Duration: DurationProtocol & Hashable> {
  var now: Duration
  private(set) var sleepers = Sleepers<Duration>()
  private var wakes = NumberedTable<Wake>()
  private var order = Heap<Entry>()
  private var lastID = 0

  init(now: Duration) {
    self.now = now
  }

  private struct Entry: Comparable {
    let deadline: Duration
    let id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.deadline, lhs.id) < (rhs.deadline, rhs.id)
    }
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper.
  ///
  /// - Parameter id: Its number, from ``makeID()``.
  mutating func insert(_ id: Int, until deadline: Duration, wake: Wake) {
    wake.effect?.didFallAsleep()
    let effect = wake.effect?.whole
    let progress = effect?.progress.steps ?? 0
    sleepers.insert(Sleeper(id: id, deadline: deadline, effect: effect?.id, progress: progress), number: id)
    wakes.insert(wake, number: id)
    order.insert(Entry(deadline: deadline, id: id))
  }

  /// Removes a sleeper. Its heap entry remains until it reaches the top, or until such entries are in the majority.
  mutating func remove(_ id: Int) -> Wake? {
    guard let wake = wakes[id] else { return nil }
    wakes.remove(id)
    sleepers.remove(id)
    wake.effect?.didWakeUp()
    if order.count > 2 * wakes.count + 32 {
      order = Heap(sleepers.values.map { Entry(deadline: $0.deadline, id: $0.id) })
    }
    return wake
  }

  var nextDeadline: Duration? {
    mutating get {
      while let first = order.first {
        if sleepers[first.id] != nil { return first.deadline }
        _ = order.popFirst()
      }
      return nil
    }
  }

  /// Moves the time to the earliest deadline and removes its sleeper, unless that deadline is after `limit`.
  mutating func popEarliest(until limit: Duration? = nil) -> Wake? {
    guard let deadline = nextDeadline else { return nil }
    if let limit, deadline > limit { return nil }
    now = max(now, deadline)
    return order.popFirst().flatMap { remove($0.id) }
  }

  /// Moves the time to the earliest deadline and removes the first sleeper of one of the effects due then.
  ///
  /// - Parameter position: The position of the effect among them, in the order in which they began to sleep.
  mutating func popEarliest(ofEffectAt position: Int) -> Wake? {
    guard let deadline = nextDeadline else { return nil }
    var effects: Set<Int> = []
    // The sleepers are ordered by their numbers.
    let first = sleepers.values.first { sleeper in
      guard sleeper.deadline == deadline, let effect = sleeper.effect else { return false }
      return effects.insert(effect).inserted && effects.count > position
    }
    guard let first else { return nil }
    now = max(now, deadline)
    return remove(first.id)
  }
}

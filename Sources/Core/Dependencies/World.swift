import Synchronization

/// The inputs of a session's feature from outside: time, randomness, shared values and what dependencies answer, all held by
/// the session.
///
/// A world can be restored from its snapshot at any moment. The snapshot does not include the sleepers on the clock;
/// the sleeping effects are restarted instead.
package final class World: Sendable {
  package let clock: VirtualClock<Duration>
  private let epoch: Date
  private let generators: Mutex<Generators>
  private let shared: SharedTracker

  /// The state of the generators.
  package struct Generators: Sendable, Equatable {
    package var nextUUID = 0
    var stackElementIDs = StackElementIDCounter()
    package var random: SplitMix64
    /// What dependencies answer instead.
    package var answers = AnswerTable()

    package init(nextUUID: Int = 0, random: SplitMix64) {
      self.nextUUID = nextUUID
      self.random = random
    }
  }

  /// The world as it is at a moment.
  package struct Snapshot: Sendable {
    package let now: Duration
    package let generators: Generators
    package let sleepers: Sleepers<Duration>
    package let shared: SharedSnapshot

    package init(now: Duration, generators: Generators, sleepers: Sleepers<Duration>, shared: SharedSnapshot)
    {
      (self.now, self.generators, self.sleepers, self.shared) = (now, generators, sleepers, shared)
    }
  }

  package init(
    epoch: Date,
    clock: VirtualClock<Duration> = VirtualClock(),
    generators: Generators,
    shared: SharedTracker
  ) {
    self.epoch = epoch
    self.clock = clock
    self.generators = Mutex(generators)
    self.shared = shared
  }

  /// The current state of the generators.
  package var drawn: Generators { generators.withLock { $0 } }

  package var snapshot: Snapshot {
    Snapshot(
      now: clock.now.offset,
      generators: drawn,
      sleepers: clock.sleepers,
      shared: shared.snapshot
    )
  }

  /// Goes to a moment, apart from its time and sleepers.
  package func restore(_ moment: Snapshot) { generators.withLock { $0 = moment.generators } }

  /// Generates only UUIDs with higher numbers from now on.
  package func numberUUIDs(after last: Int) {
    generators.withLock { $0.nextUUID = max($0.nextUUID, last + 1) }
  }

  /// Dependencies that take time and randomness from this world, except where `overrides` sets others.
  package func values(over base: DependencyValues, under overrides: DependencyValues) -> DependencyValues {
    var values = base
    installTimeAndRandomness(in: &values)
    values.stackElementID = StackElementIDGenerator(of: self)
    values.sharedWorld = SharedWorld(tracker: shared, id: ObjectIdentifier(self))
    return values.merging(overrides).inside(self)
  }

  /// Makes a dependency answer from now on.
  package func add(_ answer: DependencyAnswer) { generators.withLock { $0.answers.add(answer) } }

  var hasAnswers: Bool { generators.withLock { !$0.answers.rules.isEmpty } }

  /// What the user wants a call of a dependency to lead to; `nil` for what it does otherwise.
  func outcome(ofCalling endpoint: EndpointID, _ arguments: @autoclosure () -> [Any])
    -> DependencyAnswer.Outcome?
  {
    let answers = generators.withLock { $0.answers }
    // Comparing arguments can run code of the feature.
    guard let position = answers.position(of: endpoint, arguments) else { return nil }
    let outcome = generators.withLock { $0.answers.takeOutcome(at: position) }
    if case .original = outcome { return nil }
    return outcome
  }

  /// Makes the clocks, the date, UUIDs and random numbers those of this world.
  func installTimeAndRandomness(in values: inout DependencyValues) {
    values.continuousClock = clock
    values.suspendingClock = clock
    values.mainQueue = TestScheduler(clock: clock)
    values.date = DateGenerator { [epoch, clock] in
      epoch.addingTimeInterval(clock.now.offset / .seconds(1))
    }
    values.uuid = UUIDGenerator { [self] in
      generators.withLock { generators in
        defer { generators.nextUUID += 1 }
        return UUID(generators.nextUUID)
      }
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      DrawnValues.Numbers { [self] in generators.withLock { $0.random.next() } }
    )
  }
}

extension World: StackElementIDSource {
  func withCounter<R: Sendable>(_ body: (inout StackElementIDCounter) -> R) -> R {
    generators.withLock { body(&$0.stackElementIDs) }
  }
}

/// A small random number generator whose state is a single number, so that it can be kept with every moment.
///
/// The algorithm is SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
  package private(set) var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

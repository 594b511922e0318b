import DequeModule

/// Drives the engine under a ``TestStore`` and keeps the actions that effects have sent until the test asserts them.
final class TestRuntime<State, Action>: EngineOwner {
  /// An action that an effect sent, the state after it, and the shared values before and after it.
  struct Received {
    let action: Action
    let state: State
    let sharedBefore: SharedSnapshot
    let shared: SharedSnapshot
  }

  private let engine: Engine<State, Action>
  private var isSettling = false
  private let bell: Bell
  private let shared: SharedTracker
  /// The time of a test that does not set a clock of its own. It passes only while the test waits.
  private let clock = VirtualClock<Duration>()
  /// What the test store was given.
  var dependencies: DependencyValues

  /// What effects have sent and the test has not asserted, oldest first.
  private(set) var received: Deque<Received> = []

  init(
    state: State,
    dependencies: DependencyValues,
    shared: SharedTracker,
    reducer: any Reducer<State, Action>
  ) {
    self.shared = shared
    let bell = Bell()
    self.bell = bell
    self.dependencies = dependencies
    engine = Engine(state: state, dependencies: dependencies, reducer: reducer, wake: { bell.ring() })
    engine.owner = self
    dependencies.setTestClock(clock)
  }

  /// Lets hold what the test has set around the place where it is now, unless it set it for the store after that.
  private func takeOnDependencies() {
    engine.dependencies = dependencies.mergingLater(.current)
  }

  /// The state after all that has happened, asserted or not.
  var latestState: State { engine.state }

  /// Processes an action that the test sends, and then all that follows from it at once.
  ///
  /// - Returns: The state and the shared values after the action itself, and the effects that it set off.
  func send(_ action: Action) -> (state: State, shared: SharedSnapshot, effects: EffectGroup) {
    settle()
    let group = EffectGroup()
    engine.receive(action, group: group)
    takeOnDependencies()
    isSettling = true
    if let delivery = engine.nextWaitingDelivery() { engine.deliver(delivery) }
    isSettling = false
    let (state, shared) = (engine.state, shared.snapshot)
    settle()
    return (state, shared, group)
  }

  func settle() {
    guard !isSettling else { return }
    takeOnDependencies()
    isSettling = true
    defer { isSettling = false }
    while let delivery = engine.nextDelivery() {
      let sharedBefore = shared.snapshot
      engine.deliver(delivery)
      received.append(
        Received(
          action: delivery.action.unboxed(as: Action.self),
          state: engine.state,
          sharedBefore: sharedBefore,
          shared: shared.snapshot
        )
      )
    }
  }

  /// Processes what is ready; if that does not make `isDone` true, waits for effects that are busy elsewhere, and then
  /// for those that sleep on the store's own clock, by moving it.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, by the wall clock and by the store's own. Nothing is waited for if every
  ///     effect in flight sleeps on a clock that the test moves, or if there is none.
  ///   - isDone: Whether what is waited for has happened.
  func settle(
    timeout: Duration,
    isolation: isolated (any Actor)? = #isolation,
    until isDone: () -> Bool
  ) async {
    settle()
    let deadline = ContinuousClock.now + timeout
    let ownDeadline = clock.now.advanced(by: timeout).offset
    while !isDone() {
      if engine.isBusyElsewhere {
        guard ContinuousClock.now < deadline else { return }
        await bell.wait(until: deadline)
      } else if !clock.wakeAndSettleNext(until: ownDeadline) {
        return
      }
      settle()
    }
  }

  /// The shared values after all that has happened, except for what the next received action changed and what followed.
  var sharedBeforeReceived: SharedSnapshot { received.first?.sharedBefore ?? shared.snapshot }

  /// The effects in flight, in the order in which they were started.
  var inFlight: [EffectRecord] { engine.records.values }

  func removeFirstReceived() -> Received { received.removeFirst() }

  func cancelEffects() {
    engine.cancelAll()
    settle()
  }

  func shutDown() { engine.shutDown() }
}

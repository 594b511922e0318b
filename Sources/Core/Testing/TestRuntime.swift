import DequeModule
import Foundation

/// Drives the engine under a ``TestStore`` and keeps the actions that effects have sent until the test asserts them.
///
/// The test uses it in one task. Another task may move a clock that effects sleep on: while the test waits, or does
/// something else, that task drains the engine in the isolation of the test.
final class TestRuntime<State, Action>: @unchecked Sendable {
  // Unchecked: everything below that changes, and the engine, is used with the lock held.

  /// An action that an effect sent, the state after it, and the shared values before and after it.
  struct Received {
    let action: Action
    let state: State
    let sharedBefore: SharedSnapshot
    let shared: SharedSnapshot
    /// Where the generator of element ids stood before it.
    let stackElementIDs: StackElementIDCounter?
  }

  /// Recursive, since what an effect does while it is drained may come back here.
  private let lock = NSRecursiveLock()
  private let engine: Engine<State, Action>
  private let readiness: Readiness
  private var isSettling = false
  private let bell: Bell
  private let shared: SharedTracker
  /// The time of a test that does not set a clock of its own. It passes only while the test waits.
  private let clock = VirtualClock<Duration>()
  private var currentDependencies: DependencyValues
  /// Where the test runs. Weak, since an actor may own the test store.
  private weak var currentIsolation: (any Actor)?
  private var unhandled: Deque<Received> = []

  private var wasDismissed = false

  /// How many actions were processed.
  private var actionCount = 0
  /// The actions that started what is in flight, by their numbers.
  private var origins: [Int: Action] = [:]

  init(
    state: State,
    dependencies: DependencyValues,
    shared: SharedTracker,
    reducer: any Reducer<State, Action>
  ) {
    self.shared = shared
    let bell = Bell()
    self.bell = bell
    currentDependencies = dependencies
    readiness = Readiness { bell.ring() }
    engine = Engine(state: state, dependencies: dependencies, reducer: reducer, readiness: readiness)
    readiness.setDrain { [weak self] in
      await self?.drain() != nil
    }
    engine.didDismiss = { [weak self] in self?.noteDismissal() }
    dependencies.setTestClock(clock)
  }

  /// What the test store was given.
  var dependencies: DependencyValues {
    get { lock.withLock { currentDependencies } }
    set { lock.withLock { currentDependencies = newValue } }
  }

  /// Whether the feature has asked to be dismissed.
  var isDismissed: Bool { lock.withLock { wasDismissed } }

  private func noteDismissal() { lock.withLock { wasDismissed = true } }

  /// Where the generator of element ids stands.
  var stackElementIDs: StackElementIDCounter? {
    lock.withLock { engine.dependencies.stackElementID.counter }
  }

  private func deliver(_ delivery: Delivery) {
    let effectCount = engine.effectCount
    if engine.records.isEmpty { origins = [:] }
    actionCount += 1
    engine.deliver(delivery, moment: actionCount)
    if engine.effectCount > effectCount { origins[actionCount] = delivery.action.unboxed(as: Action.self) }
  }

  /// The action that started an effect in flight.
  func origin(of effect: EffectRecord) -> Action? { lock.withLock { origins[effect.moment] } }

  /// What effects have sent and the test has not asserted, oldest first.
  var received: Deque<Received> { lock.withLock { unhandled } }

  /// Passes the dependencies that hold where the test is now on to the feature, except those that the test has set for
  /// the store since.
  private func takeOnDependencies() {
    engine.dependencies = currentDependencies.mergingLater(.current)
  }

  /// Processes an action that the test sends, and then all that follows from it at once.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isolation: Where the test runs.
  /// - Returns: The state and the shared values after the action itself, and the effects that it set off.
  func send(
    _ action: Action,
    isolation: (any Actor)?
  ) -> (state: State, shared: SharedSnapshot, effects: EffectGroup) {
    lock.withLock {
      currentIsolation = isolation
      settle()
      let group = EffectGroup()
      engine.receive(action, group: group)
      takeOnDependencies()
      process { if let delivery = engine.nextWaitingDelivery() { deliver(delivery) } }
      let (state, shared) = (engine.state, shared.snapshot)
      settle()
      return (state, shared, group)
    }
  }

  /// Processes everything that is ready.
  func settle() {
    lock.withLock {
      takeOnDependencies()
      deliverAll()
    }
  }

  /// Processes everything that is ready, for a task that moves a clock: what that task has set does not concern the
  /// feature.
  private nonisolated(nonsending) func drain() async {
    if let isolation = lock.withLock({ currentIsolation }) {
      await deliverAll(isolation: isolation)
    } else {
      deliverAll()
    }
  }

  private func deliverAll(isolation: isolated any Actor) { deliverAll() }

  private func deliverAll() {
    lock.withLock {
      process {
        while let delivery = engine.nextDelivery() {
          let (sharedBefore, stackElementIDs) = (shared.snapshot, stackElementIDs)
          deliver(delivery)
          unhandled.append(
            Received(
              action: delivery.action.unboxed(as: Action.self),
              state: engine.state,
              sharedBefore: sharedBefore,
              shared: shared.snapshot,
              stackElementIDs: stackElementIDs
            )
          )
        }
      }
    }
  }

  private func process(_ body: () -> Void) {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    readiness.whileDraining(engine, body)
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
    lock.withLock { currentIsolation = isolation }
    settle()
    let deadline = ContinuousClock.now + timeout
    let ownDeadline = clock.now.advanced(by: timeout).offset
    while !isDone() {
      if lock.withLock({ engine.isBusyElsewhere }) {
        guard ContinuousClock.now < deadline else { return }
        await bell.wait(until: deadline)
      } else if !clock.wakeNext(until: ownDeadline) {
        return
      }
      settle()
    }
  }

  /// The shared values after all that has happened, except for what the next received action changed and what followed.
  var sharedBeforeReceived: SharedSnapshot {
    lock.withLock { unhandled.first?.sharedBefore ?? shared.snapshot }
  }

  /// The effects in flight, in the order in which they were started. The interval of a throttled effect is not among
  /// them while nothing waits for its end.
  var inFlight: [EffectRecord] { lock.withLock { engine.records.values.filter { !$0.isIdle } } }

  func removeFirstReceived() -> Received { lock.withLock { unhandled.removeFirst() } }

  /// Cancels the effects that an action set off, and lets them end.
  func cancel(_ group: EffectGroup) {
    lock.withLock {
      group.cancel()
      settle()
    }
  }

  /// Cancels all effects, and lets them end.
  func cancelEffects() {
    lock.withLock {
      engine.cancelAll()
      settle()
    }
  }

  func shutDown() { lock.withLock { engine.shutDown() } }
}

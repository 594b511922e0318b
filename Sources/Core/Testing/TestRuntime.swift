/// Drives the engine of a ``TestStore`` and buffers the actions sent by effects until the test asserts them.
///
/// The test uses it from a single task. While that task does something else, effects may become ready: another task moves
/// a clock, a real clock moves, or the test feeds a stream. The engine is then drained in the test's isolation.
final class TestRuntime<State, Action>: @unchecked Sendable {
  // Unchecked: the engine and all mutable properties below are used with the lock held.

  /// An action sent by an effect, the state after it, and the shared values before and after it.
  struct Received {
    let action: Action
    let state: State
    let sharedBefore: SharedSnapshot
    let shared: SharedSnapshot
    /// The counter of the generator of element ids before the action.
    let stackElementIDs: StackElementIDCounter?
  }

  /// Recursive, because draining may run an effect that calls back into this object.
  private let lock = RecursiveLock()
  private let engine: Engine<State, Action>
  private let readiness: Readiness
  private var isSettling = false
  private let bell: Bell
  /// Yields when the engine becomes ready while it is not being drained.
  private let announcements: AsyncStream<Void>.Continuation
  /// Whether the test waits in this object, and drains the engine itself: issues then belong where it waits.
  private var isWaiting = false
  private let shared: SharedTracker
  private var currentDependencies: DependencyValues
  /// The test's isolation. Weak, because an actor may own the test store.
  private weak var currentIsolation: (any Actor)?
  private var unhandled = Queue<Received>()
  /// The number of actions processed so far, and the number of those whose effects the test has skipped.
  private var (actionCount, skippedCount) = (0, 0)

  private var wasDismissed = false

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
    let (announced, announcements) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.announcements = announcements
    readiness = Readiness {
      bell.ring()
      announcements.yield()
    }
    engine = Engine(state: state, dependencies: dependencies, reducer: reducer, readiness: readiness)
    readiness.setDrain { [weak self] in
      await self?.drain() != nil
    }
    engine.didDismiss = { [weak self] in self?.isDismissed = true }
    // A task of its own, so that issues belong to the test, whatever made the engine ready.
    Task { [weak self] in
      for await _ in announced {
        guard let self else { return }
        if !lock.withLock({ isWaiting }) { await drain() }
      }
    }
  }

  /// The dependencies set on the test store.
  var dependencies: DependencyValues {
    get { lock.withLock { currentDependencies } }
    set { lock.withLock { currentDependencies = newValue } }
  }

  /// Whether the feature has requested its dismissal.
  private(set) var isDismissed: Bool {
    get { lock.withLock { wasDismissed } }
    set { lock.withLock { wasDismissed = newValue } }
  }

  /// The current counter of the generator of element ids.
  var stackElementIDs: StackElementIDCounter? {
    lock.withLock { engine.dependencies.stackElementID.counter }
  }

  /// The actions sent by effects and not yet asserted, oldest first.
  var received: Queue<Received> { lock.withLock { unhandled } }

  /// Passes the test's current dependencies on to the feature, except where the test has since set others on the
  /// store.
  private func takeOnDependencies() {
    engine.dependencies = currentDependencies.mergingLater(.current)
  }

  /// Processes an action that the test sends, and all its immediate consequences.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isolation: The test's isolation.
  /// - Returns: The state and shared values right after the action itself, and the effects that it started.
  func send(
    _ action: Action,
    isolation: (any Actor)?
  ) -> (state: State, shared: SharedSnapshot, effects: EffectGroup) {
    lock.withLock {
      currentIsolation = isolation
      settle()
      let group = EffectGroup()
      engine.receive(Delivery(action: engine.erased(action), group: group))
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

  /// Processes everything that is ready, on behalf of a task that moves a clock. That task's dependencies do not
  /// apply to the feature.
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
        var rest = EffectEngine.turn
        while let delivery = engine.nextDelivery(&rest) {
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

  private func deliver(_ delivery: Delivery) {
    actionCount += 1
    engine.deliver(delivery, moment: actionCount)
  }

  private func process(_ body: () -> Void) {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    readiness.whileDraining(engine, body)
  }

  /// Processes everything that is ready. While `isDone` is false, waits for effects that are busy elsewhere.
  ///
  /// - Parameters:
  ///   - timeout: The maximum wait. There is no wait if every effect in flight sleeps on a clock that the test moves, or
  ///     if no effect is in flight.
  ///   - isDone: Whether the awaited condition holds.
  func settle(
    timeout: Duration,
    isolation: isolated (any Actor)? = #isolation,
    until isDone: () -> Bool
  ) async {
    lock.withLock { (currentIsolation, isWaiting) = (isolation, true) }
    defer {
      lock.withLock { isWaiting = false }
      announcements.yield()
    }
    settle()
    let deadline = ContinuousClock.now + timeout
    while !isDone(), lock.withLock({ engine.isBusyElsewhere }), ContinuousClock.now < deadline {
      await bell.wait(until: deadline)
      settle()
    }
  }

  /// The shared values before the next received action, or the current ones if there is none.
  var sharedBeforeReceived: SharedSnapshot {
    lock.withLock { unhandled.first?.sharedBefore ?? shared.snapshot }
  }

  /// The effects in flight, in the order in which they were started, without the intervals of throttled effects that
  /// nothing waits for.
  var inFlight: [EffectRecord] { lock.withLock { engine.records.values.filter { !$0.isIdle } } }

  /// The effects in flight that the test has not skipped.
  var unskipped: [EffectRecord] { lock.withLock { inFlight.filter { $0.moment > skippedCount } } }

  /// Lets the effects of all actions so far continue without having to end, including those that have yet to start.
  func skipEffects() { lock.withLock { skippedCount = actionCount } }

  func removeFirstReceived() -> Received { lock.withLock { unhandled.remove(at: 0) } }

  /// Cancels the effects that an action started, and lets them end.
  func cancel(_ group: EffectGroup) {
    lock.withLock {
      group.cancel()
      settle()
    }
  }

  func shutDown() {
    announcements.finish()
    lock.withLock { engine.shutDown() }
  }
}

import Synchronization

/// Drives an engine on the main actor as actions and effect results arrive.
@MainActor
final class StoreEngine<State, Action> {
  private let engine: Engine<State, Action>
  let readiness: Readiness
  private var isProcessing = false

  /// Records what it does; see ``Store/record(with:)``.
  var recording: StoreRecording?
  /// The dependencies of the reducer and its effects.
  var dependencies: DependencyValues {
    get { engine.dependencies }
    set { engine.dependencies = newValue }
  }

  /// Called once after a batch of actions has been processed and the state has its new value.
  var didProcess: () -> Void = {}

  init(state: State, dependencies: DependencyValues, reducer: any Reducer<State, Action>) {
    let schedule = DrainSchedule()
    readiness = Readiness { schedule.request() }
    engine = Engine(
      state: state,
      dependencies: dependencies,
      reducer: reducer,
      readiness: readiness
    )
    schedule.drain = { [weak self] in self?.processAll() }
    // Isolated to the main actor instead of `MainActor.run`, which suspends even when called there.
    let drain: @MainActor @Sendable () -> Bool = { [weak self] in self?.processAll() != nil }
    readiness.setDrain { await drain() }
  }

  isolated deinit {
    engine.shutDown(beginningAll: true)
  }

  var state: State { engine.state }

  /// Processes an action, and the actions that effects send synchronously. Other effects begin when the main actor is
  /// free.
  ///
  /// - Returns: The effects that the action started.
  func send(_ action: Action, animation: Animation?, at site: SourceSite) -> EffectGroup {
    let group = EffectGroup()
    guard !isProcessing else {
      reportReentrance(action, at: site)
      engine.enqueue(action, animation: animation, group: group)
      return group
    }
    engine.receive(action, animation: animation, group: group)
    process { _ in engine.nextWaitingDelivery() }
    return group
  }

  /// Runs effects until all of them wait, or until other work on the main actor is due a turn.
  private func processAll() {
    process { engine.nextDelivery(&$0) }
  }

  private func process(_ next: (inout Int) -> Delivery?) {
    guard !isProcessing else { return }
    isProcessing = true
    var (rest, count) = (EffectEngine.turn, 0)
    readiness.whileDraining(engine) {
      while count < EffectEngine.turn, let delivery = next(&rest) {
        if let recording { recording.deliver(delivery, in: engine) } else { engine.deliver(delivery) }
        count += 1
      }
    }
    isProcessing = false
    if count > 0 { didProcess() }
  }

  private func reportReentrance(_ action: Action, at site: SourceSite) {
    site.reportIssue(
      """
      An action was sent while another was being processed:

        \(String(customDumping: action))

      It is queued until then. A reducer must not send actions; it returns effects that send them.
      """
    )
  }
}

/// Asks the main actor to drain an engine, once per batch of work.
@MainActor
private final class DrainSchedule {
  private nonisolated let isRequested = Atomic(false)
  var drain: () -> Void = {}

  nonisolated func request() {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      // Cleared before draining, so that work arriving meanwhile is either drained now or requests another drain.
      isRequested.store(false, ordering: .releasing)
      drain()
    }
  }
}

import Observation
import Synchronization

/// The core of a store with its own engine, which it drives on the main actor as actions and effect results arrive.
@MainActor
final class RootCore<State, Action>: StoreCore, Observable {
  private let engine: Engine<State, Action>
  private let readiness: Readiness
  private var isProcessing = false
  private let registrar = ObservationRegistrar()
  private var knownID: ObservableStateID?
  private var listeners = NumberedTable<@MainActor () -> Void>()
  private var listenerCount = 0

  /// Records what it does; see ``Store/record(with:)``.
  var recording: StoreRecording?
  /// The dependencies of the reducer and its effects.
  var dependencies: DependencyValues {
    get { engine.dependencies }
    set { engine.dependencies = newValue }
  }

  init(state: State, dependencies: DependencyValues, reducer: any Reducer<State, Action>) {
    let schedule = DrainSchedule()
    readiness = Readiness { schedule.request() }
    engine = Engine(
      state: state,
      dependencies: dependencies,
      reducer: reducer,
      readiness: readiness
    )
    knownID = identity
    schedule.drain = { [weak self] in self?.processAll() }
    // Isolated to the main actor instead of `MainActor.run`, which suspends even when called there.
    let drain: @MainActor @Sendable () -> Bool = { [weak self] in self?.processAll() != nil }
    readiness.setDrain { await drain() }
  }

  isolated deinit {
    engine.shutDown(beginningAll: true)
  }

  var state: State {
    registrar.access(self, keyPath: \.state)
    return engine.state
  }

  var unobservedState: State { engine.state }

  /// Processes an action, and the actions that effects send synchronously. Other effects begin when the main actor is
  /// free.
  func send(_ action: Action, animation: Animation?, at site: SourceSite) -> StoreTask {
    let group = EffectGroup()
    let delivery = Delivery(action: engine.erased(action), animation: animation, group: group)
    if isProcessing {
      site.reportIssue(
        """
        An action was sent while another was being processed:

          \(String(customDumping: action))

        It is queued until then. A reducer must not send actions; it returns effects that send them.
        """
      )
      engine.enqueue(delivery)
    } else {
      engine.receive(delivery)
      process { _ in engine.nextWaitingDelivery() }
    }
    return StoreTask(effects: group, readiness: readiness)
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
    // Once for all actions, when the state has its new value.
    if count > 0 { notifyObservers() }
  }

  func subscribe(_ listener: @escaping @MainActor () -> Void) -> AnyCancellable {
    listenerCount += 1
    let number = listenerCount
    listeners.insert(listener, number: number)
    return AnyCancellable { [weak self] in
      Task { @MainActor in self?.listeners.remove(number) }
    }
  }

  /// The identity of a state whose fields are observed individually.
  private var identity: ObservableStateID? { (engine.state as? any ObservableState)?._$id }

  /// Notifies observers of the whole state, unless the fields' own notifications cover the change.
  private func notifyObservers() {
    listeners.forEach { $0() }
    let id = identity
    defer { knownID = id }
    if let id, let knownID, id.continues(knownID) { return }
    registrar.withMutation(of: self, keyPath: \.state) {}
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

import Synchronization

/// The shared values as asserted or set by the test so far.
final class AssertedSharedValues: Sendable {
  let tracker: SharedTracker
  private let asserted: Asserted

  private final class Asserted: Sendable {
    let snapshot = Mutex<SharedSnapshot?>(nil)
  }

  init() {
    let asserted = Asserted()
    self.asserted = asserted
    tracker = SharedTracker { change in asserted.snapshot.withLock { $0?.apply(change) } }
  }

  var snapshot: SharedSnapshot { asserted.snapshot.withLock { $0 } ?? tracker.originals }

  /// Accepts the current values as asserted.
  func accept(_ snapshot: SharedSnapshot) {
    asserted.snapshot.withLock { $0 = snapshot }
  }
}

/// A state, and the view of the shared values in which to read it.
struct StateInView<State> {
  var state: State
  let view: SharedView

  init(_ state: State, _ shared: SharedSnapshot) {
    self.state = state
    view = SharedView(shared)
  }
}

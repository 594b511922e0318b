import Synchronization

/// The shared values as a test knows them: with all that it has asserted, and all that it has written itself.
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

  /// Takes the values as they are said to be for asserted.
  func accept(_ snapshot: SharedSnapshot) {
    asserted.snapshot.withLock { $0 = snapshot }
  }
}

/// A state, and the view that what it shares is to be seen in.
struct StateInView<State> {
  var state: State
  let view: SharedView

  init(_ state: State, _ shared: SharedSnapshot) {
    self.state = state
    view = SharedView(shared)
  }
}

import DequeModule
import Synchronization

/// The actions that wait to be reduced, first in, first out.
///
/// Locked, since an effect may send from a thread of its own.
final class Inbox: Sendable {
  private struct State {
    var waiting: Deque<Delivery> = []
    var isClosed = false
  }

  // A delivery is put in by one thread, which then lets go of it, and taken out by the owner.
  private let state = Mutex(UncheckedSendable(State()))
  private let wake: (@Sendable () -> Void)?

  /// Creates an empty inbox.
  ///
  /// - Parameter wake: Called, on any thread, whenever an action has come in from an effect.
  init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  func append(_ delivery: Delivery) {
    let delivery = UncheckedSendable(delivery)
    let isClosed = state.withLock { state in
      if !state.value.isClosed { state.value.waiting.append(delivery.value) }
      return state.value.isClosed
    }
    if isClosed { delivery.value.sender?.resume() } else { wake?() }
  }

  func prepend(_ delivery: Delivery) {
    let delivery = UncheckedSendable(delivery)
    state.withLock { $0.value.waiting.prepend(delivery.value) }
  }

  func popFirst() -> Delivery? {
    state.withLock { UncheckedSendable($0.value.waiting.popFirst()) }.value
  }

  /// What is to be done with the action that has waited longest.
  enum Front {
    /// There is none.
    case empty
    /// It is to be reduced.
    case ready
    /// It has been taken out, since its effect is cancelled: what that sent is dropped.
    case dropped(Delivery)
  }

  /// Looks at the action that has waited longest.
  func checkFront() -> Front {
    state.withLock { state -> UncheckedSendable<Front> in
      guard let first = state.value.waiting.first else { return UncheckedSendable(.empty) }
      guard first.effect?.isCancelled == true else { return UncheckedSendable(.ready) }
      return UncheckedSendable(.dropped(state.value.waiting.removeFirst()))
    }.value
  }

  var isEmpty: Bool { state.withLock { $0.value.waiting.isEmpty } }

  /// Drops what is sent from here on, and what another thread has sent since it was emptied: the senders go on.
  func close() {
    let dropped = state.withLock { state in
      defer { state.value = State(isClosed: true) }
      return UncheckedSendable(state.value.waiting)
    }
    for delivery in dropped.value { delivery.sender?.resume() }
  }
}

/// An action on its way to the reducer.
struct Delivery {
  let action: ErasedAction
  let animation: Animation?
  /// The effect that sent it; `nil` if it came from outside.
  let effect: RunningEffect?
  /// What its effects are counted with.
  var group: EffectGroup?
  /// Resumed once the action has been reduced and its effects have been started.
  var sender: UnsafeContinuation<Void, Never>?
}

import Synchronization

/// The actions waiting to be reduced, first in, first out.
///
/// Locked, because an effect may send from another thread.
final class Inbox: Sendable {
  private struct State {
    var waiting = Queue<Delivery>()
    var isClosed = false
  }

  // Each delivery is added by one thread, which then releases it, and removed by the owner.
  private let state = Mutex(UncheckedSendable(State()))
  private let wake: (@Sendable () -> Void)?

  /// Creates an empty inbox.
  ///
  /// - Parameter wake: Called, on any thread, when an effect has sent an action.
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

  /// The state of the oldest action in the inbox.
  enum Front {
    /// The inbox is empty.
    case empty
    /// The action can be reduced.
    case ready
    /// The action has been removed and dropped, because its effect is cancelled.
    case dropped(Delivery)
  }

  /// Checks the oldest action.
  func checkFront() -> Front {
    state.withLock { state -> UncheckedSendable<Front> in
      guard let first = state.value.waiting.first else { return UncheckedSendable(.empty) }
      guard first.effect?.isCancelled == true else { return UncheckedSendable(.ready) }
      return UncheckedSendable(.dropped(state.value.waiting.remove(at: 0)))
    }.value
  }

  var isEmpty: Bool { state.withLock { $0.value.waiting.isEmpty } }

  /// Drops all later actions, and those that another thread has sent since the inbox was emptied. The senders
  /// continue.
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
  var animation: Animation?
  /// The effect that sent it; `nil` if it came from outside.
  var effect: RunningEffect?
  /// The group of the effects that it starts.
  var group: EffectGroup?
  /// Resumed once the action has been reduced and its effects have been started.
  var sender: UnsafeContinuation<Void, Never>?
}

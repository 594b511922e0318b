import DequeModule
import Synchronization

/// An action on its way to the reducer.
struct Delivery<Action> {
  let action: Action
  let animation: Animation?
  /// The effect that sent it; `nil` if it came from outside.
  let effect: RunningEffect<Action>?
  /// What its effects are counted with.
  var group: EffectGroup<Action>?
  /// Resumed once the action has been reduced and its effects have been started.
  var sender: UnsafeContinuation<Void, Never>?
}

/// The actions that wait to be reduced, first in, first out.
///
/// Locked, since an effect may send from a thread of its own.
final class Inbox<Action>: Sendable {
  private struct State {
    var waiting: Deque<Delivery<Action>> = []
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

  func append(_ delivery: Delivery<Action>) {
    let delivery = UncheckedSendable(delivery)
    let isClosed = state.withLock { state in
      if !state.value.isClosed { state.value.waiting.append(delivery.value) }
      return state.value.isClosed
    }
    if isClosed { delivery.value.sender?.resume() } else { wake?() }
  }

  func prepend(_ delivery: Delivery<Action>) {
    let delivery = UncheckedSendable(delivery)
    state.withLock { $0.value.waiting.prepend(delivery.value) }
  }

  var first: Delivery<Action>? {
    state.withLock { UncheckedSendable($0.value.waiting.first) }.value
  }

  func popFirst() -> Delivery<Action>? {
    state.withLock { UncheckedSendable($0.value.waiting.popFirst()) }.value
  }

  var isEmpty: Bool { state.withLock { $0.value.waiting.isEmpty } }

  /// Drops what is sent from here on: its senders go on at once.
  func close() {
    state.withLock { $0.value.isClosed = true }
  }
}

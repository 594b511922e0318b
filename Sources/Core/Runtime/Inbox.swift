import Synchronization

/// The actions waiting to be reduced, first in, first out.
///
/// Locked, because an effect may send from another thread.
final class Inbox: Sendable {
  private struct State {
    var waiting = Queue<Delivery>()
    var isClosed = false
  }

  private let state = Mutex(State())
  private let readiness: Readiness?

  /// Creates an empty inbox.
  ///
  /// - Parameter readiness: Notified, on any thread, when an effect has sent an action.
  init(readiness: Readiness? = nil) {
    self.readiness = readiness
  }

  func append(_ delivery: Delivery) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.waiting.append(delivery) }
      return state.isClosed
    }
    if isClosed { delivery.sender?.resume() } else { readiness?.signal() }
  }

  func prepend(_ delivery: Delivery) { state.withLock { $0.waiting.prepend(delivery) } }

  func popFirst() -> Delivery? { state.withLock { $0.waiting.popFirst() } }

  /// Drops the oldest action if its effect is cancelled.
  ///
  /// - Returns: The dropped action, or else whether the inbox is empty.
  func dropCancelled() -> (dropped: Delivery?, isEmpty: Bool) {
    state.withLock { state in
      let isCancelled = state.waiting.first?.effect?.isCancelled == true
      return (isCancelled ? state.waiting.popFirst() : nil, state.waiting.isEmpty)
    }
  }

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

  /// Drops all later actions, and those that another thread has sent since the inbox was emptied. The senders
  /// continue.
  func close() {
    let dropped = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.waiting
    }
    for delivery in dropped { delivery.sender?.resume() }
  }
}

/// An action on its way to the reducer.
package struct Delivery: @unchecked Sendable {
  // Unchecked: added to the inbox by one thread, which then releases it, and removed by the owner.
  package let action: ErasedAction
  package var animation: Animation?
  /// The effect that sent it; `nil` if it came from outside.
  var effect: RunningEffect?
  /// The group of the effects that it starts.
  var group: EffectGroup?
  /// Resumed once the action has been reduced and its effects have been started.
  var sender: UnsafeContinuation<Void, Never>?
}

extension Delivery {
  /// An action from outside.
  package init(sending action: ErasedAction) { self.init(action: action) }

  /// The description of the effect that sent it.
  package var effectRecord: EffectRecord? { effect?.record }
}

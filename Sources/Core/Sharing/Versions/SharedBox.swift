import Synchronization

/// A box for one value, shared by all references to the box.
///
/// It is the only kind of reference that a state may hold, and it makes references recordable: a ``SharedTracker``
/// observes each write, keeps the values, and can restore them, and code that reads a past state does so through a
/// ``SharedView``.
class SharedBox<Value: Sendable>: AnySharedBox, @unchecked Sendable {
  // Unchecked because it has subclasses; all mutable state is guarded by the mutex.
  final let id = SharedScope.boxCount.wrappingAdd(1, ordering: .relaxed).newValue
  private let content: Mutex<Content>

  private struct Content {
    var value: Value
    /// The trackers that have recorded a write, and observe all further writes.
    var trackers: [WeakTracker] = []

    mutating func add(_ recorders: [SharedTracker]) {
      trackers.removeAll { $0.tracker == nil }
      for recorder in recorders where !trackers.contains(where: { $0.tracker === recorder }) {
        trackers.append(WeakTracker(tracker: recorder))
      }
    }
  }

  init(_ value: Value) {
    content = Mutex(Content(value: value))
  }

  /// The current value, regardless of any view.
  final var present: Value { content.withLock { $0.value } }

  /// The value in a view, or the present value if the view is `nil`.
  func value(in view: SharedView?) -> Value { view?.value(of: self) ?? present }

  /// The value in the view of the current task.
  final func value() -> Value { value(in: SharedScope.view) }

  /// Replaces the value: in the view of the current task, if any, otherwise globally.
  final func set(_ value: Value) {
    if let view = SharedScope.view {
      view.set(value, of: self)
    } else {
      write(value)
    }
  }

  /// Replaces the value globally, and notifies the trackers.
  final func write(_ value: Value) {
    let recorders = SharedScope.recorders
    let (old, others) = content.withLock { content in
      let old = content.value
      content.value = value
      content.add(recorders)
      let others = content.trackers.compactMap(\.tracker).filter { other in
        !recorders.contains { $0 === other }
      }
      return (old, others)
    }
    for recorder in recorders { recorder.note(self, original: old, isCreatedHere: false, value) }
    for other in others { other.didWriteElsewhere(self, new: value) }
  }

  /// Notifies the trackers of the box's creation and initial value.
  final func noteMade() {
    if let view = SharedScope.view { return view.didMake(self) }
    let recorders = SharedScope.recorders
    let value = content.withLock { content in
      content.add(recorders)
      return content.value
    }
    for recorder in recorders { recorder.note(self, original: value, isCreatedHere: true, value) }
  }

  /// Restores an earlier value without notifying trackers, because a tracker itself calls this.
  func restore(_ value: Value) {
    replace(value)
  }

  final func replace(_ value: Value) {
    let old = content.withLock { content in
      defer { content.value = value }
      return content.value
    }
    withExtendedLifetime(old) {}
  }

  /// Whether two values of the box look the same. Values of a box without a label are never shown.
  func isSame(_ value: any Sendable, as other: any Sendable) -> Bool {
    label == nil || areEqual(value, other)
  }

  final func restore(any value: any Sendable) {
    if let value = value as? Value { restore(value) }
  }

  /// The name for display; `nil` for an internal box.
  var label: String? { nil }

  final func anyValue(in view: SharedView?) -> any Sendable { value(in: view) }

  private struct WeakTracker {
    weak var tracker: SharedTracker?
  }
}

/// A ``SharedBox`` of any value.
protocol AnySharedBox: AnyObject, Sendable {
  /// Its number, which identifies it in records also after it was released.
  var id: UInt64 { get }
  var label: String? { get }
  func restore(any value: any Sendable)
  func anyValue(in view: SharedView?) -> any Sendable
  func isSame(_ value: any Sendable, as other: any Sendable) -> Bool
}

/// A ``SharedBox`` that is changed with exclusive access.
///
/// Only the change itself runs under the lock. What follows from it, such as notifying observers, runs in
/// ``didChange()``: it may wait for other threads, which may be waiting to change the same value.
class LockedBox<Value: Sendable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked, as in the superclass.

  /// Held while the value is changed. Reading does not take it, so a change may read the value.
  private let lock = RecursiveLock()
  /// How often the lock had been abandoned when the current change outside of views began; guarded by the lock.
  private var changing: UInt32?
  private var isChanging: Bool { changing == lock.abandonments }

  /// Changes the value: in the view of the current task, if any, otherwise globally.
  ///
  /// Concurrent changes are serialized. A change within another one on the same thread is reported, and the outer one
  /// overwrites it. Changes made before `change` throws are kept.
  final func update<R>(_ change: (inout Value) throws -> R) rethrows -> R {
    let view = SharedScope.view
    let isNested = begin(in: view)
    if isNested { reportNestedChange() }
    let old = view?.value(of: self) ?? present
    // Released without the lock, because deallocating the old value may write here.
    defer { withExtendedLifetime(old) { end(in: view, isNested: isNested) } }
    var new = old
    defer { commit(new, replacing: old, in: view) }
    return try change(&new)
  }

  /// Runs a closure under the lock, unless a change is in progress that will overwrite what it does.
  ///
  /// - Parameter waits: Whether to wait for a change in progress on another thread.
  final func exclusively(waits: Bool, _ body: () -> Void) {
    if waits { lock.lock() } else if !lock.try() { return }
    guard !isChanging else { return lock.unlock() }
    body()
    lock.unlock()
    didChange()
  }

  /// Puts a changed value in place; called under the lock.
  func commit(_ value: Value, replacing old: Value, in view: SharedView?) {
    if let view { view.set(value, of: self) } else { write(value) }
  }

  /// Called without the lock after a change outside of views.
  func didChange() {}

  /// - Returns: Whether this thread is already changing the value.
  private func begin(in view: SharedView?) -> Bool {
    lock.lock()
    if let view { return !view.beginChange(of: self) }
    defer { changing = lock.abandonments }
    return isChanging
  }

  private func end(in view: SharedView?, isNested: Bool) {
    if !isNested {
      if let view { view.endChange(of: self) } else { changing = nil }
    }
    lock.unlock()
    if !isNested, view == nil { didChange() }
  }

  private func reportNestedChange() {
    reportIssue(
      """
      The shared value \(label ?? dumpTypeName(Value.self)) was changed within another change of it on the same \
      thread. The outer change overwrites the inner one.

      Make the change through the parameter of the outer "withLock", or after it.
      """
    )
  }
}

import Synchronization

/// A value shared by all references to the cell, and changed with exclusive access.
///
/// It is the only kind of reference that a state may hold. A ``SharedTracker`` observes each write, keeps the values, and
/// can restore them, and code that reads a past state does so through a ``SharedView``. All ``Shared`` of one key, or all
/// copies of one ``Shared``, refer to one cell. Storages in memory are cells without a label, which are never shown.
///
/// Only a change itself runs under the lock. What follows from it, such as notifying observers, may wait for other
/// threads, which may be waiting to change the same value.
final class SharedCell<Value: Sendable>: AnySharedCell, @unchecked Sendable {
  // Unchecked: `changing` is guarded by the lock.
  let id = SharedScope.cellCount.wrappingAdd(1, ordering: .relaxed).newValue
  private let content: Mutex<Content>
  /// Held while the value is changed. Reading does not take it, so a change may read the value.
  private let lock = AtomicLazyReference<RecursiveLock>()
  /// How often the lock had been abandoned when the current change outside of views began; guarded by the lock.
  private var changing: UInt32?
  private let isShown: Bool
  private let isSame: (@Sendable (Value, Value) -> Bool)?
  private let didChange: (@Sendable (_ old: Value, _ new: Value, _ isRestored: Bool) -> Void)?
  /// Created when the first observer comes, because most cells have none.
  private let lazyObservers = AtomicLazyReference<SharedObservers<Value>>()
  /// Where the value is loaded from and saved; `nil` without a key.
  let source: Source?

  /// - Parameters:
  ///   - isShown: Whether the value is shown by itself, and not only as a part of what refers to it.
  ///   - isSame: Whether two values look the same; by default if they are equal or not shown.
  ///   - didChange: Called without the lock after a change outside of views, or when a session has restored a value.
  init(
    _ value: Value,
    from source: Source? = nil,
    isShown: Bool = false,
    isSame: (@Sendable (Value, Value) -> Bool)? = nil,
    didChange: (@Sendable (_ old: Value, _ new: Value, _ isRestored: Bool) -> Void)? = nil
  ) {
    content = Mutex(Content(value: value))
    self.source = source
    self.isShown = isShown
    self.isSame = isSame
    self.didChange = didChange
  }

  /// Creates a value without a key.
  convenience init(shown value: Value) {
    self.init(value, isShown: true)
    noteMade()
  }

  /// Creates the value of a key.
  ///
  /// - Parameters:
  ///   - initialValue: The value if there is nothing to load.
  ///   - key: The key.
  ///   - isLoaded: Whether to load it now.
  convenience init(initialValue: Value, key: some SharedReaderKey<Value>, isLoaded: Bool) {
    let source = Source(key)
    self.init(initialValue, from: source, isShown: true)
    if isLoaded { load(initialValue, from: source) }
    source.open(with: initialValue) { [weak self] in self?.receive($0, initialValue: initialValue) }
    noteMade()
  }

  deinit { source?.subscription?.cancel() }

  /// The current value, regardless of any view.
  var present: Value { content.withLock { $0.value } }

  /// The value in a view, or the present value if the view is `nil`.
  func value(in view: SharedView?) -> Value {
    if view == nil, source != nil { refresh() }
    return view?.value(of: self) ?? present
  }

  /// The value in the view of the current task.
  func value() -> Value { value(in: SharedScope.view) }

  /// The name for display; `nil` for an internal cell.
  var label: String? { isShown ? source?.key.label ?? "Shared<\(dumpTypeName(Value.self))>" : nil }

  func isSame(_ value: any Sendable, as other: any Sendable) -> Bool {
    guard let value = value as? Value, let other = other as? Value else { return false }
    return isSame?(value, other) ?? (!isShown || areEqual(value, other))
  }

  func anyValue(in view: SharedView?) -> any Sendable { value(in: view) }

  /// The observers, if there are any.
  var observers: SharedObservers<Value>? { lazyObservers.load() }

  private var madeObservers: SharedObservers<Value> {
    observers ?? lazyObservers.storeIfNil(SharedObservers())
  }
}

// Changes.
extension SharedCell {
  /// Changes the value: in the view of the current task, if any, otherwise globally.
  ///
  /// Concurrent changes are serialized. A change within another one on the same thread is reported, and the outer one
  /// overwrites it. Changes made before `change` throws are kept.
  func update<R>(_ change: (inout Value) throws -> R) rethrows -> R {
    let (view, lock) = (SharedScope.view, madeLock)
    lock.lock()
    let isNested = view.map { !$0.beginChange(of: self) } ?? (changing == lock.abandonments)
    if view == nil { changing = lock.abandonments }
    if isNested {
      reportIssue(
        """
        The shared value \(label ?? dumpTypeName(Value.self)) was changed within another change of it on the same \
        thread. The outer change overwrites the inner one.

        Make the change through the parameter of the outer "withLock", or after it.
        """
      )
    }
    let old = view?.value(of: self) ?? present
    // Released without the lock, because deallocating the old value may write here.
    defer {
      withExtendedLifetime(old) {
        if !isNested { if let view { view.endChange(of: self) } else { changing = nil } }
        lock.unlock()
        if !isNested, view == nil { settle(old) }
      }
    }
    var new = old
    // Not the value at the start of the change: observers have been notified of nested changes since then.
    defer { put(new, replacing: view == nil ? present : old, in: view, isSaved: source != nil) }
    return try change(&new)
  }

  /// Runs a closure under the lock, unless a change is in progress that will overwrite what it does.
  ///
  /// - Parameter waits: Whether to wait for a change in progress on another thread.
  func exclusively(waits: Bool, _ body: () -> Void) {
    let (old, lock) = (present, madeLock)
    if waits { lock.lock() } else if !lock.try() { return }
    guard changing != lock.abandonments else { return lock.unlock() }
    body()
    lock.unlock()
    settle(old)
  }

  /// Puts a changed value in place; called under the lock.
  func put(_ value: Value, replacing old: Value, in view: SharedView?, isSaved: Bool) {
    observers?.replacements.yield((old, value))
    if let view { return view.set(value, of: self) }
    write(value)
    if isSaved { source?.noteUnsaved(SharedChange(old: old, new: value)) }
    observers?.note(SharedChange(old: old, new: value))
  }

  /// Restores an earlier value without notifying trackers, because a tracker itself calls this.
  func restore(any value: any Sendable) {
    guard let value = value as? Value else { return }
    let old = replace(value)
    // Effects are not notified, because they belong to a different present.
    observers?.note(SharedChange(old: old, new: value, audience: .observersOnly))
    observers?.notify()
    didChange?(old, value, true)
  }

  /// Saves a change and notifies observers, without the lock.
  private func settle(_ old: Value) {
    saveChanges()
    observers?.notify()
    didChange?(old, present, false)
  }

  private var madeLock: RecursiveLock { lock.load() ?? lock.storeIfNil(RecursiveLock()) }
}

// Recording.
extension SharedCell {
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

  private struct WeakTracker {
    weak var tracker: SharedTracker?
  }

  /// Replaces the value globally, and notifies the trackers.
  private func write(_ value: Value) {
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

  /// Notifies the trackers of the cell's creation and initial value.
  func noteMade() {
    if let view = SharedScope.view { return view.didMake(self) }
    let recorders = SharedScope.recorders
    let value = content.withLock { content in
      content.add(recorders)
      return content.value
    }
    for recorder in recorders { recorder.note(self, original: value, isCreatedHere: true, value) }
  }

  /// Replaces the value without recording it.
  ///
  /// - Returns: The old value, to be released without a lock.
  @discardableResult
  func replace(_ value: Value) -> Value {
    content.withLock { content in
      defer { content.value = value }
      return content.value
    }
  }
}

extension SharedCell: SharedReference {
  func access() {
    if !StateObservation._isSuspended { madeObservers.access() }
  }

  func notifyObservers() { observers?.didMutate() }

  var description: String { source?.key.label ?? "value: \(String(reflecting: value()))" }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    madeObservers.subscribers.add(in: world, yield)
  }

  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void) {
    if source != nil { refresh() }
    madeObservers.note(yield) { present }
    madeObservers.notify()
  }

  func onReplacement(_ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void) -> SharedSubscription {
    madeObservers.replacements.add(in: nil) { body($0.old, $0.new) }
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    if SharedScope.view == nil, source != nil { refresh() }
    return try update(operation)
  }
}

/// A ``SharedCell`` of any value.
protocol AnySharedCell: AnyObject, Sendable {
  /// Its number, which identifies it in records also after it was released.
  var id: UInt64 { get }
  var label: String? { get }
  func restore(any value: any Sendable)
  func anyValue(in view: SharedView?) -> any Sendable
  /// Whether two of its values look the same.
  func isSame(_ value: any Sendable, as other: any Sendable) -> Bool
}

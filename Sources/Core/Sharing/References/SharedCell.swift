import Observation
import Synchronization

/// A shared value, which all ``Shared`` of one key, or all copies of one ``Shared``, refer to.
final class SharedCell<Value: Sendable>: LockedBox<Value>, @unchecked Sendable {
  // Unchecked, as in the superclass; `subscription` changes only while this is created.

  private let registrar = ObservationRegistrar()
  private let subscribers = SharedSubscribers<Value>()
  private let replacements = SharedSubscribers<(old: Value, new: Value)>()
  /// The changes that observers, subscribers and the storage have not been notified of yet.
  private let news = Mutex(News())
  private let key: (any SharedReaderKey<Value>)?
  private let writer: (any SharedKey<Value>)?
  private var subscription: SharedSubscription?
  private let status: SharedStatus?
  /// Whether failures of loads and saves that no caller awaits are reported as issues, besides being stored as
  /// errors.
  private let reportsFailures: Bool

  /// Creates a value without persistence.
  override convenience init(_ value: Value) {
    self.init(value, key: nil)
    noteMade()
  }

  private init(_ value: Value, key: (any SharedReaderKey<Value>)?) {
    self.key = key
    writer = key as? any SharedKey<Value>
    status = key.map { _ in SharedStatus() }
    // Tests check the error properties. Other code rarely does, and the failure would go unnoticed.
    reportsFailures = DependencyValues.current.context != .test
    super.init(value)
  }

  /// Creates the value of a key.
  ///
  /// - Parameters:
  ///   - initialValue: The value if there is nothing to load.
  ///   - key: The key.
  ///   - isLoaded: Whether to load it now.
  convenience init(initialValue: Value, key: some SharedReaderKey<Value>, isLoaded: Bool = true) {
    self.init(initialValue, key: key)
    if isLoaded { load(initialValue: initialValue) }
    subscription = key.subscribe(
      context: .initialValue(initialValue),
      subscriber: SharedSubscriber { [weak self] read in
        self?.receive(read, initialValue: initialValue)
      } onLoading: { [status] isLoading in
        status?.set { $0.isLoading = isLoading }
      }
    )
    status?.didMake()
    noteMade()
  }

  deinit {
    subscription?.cancel()
  }

  override var label: String? { key?.label ?? "Shared<\(dumpTypeName(Value.self))>" }

  override func value(in view: SharedView?) -> Value {
    if view == nil { refresh() }
    return super.value(in: view)
  }

  /// Checks for outside changes, if the storage does not notify of them.
  private func refresh() {
    // Unsaved changes are newer than the storage, and the value that is being saved is known.
    guard let refresh = subscription?.onRefresh, news.withLock({ $0.beginUse(toRead: true) }) else { return }
    SharedScope.StorageUse(of: self, saved: nil).run(refresh)
    saveChanges()
  }

  override func commit(_ value: Value, replacing old: Value, in view: SharedView?) {
    // Not the value at the start of the change: observers have been notified of nested changes since then.
    replace(view == nil ? present : old, with: value, in: view, isSaved: key != nil)
  }

  private func replace(_ old: Value, with value: Value, in view: SharedView?, isSaved: Bool) {
    replacements.yield((old, value), from: nil)
    super.commit(value, replacing: old, in: view)
    if view == nil { note(Change(old: old, new: value, audience: .everyone, isSaved: isSaved)) }
  }

  override func didChange() {
    if news.withLock({ $0.beginUse(toRead: false) }) { saveChanges() }
    tellOfChanges()
  }

  override func restore(_ value: Value) {
    let old = present
    replace(value)
    // Effects are not notified, because they belong to a different present.
    note(Change(old: old, new: value, audience: .observersOnly, isSaved: false))
    tellOfChanges()
  }
}

// What follows from a change. It calls the user's code, so no lock is held.
extension SharedCell {
  private enum Audience {
    case everyone
    case observersOnly
    case one(@Sendable (Value) -> Void)
  }

  private struct Change: Sendable {
    let old: Value
    let new: Value
    let audience: Audience
    let isSaved: Bool
    /// The context of the change, because another thread may send the notifications.
    let surroundings = TaskSurroundings.current
    let recorder = SharedScope.recorder

    func inItsContext(_ operation: () -> Void) {
      TaskSurroundings.$current.withValue(surroundings) {
        SharedScope.$recorder.withValue(recorder, operation: operation)
      }
    }
  }

  private struct News {
    var changes: [Change] = []
    /// Whether a thread is sending notifications. It also sends those for changes made meanwhile, so that they all
    /// arrive in order.
    var areBeingTold = false
    /// The changes that the storage does not have yet.
    var unsaved: [Change] = []
    /// The total number of changes to save.
    var saveCount = 0
    /// Whether a thread is using the storage. It also saves changes made meanwhile, of which only the last, so that it
    /// keeps up with the other threads.
    var isStorageInUse = false
    var isSaving = false

    mutating func next() -> [Change] {
      areBeingTold = !changes.isEmpty
      defer { changes = [] }
      return changes
    }

    /// Begins to use the storage, unless another thread is using it: to read it, if it has all changes; otherwise to
    /// save them.
    mutating func beginUse(toRead isReading: Bool) -> Bool {
      guard !isStorageInUse, isReading == unsaved.isEmpty else { return false }
      isStorageInUse = true
      SharedScope.StorageUse.all.enter()
      return true
    }

    /// - Returns: The changes to save. If there are none, the use of the storage ends.
    mutating func nextUnsaved() -> [Change] {
      defer { unsaved = [] }
      isSaving = !unsaved.isEmpty
      if !isSaving {
        isStorageInUse = false
        SharedScope.StorageUse.all.leave()
      }
      return unsaved
    }
  }

  private func note(_ change: Change) {
    news.withLock { news in
      news.changes.append(change)
      guard change.isSaved else { return }
      news.unsaved.append(change)
      news.saveCount += 1
    }
  }

  /// Saves what the storage does not have yet, and ends its use.
  private func saveChanges() {
    var changes = news.withLock { $0.nextUnsaved() }
    while let last = changes.last {
      last.inItsContext { save(last.new) }
      changes = news.withLock { $0.nextUnsaved() }
    }
  }

  private func tellOfChanges() {
    var changes = news.withLock { $0.areBeingTold ? [] : $0.next() }
    while !changes.isEmpty {
      for change in changes {
        change.inItsContext { tell(change) }
      }
      changes = news.withLock { $0.next() }
    }
  }

  private func tell(_ change: Change) {
    if case .one(let yield) = change.audience { return yield(change.new) }
    if areKnownEqual(change.old, change.new) { return }
    withMutation {}
    if case .everyone = change.audience {
      subscribers.yield(change.new, from: SharedWorld.current)
    } else {
      subscribers.yieldOutside(change.new)
    }
  }
}

extension SharedCell: Observable, SharedReference {
  func access() {
    registrar.access(self, keyPath: \.observed)
  }

  func withMutation(_ body: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.observed, body)
  }

  private var observed: Value { present }

  var description: String { key?.label ?? "value: \(String(reflecting: value()))" }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    subscribers.add(in: world, yield)
  }

  func yieldPresent(to yield: @escaping @Sendable (Value) -> Void) {
    refresh()
    news.withLock { news in
      // Read under the lock: at most the last of the changes noted later is already made.
      let value = present
      news.changes.append(Change(old: value, new: value, audience: .one(yield), isSaved: false))
    }
    tellOfChanges()
  }

  func onReplacement(_ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void) -> SharedSubscription {
    replacements.add(in: nil) { body($0.old, $0.new) }
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    if SharedScope.view == nil { refresh() }
    return try update(operation)
  }
}

extension SharedCell: SharedPersistence {
  var persistence: any SharedPersistence { self }

  var observedStatus: SharedStatusValue { status?.observed ?? SharedStatusValue() }

  func load() async throws {
    guard let key else { return }
    status?.set { $0.isLoading = true }
    let saveCount = news.withLock(\.saveCount)
    let result = await key.loaded()
    receive({ result }, initialValue: nil, ifSavedOnly: saveCount)
    _ = try result.get()
  }

  func save() async throws {
    guard key != nil else { return }
    let result: Result<Void, any Error> = await withUnsafeContinuation { done in
      save(present, .userInitiated) { done.resume(returning: $0) }
    }
    didSave(result)
    try result.get()
  }

  private func load(initialValue: Value) {
    guard let key else { return }
    status?.set { $0.isLoading = true }
    let saveCount = news.withLock(\.saveCount)
    key.load(
      context: .initialValue(initialValue),
      continuation: LoadContinuation(key.label) { [weak self] result in
        guard let self else { return }
        receive({ result }, initialValue: initialValue, ifSavedOnly: saveCount)
        reportFailure(of: result, verb: "loaded")
      }
    )
  }

  /// Receives a value that was loaded, or that others have written to the storage.
  ///
  /// - Parameter saveCount: The number of changes when loading began; a value that was saved since then is newer.
  private func receive(
    _ read: () -> Result<Value?, any Error>,
    initialValue: Value?,
    ifSavedOnly saveCount: Int? = nil
  ) {
    let result = read()
    status?.set { ($0.isLoading, $0.loadError) = (false, result.failure) }
    guard case .success(let loaded) = result, let value = loaded ?? initialValue else { return }
    guard status?.isMade == true else { return replace(value) }
    let use = SharedScope.storageUse.flatMap { $0.isInProgress(in: self) ? $0 : nil }
    // The value being saved is not a change, unless the storage has modified it.
    if let saved = use?.saved, (value as? any Equatable)?.isEqual(toAny: saved) ?? true { return }
    if areKnownEqual(present, value) { return }
    // Reading does not wait for a change, which would overwrite the value anyway.
    exclusively(waits: use == nil || use?.saved != nil) {
      let isOverwritten = news.withLock { news in
        // Unsaved changes will overwrite the storage.
        !news.unsaved.isEmpty || news.isSaving && use == nil || news.saveCount != saveCount ?? news.saveCount
      }
      // Reads again: another thread may have changed and saved the value before this one could replace it.
      guard !isOverwritten, case .success(let loaded) = read(), let value = loaded ?? initialValue else {
        return
      }
      replace(present, with: value, in: nil, isSaved: false)
    }
  }

  private func save(_ value: Value) {
    SharedScope.StorageUse(of: self, saved: value).run {
      save(value, .didSet) { [weak self] result in
        guard let self else { return }
        didSave(result)
        reportFailure(of: result, verb: "saved")
      }
    }
  }

  private func save(
    _ value: Value,
    _ context: SaveContext,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    // The value of a key that only reads has nowhere to be saved.
    guard let writer else { return completion(.success(())) }
    let continuation = SaveContinuation(writer.label, callback: completion)
    writer.save(value, context: context, continuation: continuation)
  }

  private func didSave(_ result: Result<Void, any Error>) {
    status?.set { status in
      status.saveError = result.failure
      // What could not be loaded has been replaced.
      if result.failure == nil { status.loadError = nil }
    }
  }

  private func reportFailure(of result: Result<some Any, any Error>, verb: String) {
    guard reportsFailures, let error = result.failure else { return }
    reportIssue("The shared value \(label ?? "") could not be \(verb): \(error)")
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

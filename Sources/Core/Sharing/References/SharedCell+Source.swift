import Synchronization

// Loading and saving. Both call the code of the key, so no lock is held.
extension SharedCell {
  /// Where a value is loaded from and saved.
  final class Source: @unchecked Sendable {
    // Unchecked: `subscription` changes only while the cell is created.
    let key: any SharedReaderKey<Value>
    /// `nil` for a key that only reads.
    fileprivate let writer: (any SharedKey<Value>)?
    private(set) var subscription: SharedSubscription?
    /// A session rewinds it like the value, because a reducer may read it.
    fileprivate let status = SharedCell<SharedStatus>(SharedStatus())
    /// Whether the value is in use. What is loaded before that is its initial value, not a change.
    private let isInUse = Atomic(false)
    /// Whether failures of loads and saves that no caller awaits are reported as issues, besides being stored as
    /// errors. Tests check the error properties. Other code rarely does, and the failure would go unnoticed.
    fileprivate let reportsFailures = DependencyValues.current.context != .test
    fileprivate let use = Mutex(Use())

    fileprivate struct Use {
      /// The changes that the storage does not have yet.
      var unsaved: [SharedChange<Value>] = []
      /// The total number of changes to save.
      var saveCount = 0
      /// Whether a thread is using the storage. It also saves changes made meanwhile, of which only the last, so that
      /// it keeps up with the other threads.
      private var isInProgress = false
      private(set) var isSaving = false

      /// Begins to use the storage, unless another thread is using it: to read it, if it has all changes; otherwise to
      /// save them.
      mutating func begin(toRead isReading: Bool) -> Bool {
        guard !isInProgress, isReading == unsaved.isEmpty else { return false }
        isInProgress = true
        SharedScope.StorageUse.all.enter()
        return true
      }

      /// - Returns: The changes to save. If there are none, the use of the storage ends.
      mutating func nextUnsaved() -> [SharedChange<Value>] {
        defer { unsaved = [] }
        isSaving = !unsaved.isEmpty
        if !isSaving {
          isInProgress = false
          SharedScope.StorageUse.all.leave()
        }
        return unsaved
      }
    }

    init(_ key: some SharedReaderKey<Value>) {
      self.key = key
      writer = key as? any SharedKey<Value>
    }

    /// Begins to receive values that others write.
    func open(
      with value: Value,
      receive: @escaping @Sendable (_ read: () -> Result<Value?, any Error>) -> Void
    ) {
      subscription = key.subscribe(
        context: .initialValue(value),
        subscriber: SharedSubscriber(take: receive) { [weak self] isLoading in
          self?.setStatus { $0.isLoading = isLoading }
        }
      )
      isInUse.store(true, ordering: .releasing)
    }

    fileprivate var isOpen: Bool { isInUse.load(ordering: .acquiring) }

    /// Changes the status if that makes a difference.
    fileprivate func setStatus(_ change: (inout SharedStatus) -> Void) {
      let old = status.value()
      var new = old
      change(&new)
      if new.isUneventful, old.isUneventful { return }
      if isOpen { return status.update(change) }
      status.exclusively(waits: true) {
        new = status.present
        change(&new)
        status.replace(new)
      }
    }

    /// - Returns: The number of changes to save so far.
    fileprivate func beginLoading() -> Int {
      setStatus { $0.isLoading = true }
      return use.withLock(\.saveCount)
    }

    func noteUnsaved(_ change: SharedChange<Value>) {
      use.withLock { use in
        use.unsaved.append(change)
        use.saveCount += 1
      }
    }

    fileprivate func didSave(_ result: Result<Void, any Error>) {
      setStatus { status in
        status.saveError = result.failure
        // What could not be loaded has been replaced.
        if result.failure == nil { status.loadError = nil }
      }
    }
  }

  /// Checks for outside changes, if the storage does not notify of them.
  func refresh() {
    // Unsaved changes are newer than the storage, and the value that is being saved is known.
    guard let source, let refresh = source.subscription?.onRefresh,
      source.use.withLock({ $0.begin(toRead: true) })
    else { return }
    SharedScope.StorageUse(of: self, saved: nil).run(refresh)
    finishUse(of: source)
  }

  /// Saves what the storage does not have yet.
  func saveChanges() {
    if let source, source.use.withLock({ $0.begin(toRead: false) }) { finishUse(of: source) }
  }

  /// Saves what the storage does not have yet, and ends its use.
  private func finishUse(of source: Source) {
    var changes = source.use.withLock { $0.nextUnsaved() }
    while let last = changes.last {
      last.inItsContext {
        SharedScope.StorageUse(of: self, saved: last.new).run {
          save(last.new, .didSet, to: source) { [weak self] result in
            source.didSave(result)
            self?.reportFailure(of: result, verb: "saved")
          }
        }
      }
      changes = source.use.withLock { $0.nextUnsaved() }
    }
  }

  private func save(
    _ value: Value,
    _ context: SaveContext,
    to source: Source,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    // The value of a key that only reads has nowhere to be saved.
    guard let writer = source.writer else { return completion(.success(())) }
    writer.save(value, context: context, continuation: SaveContinuation(writer.label, callback: completion))
  }

  func load(_ initialValue: Value, from source: Source) {
    let saveCount = source.beginLoading()
    source.key.load(
      context: .initialValue(initialValue),
      continuation: LoadContinuation(source.key.label) { [weak self] result in
        self?.receive({ result }, initialValue: initialValue, ifSavedOnly: saveCount)
        self?.reportFailure(of: result, verb: "loaded")
      }
    )
  }

  /// Receives a value that was loaded, or that others have written to the storage.
  ///
  /// - Parameter saveCount: The number of changes when loading began; a value that was saved since then is newer.
  func receive(
    _ read: () -> Result<Value?, any Error>,
    initialValue: Value?,
    ifSavedOnly saveCount: Int? = nil
  ) {
    guard let source else { return }
    let result = read()
    source.setStatus { ($0.isLoading, $0.loadError) = (false, result.failure) }
    guard case .success(let loaded) = result, let value = loaded ?? initialValue else { return }
    guard source.isOpen else {
      replace(value)
      return
    }
    let use = SharedScope.storageUse.flatMap { $0.isInProgress(in: self) ? $0 : nil }
    // The value being saved is not a change, unless the storage has modified it.
    if let saved = use?.saved, (value as? any Equatable)?.isEqual(toAny: saved) ?? true { return }
    if areKnownEqual(present, value) { return }
    // Reading does not wait for a change, which would overwrite the value anyway.
    exclusively(waits: use == nil || use?.saved != nil) {
      let isOverwritten = source.use.withLock { state in
        // Unsaved changes will overwrite the storage.
        !state.unsaved.isEmpty || state.isSaving && use == nil
          || state.saveCount != saveCount ?? state.saveCount
      }
      // Reads again: another thread may have changed and saved the value before this one could replace it.
      guard !isOverwritten, case .success(let loaded) = read(), let value = loaded ?? initialValue else {
        return
      }
      put(value, replacing: present, in: nil, isSaved: false)
    }
  }

  private func reportFailure(of result: Result<some Any, any Error>, verb: String) {
    guard let source, source.reportsFailures, let error = result.failure else { return }
    reportIssue("The shared value \(source.key.label) could not be \(verb): \(error)")
  }
}

extension SharedCell: SharedPersistence {
  var persistence: any SharedPersistence { self }

  var observedStatus: SharedStatus {
    guard let status = source?.status else { return SharedStatus() }
    status.access()
    return status.value()
  }

  func load() async throws {
    guard let source else { return }
    let saveCount = source.beginLoading()
    let result = await source.key.loaded()
    receive({ result }, initialValue: nil, ifSavedOnly: saveCount)
    _ = try result.get()
  }

  func save() async throws {
    guard let source else { return }
    let result: Result<Void, any Error> = await withUnsafeContinuation { done in
      save(present, .userInitiated, to: source) { done.resume(returning: $0) }
    }
    source.didSave(result)
    try result.get()
  }
}

/// Whether a shared value is being loaded, and how its last load and save ended.
struct SharedStatus: Sendable {
  var isLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// Whether nothing is being loaded, and nothing failed.
  fileprivate var isUneventful: Bool { !isLoading && loadError == nil && saveError == nil }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

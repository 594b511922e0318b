import Foundation
import IssueReporting
import Observation
import Synchronization

/// A shared value, which all ``Shared`` of one key, or all copies of one ``Shared``, refer to.
final class SharedCell<Value: Sendable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked, as in the superclass; all mutable state is guarded by locks.

  /// Held while the value is changed. Reading does not take it, so a change may read the value.
  private let writing = NSRecursiveLock()
  /// Whether a change is in progress; guarded by `writing`.
  private var isChanging = false
  private let registrar = ObservationRegistrar()
  private let subscribers = SharedSubscribers<Value>()
  private let storage: (any SharedCellStorage<Value>)?
  private let status = Mutex(Status())
  /// Whether failures of loads and saves that no caller awaits are reported as issues, besides being stored as
  /// errors.
  private let reportsFailures: Bool

  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
    /// Whether it is in use. A value loaded before that becomes the initial value.
    var isMade = false
  }

  /// Creates a value without persistence.
  override convenience init(_ value: Value) {
    self.init(value, storage: nil)
    status.withLock { $0.isMade = true }
    noteMade()
  }

  private init(_ value: Value, storage: (any SharedCellStorage<Value>)?) {
    self.storage = storage
    // Tests check the error properties. Other code rarely does, and the failure would go unnoticed.
    reportsFailures = DependencyValues.current.context != .test
    super.init(value)
  }

  /// Creates the value of a key.
  ///
  /// - Parameters:
  ///   - initialValue: The value if there is nothing to load.
  ///   - storage: The key.
  ///   - isLoaded: Whether to load it now.
  convenience init(initialValue: Value, storage: some SharedCellStorage<Value>, isLoaded: Bool = true) {
    self.init(initialValue, storage: storage)
    if isLoaded { load(initialValue: initialValue) }
    let subscription = storage.subscribe(
      initialValue: initialValue,
      subscriber: SharedSubscriber { [weak self] result in
        self?.receive(result, initialValue: initialValue)
      } onLoading: { [weak self] isLoading in
        self?.setLoading(isLoading)
      }
    )
    status.withLock { status in
      status.subscription = subscription
      status.isMade = true
    }
    noteMade()
  }

  deinit {
    status.withLock { $0.subscription }?.cancel()
  }

  override var label: String? { storage?.label ?? typeLabel }

  private var typeLabel: String { "Shared<\(dumpTypeName(Value.self))>" }

  override func restore(_ value: Value) {
    // Effects are not notified, because they belong to a different present.
    change(to: value, telling: .observersOnly) { replace(value) }
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

  var description: String { storage?.label ?? "value: \(String(reflecting: value()))" }

  func subscribe(
    in world: ObjectIdentifier?,
    _ yield: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription {
    subscribers.add(in: world, yield)
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    if let view = SharedScope.view {
      let isOutermost = view.beginChange(of: self)
      if !isOutermost { reportNestedChange() }
      var value = value()
      defer {
        set(value)
        if isOutermost { view.endChange(of: self) }
      }
      return try operation(&value)
    }
    writing.lock()
    defer { writing.unlock() }
    let isOutermost = !isChanging
    if !isOutermost { reportNestedChange() }
    isChanging = true
    var value = present
    defer {
      commit(value) { if isOutermost { isChanging = false } }
      save(value)
    }
    return try operation(&value)
  }

  private func reportNestedChange() {
    reportIssue(
      """
      The shared value \(label ?? typeLabel) was changed within another change of it on the same thread. The outer \
      change then overwrites the inner one, which is lost.

      Make the change through the parameter of the outer "withLock", or after it.
      """
    )
  }

  /// - Parameter didReplace: Called once the value is in place, before subscribers are notified.
  private func commit(_ value: Value, didReplace: () -> Void = {}) {
    change(to: value, telling: .everyone) {
      write(value)
      didReplace()
    }
  }

  private enum Audience {
    case everyone
    case observersOnly
  }

  /// Replaces the value, and notifies observers unless it is equal to the old one.
  private func change(to value: Value, telling audience: Audience, by replace: () -> Void) {
    if areKnownEqual(present, value) { return replace() }
    withMutation(replace)
    switch audience {
    case .everyone: subscribers.yield(value, from: SharedWorld.current)
    case .observersOnly: subscribers.yieldOutside(value)
    }
  }
}

extension SharedCell: SharedPersistence {
  var persistence: any SharedPersistence { self }

  var isLoading: Bool {
    observe(\.isLoading)
    return status.withLock(\.isLoading)
  }

  var loadError: (any Error)? {
    observe(\.loadError)
    return status.withLock(\.loadError)
  }

  var saveError: (any Error)? {
    observe(\.saveError)
    return status.withLock(\.saveError)
  }

  private func observe(_ property: KeyPath<SharedCell, some Any> & Sendable) {
    if !StateObservation._isSuspended { registrar.access(self, keyPath: property) }
  }

  private func setLoading(_ isLoading: Bool) {
    if status.withLock({ $0.isLoading == isLoading }) { return }
    registrar.withMutation(of: self, keyPath: \.isLoading) { status.withLock { $0.isLoading = isLoading } }
  }

  private func setLoadError(_ error: (any Error)?) {
    if error == nil, status.withLock({ $0.loadError == nil }) { return }
    registrar.withMutation(of: self, keyPath: \.loadError) { status.withLock { $0.loadError = error } }
  }

  private func setSaveError(_ error: (any Error)?) {
    if error == nil, status.withLock({ $0.saveError == nil }) { return }
    registrar.withMutation(of: self, keyPath: \.saveError) { status.withLock { $0.saveError = error } }
  }

  func load() async throws {
    guard let storage else { return }
    setLoading(true)
    let result: Result<Value?, any Error> = await withUnsafeContinuation { done in
      storage.load(
        context: .userInitiated,
        continuation: LoadContinuation(storage.label) { done.resume(returning: $0) }
      )
    }
    receive(result, initialValue: nil)
    _ = try result.get()
  }

  func save() async throws {
    guard let storage else { return }
    let result: Result<Void, any Error> = await withUnsafeContinuation { done in
      storage.save(
        present,
        context: .userInitiated,
        continuation: SaveContinuation(storage.label) { done.resume(returning: $0) }
      )
    }
    setSaveError(result.failure)
    try result.get()
  }

  private func load(initialValue: Value) {
    guard let storage else { return }
    setLoading(true)
    storage.load(
      context: .initialValue(initialValue),
      continuation: LoadContinuation(storage.label) { [weak self] result in
        guard let self else { return }
        receive(result, initialValue: initialValue)
        reportFailure(of: result, verb: "loaded")
      }
    )
  }

  /// Receives a value that was loaded, or that others have written to the storage.
  private func receive(_ result: Result<Value?, any Error>, initialValue: Value?) {
    let isMade = status.withLock(\.isMade)
    setLoadError(result.failure)
    setLoading(false)
    guard case .success(let loaded) = result, let value = loaded ?? initialValue else { return }
    if isMade { writing.withLock { commit(value) } } else { replace(value) }
  }

  private func save(_ value: Value) {
    guard let storage else { return }
    storage.save(
      value,
      context: .didSet,
      continuation: SaveContinuation(storage.label) { [weak self] result in
        guard let self else { return }
        setSaveError(result.failure)
        reportFailure(of: result, verb: "saved")
      }
    )
  }

  private func reportFailure(of result: Result<some Any, any Error>, verb: String) {
    guard reportsFailures, let error = result.failure else { return }
    reportIssue("The shared value \(label ?? typeLabel) could not be \(verb): \(error)")
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

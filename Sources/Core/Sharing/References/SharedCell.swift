import Foundation
import Observation
import Synchronization

/// A shared value: what all the ``Shared`` of one key, or all copies of one, refer to.
final class SharedCell<Value: Sendable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked as its superclass is; all that changes is behind locks.

  /// Held while the value is changed. Reading does not take it, so a change may look at what it changes.
  private let writing = NSRecursiveLock()
  private let registrar = ObservationRegistrar()
  private let subscribers = SharedSubscribers<Value>()
  private let storage: (any SharedCellStorage<Value>)?
  private let status = Mutex(Status())

  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
    /// Whether it has been given to anyone: what is loaded before that is the value that it is made with.
    var isMade = false
  }

  /// Creates a value that nothing keeps.
  override convenience init(_ value: Value) {
    self.init(value, storage: nil)
    status.withLock { $0.isMade = true }
    noteMade()
  }

  private init(_ value: Value, storage: (any SharedCellStorage<Value>)?) {
    self.storage = storage
    super.init(value)
  }

  /// Creates a value that a key keeps, and loads it.
  convenience init(initialValue: Value, storage: some SharedCellStorage<Value>) {
    self.init(initialValue, storage: storage)
    load(initialValue: initialValue)
    let subscription = storage.subscribe(
      initialValue: initialValue,
      subscriber: SharedSubscriber { [weak self] result in
        self?.receive(result, initialValue: initialValue)
      } isLoading: { [weak self] isLoading in
        self?.status.withLock { $0.isLoading = isLoading }
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

  override var label: String? { storage?.label ?? "Shared<\(dumpTypeName(Value.self))>" }

  override func restore(_ value: Value) {
    // Effects do not hear of it: they are those of another present.
    change(to: value, telling: .observersOnly) { replace(value) }
  }
}

extension SharedCell: Observable, SharedReference {
  func access() {
    registrar.access(self, keyPath: \.observed)
  }

  private var observed: Value { present }

  func subscribe(_ yield: @escaping @Sendable (Value) -> Void) -> SharedSubscription {
    subscribers.add(yield)
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    if SharedScope.view != nil {
      var value = value()
      defer { set(value) }
      return try operation(&value)
    }
    writing.lock()
    defer { writing.unlock() }
    var value = present
    defer {
      commit(value)
      save(value)
    }
    return try operation(&value)
  }

  private func commit(_ value: Value) {
    change(to: value, telling: .everyone) { write(value) }
  }

  private enum Audience {
    case everyone
    case observersOnly
  }

  /// Replaces the value, and tells those who observe it if it is another.
  private func change(to value: Value, telling audience: Audience, by replace: () -> Void) {
    if Self.isKnownEqual(present, value) { return replace() }
    registrar.willSet(self, keyPath: \.observed)
    replace()
    registrar.didSet(self, keyPath: \.observed)
    switch audience {
    case .everyone: subscribers.yield(value, from: DependencyValues.current.sharedWorld?.id)
    case .observersOnly: subscribers.yieldOutside(value)
    }
  }

  private static func isKnownEqual(_ lhs: Value, _ rhs: Value) -> Bool {
    (lhs as? any Equatable)?.isEqual(toAny: rhs) ?? false
  }
}

extension SharedCell: SharedPersistence {
  var persistence: any SharedPersistence { self }
  var isLoading: Bool { status.withLock(\.isLoading) }
  var loadError: (any Error)? { status.withLock(\.loadError) }
  var saveError: (any Error)? { status.withLock(\.saveError) }

  func load() async throws {
    guard let storage else { return }
    status.withLock { $0.isLoading = true }
    let result: Result<Value?, any Error> = await withUnsafeContinuation { done in
      storage.load(context: .userInitiated, continuation: LoadContinuation { done.resume(returning: $0) })
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
        continuation: SaveContinuation { done.resume(returning: $0) }
      )
    }
    noteSaved(result)
    try result.get()
  }

  private func load(initialValue: Value) {
    guard let storage else { return }
    status.withLock { $0.isLoading = true }
    storage.load(
      context: .initialValue(initialValue),
      continuation: LoadContinuation { [weak self] result in
        guard let self else { return }
        receive(result, initialValue: initialValue)
        if case .failure(let error) = result { reportFailure("load", error) }
      }
    )
  }

  /// Takes a value that was loaded, or that someone else has put in the place that it is kept in.
  private func receive(_ result: Result<Value?, any Error>, initialValue: Value?) {
    let isMade = status.withLock { status in
      status.isLoading = false
      if case .failure(let error) = result { status.loadError = error } else { status.loadError = nil }
      return status.isMade
    }
    guard case .success(let loaded) = result, let value = loaded ?? initialValue else { return }
    if isMade { writing.withLock { commit(value) } } else { replace(value) }
  }

  private func save(_ value: Value) {
    storage?.save(
      value,
      context: .didSet,
      continuation: SaveContinuation { [weak self] result in
        guard let self else { return }
        noteSaved(result)
        if case .failure(let error) = result { reportFailure("save", error) }
      }
    )
  }

  private func noteSaved(_ result: Result<Void, any Error>) {
    status.withLock { status in
      if case .failure(let error) = result { status.saveError = error } else { status.saveError = nil }
    }
  }

  /// Nobody waits for what is loaded and saved by itself, so nobody else would say that it failed.
  private func reportFailure(_ verb: String, _ error: any Error) {
    reportIssue(
      "The shared value \(label ?? "") could not be \(verb == "load" ? "loaded" : "saved"): \(error)"
    )
  }
}

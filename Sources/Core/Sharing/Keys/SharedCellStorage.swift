/// Loads and saves a shared value, independent of the type of its key.
protocol SharedCellStorage<Value>: Sendable {
  associatedtype Value: Sendable

  /// The name for display.
  var label: String { get }
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
  func subscribe(initialValue: Value, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

/// The storage of a read-only key.
struct ReaderKeyStorage<Key: SharedReaderKey>: SharedCellStorage {
  let key: Key

  var label: String { keyLabel(key) }

  func load(context: LoadContext<Key.Value>, continuation: LoadContinuation<Key.Value>) {
    key.load(context: context, continuation: continuation)
  }

  /// A reader never writes, so there is nothing to save.
  func save(_: Key.Value, context _: SaveContext, continuation: SaveContinuation) { continuation.resume() }

  func subscribe(initialValue: Key.Value, subscriber: SharedSubscriber<Key.Value>) -> SharedSubscription {
    key.subscribe(context: .initialValue(initialValue), subscriber: subscriber)
  }
}

/// The storage of a writable key.
struct KeyStorage<Key: SharedKey>: SharedCellStorage {
  let key: Key

  var label: String { keyLabel(key) }

  func load(context: LoadContext<Key.Value>, continuation: LoadContinuation<Key.Value>) {
    key.load(context: context, continuation: continuation)
  }

  func save(_ value: Key.Value, context: SaveContext, continuation: SaveContinuation) {
    key.save(value, context: context, continuation: continuation)
  }

  func subscribe(initialValue: Key.Value, subscriber: SharedSubscriber<Key.Value>) -> SharedSubscription {
    key.subscribe(context: .initialValue(initialValue), subscriber: subscriber)
  }
}

/// The name of a key in issues and descriptions.
func keyLabel(_ key: some SharedReaderKey) -> String {
  (key as? any CustomStringConvertible)?.description ?? dumpTypeName(type(of: key))
}

extension SharedReaderKey {
  /// The value shared by all uses of this key, readers and writers.
  ///
  /// - Parameters:
  ///   - isLoaded: Whether to load a value that is not in use yet before this returns.
  ///   - initialValue: The value if it is not in use yet, and there is nothing to load.
  func cell(isLoaded: Bool = true, initialValue: () -> Value) -> SharedCell<Value> {
    if let key = self as? any SharedKey<Value> {
      return key.writableCell(isLoaded: isLoaded, initialValue: initialValue)
    }
    return DependencyValues.current.sharedReferences.cell(
      for: ReaderKeyStorage(key: self),
      id: id,
      isLoaded: isLoaded,
      initialValue: initialValue
    )
  }
}

extension SharedKey {
  func writableCell(isLoaded: Bool = true, initialValue: () -> Value) -> SharedCell<Value> {
    DependencyValues.current.sharedReferences.cell(
      for: KeyStorage(key: self),
      id: id,
      isLoaded: isLoaded,
      initialValue: initialValue
    )
  }
}

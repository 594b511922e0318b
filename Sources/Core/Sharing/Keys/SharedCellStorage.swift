/// What a shared value is loaded from and kept in, whichever key stands for it.
protocol SharedCellStorage<Value>: Sendable {
  associatedtype Value: Sendable

  /// What a person calls it.
  var label: String { get }
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
  func subscribe(initialValue: Value, subscriber: SharedSubscriber<Value>) -> SharedSubscription
}

/// The place of a key that can be read only.
struct ReaderKeyStorage<Key: SharedReaderKey>: SharedCellStorage {
  let key: Key

  var label: String { keyLabel(key) }

  func load(context: LoadContext<Key.Value>, continuation: LoadContinuation<Key.Value>) {
    key.load(context: context, continuation: continuation)
  }

  /// Nothing writes through a reader, so there is nothing to be kept.
  func save(_: Key.Value, context _: SaveContext, continuation: SaveContinuation) { continuation.resume() }

  func subscribe(initialValue: Key.Value, subscriber: SharedSubscriber<Key.Value>) -> SharedSubscription {
    key.subscribe(context: .initialValue(initialValue), subscriber: subscriber)
  }
}

/// The place of a key.
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

/// What a key is called in issues and descriptions.
func keyLabel(_ key: some SharedReaderKey) -> String {
  (key as? any CustomStringConvertible)?.description ?? dumpTypeName(type(of: key))
}

extension SharedReaderKey {
  /// The value that all uses of this key share, those that only read it and those that write it.
  ///
  /// - Parameters:
  ///   - isLoaded: Whether a value that is not in use yet is loaded before this returns.
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

extension Shared {
  /// Creates a shared value to pass to other features.
  public init(value: sending Value) {
    self.init(reference: SharedCell(shown: value))
  }

  /// Creates a shared value to pass to other features: `State(count: Shared(0))`.
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(value: value)
  }

  /// Refers to the same value as another, like a copy of it.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if nothing is stored.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Shares the value of a key, which is `nil` if nothing is stored.
  @_disfavoredOverload  // A key with a default has a better one.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key with a default value.
  public init<Base: SharedKey<Value>>(_ key: SharedKeyDefault<Base>) {
    self.init(reference: key.cell { key.initialValue })
  }

  /// Shares the value of a key with a default value, which is overridden here.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>
  ) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Shares the value of a key after loading it.
  ///
  /// - Throws: What the key throws, or ``NothingToLoad``.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await key.requiredCell())
  }
}

extension SharedReader {
  /// A constant value.
  public init(value: sending Value) {
    self.init(reference: SharedCell(shown: value))
  }

  /// A constant value.
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(value: value)
  }

  /// Creates a reader of a shared value.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Creates a value that never changes, for previews and tests.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// Refers to the same value as another, like a copy of it.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if the key has none.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Reads the value of a key, which is `nil` if the key has none.
  @_disfavoredOverload  // A key with a default has a better one.
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Reads the value of a key with a default value.
  public init<Base: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Base>) {
    self.init(reference: key.cell { key.initialValue })
  }

  /// Reads the value of a key with a default value, which is overridden here.
  public init<Base: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>
  ) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Reads the value of a key after loading it.
  ///
  /// - Throws: What the key throws, or ``NothingToLoad``.
  public init(require key: some SharedReaderKey<Value>) async throws {
    self.init(reference: try await key.requiredCell())
  }
}

// If a read-only key and a writable key have the same name, `@SharedReader(.name)` reads the writable one.
extension SharedReader {
  /// Reads the value of a writable key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if nothing is stored.
  ///   - key: The key.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Reads the value of a writable key after loading it.
  ///
  /// - Throws: What the key throws, or ``NothingToLoad``.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await key.requiredCell())
  }

  /// Reads the value of a writable key with a default value.
  public init<Base: SharedKey<Value>>(_ key: SharedKeyDefault<Base>) {
    self.init(reference: key.cell { key.initialValue })
  }

  /// Reads the value of a writable key with a default value, which is overridden here.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>
  ) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }
}

/// A required key has no value.
public struct NothingToLoad: Error, CustomStringConvertible {
  /// The key.
  public let key: String

  /// Names the key.
  public var description: String { "there is nothing to load under \(key)" }
}

extension SharedReaderKey {
  /// What the key loads at the program's request.
  func loaded() async -> Result<Value?, any Error> {
    await withUnsafeContinuation { done in
      load(
        context: .userInitiated,
        continuation: LoadContinuation(label) { done.resume(returning: $0) }
      )
    }
  }

  fileprivate func requiredCell() async throws -> SharedCell<Value> {
    guard let value = try await loaded().get() else { throw NothingToLoad(key: label) }
    return cell(isLoaded: false) { value }
  }
}

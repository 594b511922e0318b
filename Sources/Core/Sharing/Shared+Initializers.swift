extension Shared {
  /// Shares a value with the features that it is given to.
  public init(value: sending Value) {
    self.init(reference: SharedCell(value))
  }

  /// Shares a value with the features that it is given to: `State(count: Shared(0))`.
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(value: value)
  }

  /// Refers to what another does, as a copy of it.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if nothing is kept under the key.
  ///   - key: Says where it is kept.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: key.writableCell(initialValue: wrappedValue))
  }

  /// Shares the value of a key, `nil` if nothing is kept under it.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key that has a value to begin with.
  public init<Base: SharedKey<Value>>(_ key: SharedKeyDefault<Base>) {
    self.init(reference: key.writableCell { key.initialValue })
  }

  /// Shares the value of a key that has a value to begin with, with another to begin with.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>
  ) {
    self.init(reference: key.writableCell(initialValue: wrappedValue))
  }

  /// Shares the value of a key once it is loaded.
  ///
  /// - Throws: What the key throws, or ``NothingToLoad``.
  public init(require key: some SharedKey<Value>) async throws {
    let loaded = try await key.loadedValue()
    self.init(reference: key.writableCell { loaded })
  }
}

extension SharedReader {
  /// A constant value.
  public init(value: sending Value) {
    self.init(reference: SharedCell(value))
  }

  /// A constant value.
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(value: value)
  }

  /// Shows the value that a shared value refers to now.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// A value that never changes, for previews and tests.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// Refers to what another does, as a copy of it.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Shows the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is none under the key.
  ///   - key: Says where it comes from.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Shows the value of a key, `nil` if there is none under it.
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shows the value of a key that has a value to begin with.
  public init<Base: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Base>) {
    self.init(reference: key.cell { key.initialValue })
  }

  /// Shows the value of a key that has a value to begin with, with another to begin with.
  public init<Base: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>
  ) {
    self.init(reference: key.cell(initialValue: wrappedValue))
  }

  /// Shows the value of a key once it is loaded.
  ///
  /// - Throws: What the key throws, or ``NothingToLoad``.
  public init(require key: some SharedReaderKey<Value>) async throws {
    let loaded = try await key.loadedValue()
    self.init(reference: key.cell { loaded })
  }
}

/// There is no value under a key that one was required of.
public struct NothingToLoad: Error, CustomStringConvertible {
  /// The key.
  public let key: String

  /// Names the key.
  public var description: String { "there is nothing to load under \(key)" }
}

extension SharedReaderKey {
  fileprivate func loadedValue() async throws -> Value {
    let result: Result<Value?, any Error> = await withUnsafeContinuation { done in
      load(
        context: .userInitiated,
        continuation: LoadContinuation(keyLabel(self)) { done.resume(returning: $0) }
      )
    }
    guard let value = try result.get() else { throw NothingToLoad(key: keyLabel(self)) }
    return value
  }
}

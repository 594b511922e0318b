/// Where a ``SharedKey`` of your own keeps what it saves, so that a session rewinds it.
///
/// A session puts back every shared value when it travels. What the value was loaded from has to go back too, or loading it
/// again would bring the future back. A key that keeps its data here need do nothing for that:
///
/// ```swift
/// final class Table: Sendable {
///   let rows = SharedStorage<[String: Int]>([:])
/// }
///
/// struct RowKey: SharedKey {
///   let name: String
///   let table: Table
///
///   var id: String { name }
///   func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
///     continuation.resume(with: .success(table.rows.value[name]))
///   }
///   func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
///     table.rows.withLock { $0[name] = value }
///     continuation.resume()
///   }
/// }
/// ```
///
/// Each session and each test should have a storage of its own: make it in the `previewValue` and the `testValue` of a
/// dependency. A database outside of memory is kept in step by writing to it in `withLock` and in `didRestore`.
public struct SharedStorage<Value: Sendable>: Sendable {
  private let box: SharedBox<Value>

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - value: What is in it. Use a persistent collection for much: a session keeps what was in it at every moment.
  ///   - didRestore: Called when a session has put back what was in it at another moment. It must not change a storage.
  public init(_ value: Value, didRestore: @escaping @Sendable (_ value: Value) -> Void = { _ in }) {
    box = RestoringBox(value, didRestore: didRestore)
  }

  /// What is in it; as of a moment of the past in ``Moment/withState(_:)``.
  public var value: Value { box.value() }

  /// Changes what is in it. Two changes at once do not lose each other.
  ///
  /// - Parameter change: Changes the value. It must not change the same storage in another way.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws; the value is then as before.
  public func withLock<R: Sendable>(_ change: (inout Value) throws -> R) rethrows -> R {
    try box.update(change)
  }
}

private final class RestoringBox<Value: Sendable>: SharedBox<Value>, @unchecked Sendable {
  // Unchecked as its superclass is.
  private let didRestore: @Sendable (Value) -> Void

  init(_ value: Value, didRestore: @escaping @Sendable (Value) -> Void) {
    self.didRestore = didRestore
    super.init(value)
  }

  override func restore(_ value: Value) {
    super.restore(value)
    didRestore(value)
  }
}

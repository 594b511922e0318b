/// Storage for a custom ``SharedKey`` that sessions rewind.
///
/// A session restores every shared value when it travels. The storage that values are loaded from has to be restored
/// too, because otherwise the next load would bring the future back. A key that stores its data here needs nothing
/// else:
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
/// Each session and each test should have its own storage: create it in the `previewValue` and the `testValue` of a
/// dependency. To keep an external database in sync, write to it in `withLock` and in `didRestore`.
public struct SharedStorage<Value: Sendable>: Sendable {
  private let cell: SharedCell<Value>

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - value: The initial contents. Use a persistent collection for large contents, because a session keeps them
  ///     for every moment.
  ///   - didRestore: Called when a session has restored earlier or later contents. It must not change any storage.
  public init(_ value: Value, didRestore: @escaping @Sendable (_ value: Value) -> Void = { _ in }) {
    cell = SharedCell(value, didChange: { _, new, isRestored in if isRestored { didRestore(new) } })
  }

  /// The contents; in `Moment.withState(_:)`, those at that moment.
  public var value: Value { cell.value() }

  /// Changes the contents. Concurrent changes are serialized.
  ///
  /// - Parameter change: Changes the contents. A nested change of the same storage is reported as an issue, and lost.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws. Changes made before it throws are kept.
  public func withLock<R: Sendable>(_ change: (inout Value) throws -> R) rethrows -> R {
    try cell.update(change)
  }
}

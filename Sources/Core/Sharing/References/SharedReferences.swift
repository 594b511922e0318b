import HashTreeCollections

/// The shared values in use, by key: all uses of a key get the same one.
///
/// In a live program, a value is kept here while anything refers to it. In a test or session, it is kept permanently,
/// and lookup depends on the current position in the record: a value first used in another branch does not exist yet.
final class SharedReferences: Sendable {
  private let table: SharedCell<Table>
  private let isKept: Bool

  struct Table: Sendable {
    fileprivate var references: TreeDictionary<Key, Reference> = [:]
    /// The number of references beyond which those no longer in use are dropped.
    private(set) var limit = 64

    /// Adds a reference.
    ///
    /// - Returns: The values that were visited, since these may be the last references to them.
    fileprivate mutating func insert(_ reference: Reference, for key: Key) -> [any AnySharedCell] {
      var cells: [any AnySharedCell] = []
      if references.count >= limit {
        references = references.filter { entry in
          guard let cell = entry.value.cell else { return false }
          cells.append(cell)
          return true
        }
        limit = max(64, 2 * references.count)
      }
      references[key] = reference
      return cells
    }
  }

  fileprivate struct Key: Hashable, @unchecked Sendable {
    // Unchecked: the id of a key must not change, so threads may compare it concurrently.
    let value: ObjectIdentifier
    let id: AnyHashable
  }

  fileprivate struct Reference: Sendable {
    weak var cell: (any AnySharedCell)?
    let kept: (any AnySharedCell)?
  }

  init(isKept: Bool) {
    table = SharedCell(Table())
    self.isKept = isKept
  }

  /// The limit of the table; it changes whenever the table is cleaned up.
  var limit: Int { table.present.limit }

  /// The number of values in use, as of the last cleanup.
  var count: Int { table.present.references.count }

  /// The value of a key, loaded unless it is already in use.
  ///
  /// - Parameters:
  ///   - sharedKey: The key.
  ///   - isLoaded: Whether to load a value that is not in use yet before this returns.
  ///   - initialValue: The value if it is not in use yet, and there is nothing to load.
  func cell<Value>(
    for sharedKey: some SharedReaderKey<Value>,
    isLoaded: Bool = true,
    initialValue: () -> Value
  ) -> SharedCell<Value> {
    let key = Key(value: ObjectIdentifier(Value.self), id: AnyHashable(sharedKey.id))
    if let cell: SharedCell<Value> = find(key) { return cell }
    // Created outside of the lock, because the initial value may itself use shared values.
    let cell = SharedCell(initialValue: initialValue(), key: sharedKey, isLoaded: isLoaded)
    var first: SharedCell<Value>?
    // Released after the update, because deallocating a value may run code that looks up others.
    var visited: [any AnySharedCell] = []
    defer { withExtendedLifetime(visited) {} }
    table.update { table in
      first = find(key)
      if first == nil { visited = table.insert(Reference(cell: cell, kept: isKept ? cell : nil), for: key) }
    }
    return first ?? cell
  }

  private func find<Value>(_ key: Key) -> SharedCell<Value>? {
    // A test's expectation uses the value that the feature created, if it did.
    let reference = table.value().references[key] ?? table.present.references[key]
    return reference?.cell as? SharedCell<Value>
  }
}

extension SharedReferences {
  fileprivate static let ofProgram = SharedReferences(isKept: false)
}

extension DependencyValues {
  /// The shared values in use, by key.
  @DependencyEntry(
    liveValue: SharedReferences.ofProgram,
    previewValue: SharedReferences(isKept: true)
  )
  var sharedReferences: SharedReferences = SharedReferences(isKept: true)
}

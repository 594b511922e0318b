import HashTreeCollections

/// The shared values that are in use, by key: all uses of a key get the same one.
///
/// In the running program a value is kept here for as long as anything refers to it. In a test and in a session it is
/// kept for good, and what is found here depends on where in the record one stands: a value that was first asked for
/// in another branch is not there yet.
final class SharedReferences: Sendable {
  private let table: SharedBox<Table>
  private let isKept: Bool

  struct Table: Sendable {
    fileprivate var references: TreeDictionary<Key, Reference> = [:]
    /// How many references there may be before those that are no longer in use are dropped.
    private(set) var limit = 64

    /// Adds a reference.
    ///
    /// - Returns: The values that were looked at, of which these may be the last references.
    /// - Complexity: O(log `count`) amortised: by the time that all are looked through, at least half are new.
    fileprivate mutating func insert(_ reference: Reference, for key: Key) -> [any AnySharedBox] {
      var cells: [any AnySharedBox] = []
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
    // Unchecked: the id of a key must not change, so threads may compare it at once.
    let value: ObjectIdentifier
    let id: AnyHashable
  }

  fileprivate struct Reference: Sendable {
    weak var cell: (any AnySharedBox)?
    let kept: (any AnySharedBox)?
  }

  init(isKept: Bool) {
    table = SharedBox(Table())
    self.isKept = isKept
  }

  /// The limit of the table; it changes whenever the table is looked through.
  var limit: Int { table.present.limit }

  /// The number of values that are in use, or were when the table was looked through.
  var count: Int { table.present.references.count }

  /// The value of a key, loaded if it is not in use.
  func cell<Value>(
    for storage: some SharedCellStorage<Value>,
    id: some Hashable,
    isLoaded: Bool = true,
    initialValue: () -> Value
  ) -> SharedCell<Value> {
    let key = Key(value: ObjectIdentifier(Value.self), id: AnyHashable(id))
    if let cell: SharedCell<Value> = find(key) { return cell }
    // Not made under a lock: the initial value may be made of shared values.
    let cell = SharedCell(initialValue: initialValue(), storage: storage, isLoaded: isLoaded)
    var first: SharedCell<Value>?
    // Released after the update, since the end of a value may run code that asks for others.
    var lookedAt: [any AnySharedBox] = []
    defer { withExtendedLifetime(lookedAt) {} }
    table.update { table in
      first = find(key)
      if first == nil { lookedAt = table.insert(Reference(cell: cell, kept: isKept ? cell : nil), for: key) }
    }
    return first ?? cell
  }

  private func find<Value>(_ key: Key) -> SharedCell<Value>? {
    // What a test expects is said with the value that the feature made, if it made one.
    let reference = table.value().references[key] ?? table.present.references[key]
    return reference?.cell as? SharedCell<Value>
  }
}

extension DependencyValues {
  /// The shared values that are in use, by key.
  var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  private enum SharedReferencesKey: DependencyKey {
    static let liveValue = SharedReferences(isKept: false)
    static var testValue: SharedReferences { SharedReferences(isKept: true) }
    static var previewValue: SharedReferences { SharedReferences(isKept: true) }
  }
}

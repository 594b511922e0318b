import HashTreeCollections

/// The shared values that are in use, by key: two who ask for one key get the same.
///
/// In the running program a value is kept here for as long as someone refers to it. In a test and in a session it is
/// kept for good, and what is found here depends on where in the record one stands: a value that was first asked for
/// in another branch is not there yet.
final class SharedReferences: Sendable {
  private let references: SharedBox<TreeDictionary<Key, Reference>>
  private let isKept: Bool

  private struct Key: Hashable, @unchecked Sendable {
    // Unchecked: only the Sendable ids of keys are put in.
    let value: ObjectIdentifier
    let id: AnyHashable
  }

  private struct Reference: Sendable {
    weak var cell: (any AnySharedBox)?
    let kept: (any AnySharedBox)?
  }

  init(isKept: Bool) {
    references = SharedBox([:])
    self.isKept = isKept
  }

  /// The value of a key, loaded if it is not in use.
  func cell<Value>(
    for storage: some SharedCellStorage<Value>,
    id: some Hashable & Sendable,
    initialValue: () -> Value
  ) -> SharedCell<Value> {
    let key = Key(value: ObjectIdentifier(Value.self), id: AnyHashable(id))
    if let cell: SharedCell<Value> = find(key) { return cell }
    // Not made under a lock: the initial value may be made of shared values.
    let cell = SharedCell(initialValue: initialValue(), storage: storage)
    var first: SharedCell<Value>?
    references.update { all in
      first = find(key)
      guard first == nil else { return }
      all = all.filter { $0.value.cell != nil }
      all[key] = Reference(cell: cell, kept: isKept ? cell : nil)
    }
    return first ?? cell
  }

  private func find<Value>(_ key: Key) -> SharedCell<Value>? {
    // Someone who says in a test what is expected means the value that the feature made, if it made one.
    let reference = references.value()[key] ?? references.present[key]
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

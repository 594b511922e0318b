/// Where a part of a state is, and how it is read and changed there.
///
/// A key path says as much. But the fields of an observable state have accessors, and to go through one of these the
/// runtime allocates a buffer and looks types up, which takes longer than most reducers do. The macro's description of
/// the state has closures for its fields, in which the compiler has done that work.
@usableFromInline
struct Lens<Root, Part> {
  @usableFromInline typealias Change = (inout Part) -> Void

  /// The key path that the user wrote, which tells this place from others.
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  /// Takes the part out of the root.
  @usableFromInline let read: (Root) -> Part
  /// Changes the part in place.
  @usableFromInline let modify: (inout Root, Change) -> Void

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Part>) {
    self.keyPath = keyPath
    if let access = fieldAccess(keyPath) {
      read = access.read
      modify = access.modify
    } else {
      read = { $0[keyPath: keyPath] }
      modify = { $1(&$0[keyPath: keyPath]) }
    }
  }

  /// Changes the part in place, as a reducer does.
  @inlinable
  func reduce<Action>(_ root: inout Root, _ change: (inout Part) -> Effect<Action>) -> Effect<Action> {
    var effect = Effect<Action>.none
    modify(&root) { effect = change(&$0) }
    return effect
  }
}

/// What the description of a type has for one of its fields.
private func fieldAccess<Root, Part>(_ keyPath: WritableKeyPath<Root, Part>) -> FieldAccess<Root, Part>? {
  func field<Described: DumpFieldsProviding>(of _: Described.Type) -> AnyObject? {
    Described.dumpFields.first { $0.keyPath == keyPath }?.access
  }
  guard let type = Root.self as? any DumpFieldsProviding.Type else { return nil }
  return field(of: type) as? FieldAccess<Root, Part>
}

/// Reads and changes part of a state in place.
///
/// A key path could do the same. But the fields of an observable state have accessors, and a key path through an
/// accessor allocates a buffer and looks types up at run time, which takes longer than most reducers. The closures
/// that the macro generates for the fields are compiled without that work.
@usableFromInline
struct Lens<Root, Part> {
  @usableFromInline typealias Change = (inout Part) -> Void

  /// The key path in the source, which identifies the part.
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  /// Reads the part.
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

  /// Runs a reducer on the part in place.
  @inlinable
  func reduce<Action>(_ root: inout Root, _ change: (inout Part) -> Effect<Action>) -> Effect<Action> {
    var effect = Effect<Action>.none
    modify(&root) { effect = change(&$0) }
    return effect
  }
}

/// The field access that a type's generated description provides, if any.
private func fieldAccess<Root, Part>(_ keyPath: WritableKeyPath<Root, Part>) -> FieldAccess<Root, Part>? {
  func field<Described: DumpFieldsProviding>(of _: Described.Type) -> AnyObject? {
    Described.dumpFields.first { $0.keyPath == keyPath }?.access
  }
  guard let type = Root.self as? any DumpFieldsProviding.Type else { return nil }
  return field(of: type) as? FieldAccess<Root, Part>
}

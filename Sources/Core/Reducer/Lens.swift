import Synchronization

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
func fieldAccess<Root, Part>(_ keyPath: WritableKeyPath<Root, Part>) -> FieldAccess<Root, Part>? {
  func field<Described: DumpFieldsProviding>(of _: Described.Type) -> AnyObject? {
    Described.dumpFields.first { $0.keyPath == keyPath }?.access
  }
  let slot = Int(bitPattern: ObjectIdentifier(keyPath)) >> 4 & 255
  let known = latestAccesses.withLock { UncheckedSendable($0.value[slot]) }.value
  if let known, known.keyPath === keyPath {
    guard let access = known.access else { return nil }
    return unsafeDowncast(access, to: FieldAccess<Root, Part>.self)
  }
  let found = (Root.self as? any DumpFieldsProviding.Type).flatMap { field(of: $0) }
  let access = found as? FieldAccess<Root, Part>
  let latest = UncheckedSendable((keyPath: keyPath as AnyKeyPath, access: access as AnyObject?))
  latestAccesses.withLock { $0.value[slot] = latest.value }
  return access
}

/// The latest accesses by the addresses of key paths: a literal is always the same object, and comparing it with those of
/// the fields takes longer than most reducers do.
private let latestAccesses = Mutex(
  UncheckedSendable([(keyPath: AnyKeyPath, access: AnyObject?)?](repeating: nil, count: 256))
)

/// A type that describes its fields statically, so that dumping and comparing it needs no reflection.
///
/// Reflection (`Mirror`) boxes every field and asks the runtime for every name; for a small struct, that takes thirty
/// times as long as reading its fields. Macros generate this conformance; types without it are reflected.
///
/// ```swift
/// extension Todo: DumpFieldsProviding {
///   static var dumpFields: [DumpField<Todo>] {
///     [
///       DumpField("id", \.id),
///       // Read past the observation registrar, changed through it.
///       DumpField("isComplete", \.isComplete) { $0._isComplete } set: { $0.isComplete = $1 } modify: { $1(&$0.isComplete) },
///     ]
///   }
/// }
/// ```
///
/// The description also provides the name of a key path, `\.isComplete`, which is the same in every run, and gives
/// operators such as `forEach` access to a field at lower cost than its key path.
public protocol DumpFieldsProviding {
  /// The fields in dump order. Read once per type.
  static var dumpFields: [DumpField<Self>] { get }
  /// The computed properties that expressions can name. Read once per type.
  static var computedFields: [DumpField<Self>] { get }
}

extension DumpFieldsProviding {
  /// None.
  public static var computedFields: [DumpField<Self>] { [] }
}

/// A field of a ``DumpFieldsProviding`` type: its name and how to read it.
public struct DumpField<Root> {
  package let name: String
  package let keyPath: AnyKeyPath
  /// The type of what is read.
  let type: Any.Type
  let read: (Root) -> Any
  /// Makes the value that it has at first, if that is stated.
  let initial: (() -> Any)?
  /// The field's ``FieldAccess`` if it is described as mutable.
  package let access: AnyObject?

  /// Sets a field.
  public typealias Assign<Value> = (_ root: inout Root, _ value: Value) -> Void
  /// Changes a field in place.
  public typealias Modify<Value> = (_ root: inout Root, _ change: (inout Value) -> Void) -> Void

  /// Creates a field that is read through its key path.
  ///
  /// - Parameters:
  ///   - name: The name in a dump.
  ///   - keyPath: The key path used in source code.
  public init<Value>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
    self.init(name, keyPath) { $0[keyPath: keyPath] }
  }

  /// Creates a field that is read by a closure, bypassing the accessor that its key path uses.
  ///
  /// - Parameters:
  ///   - name: The name in a dump.
  ///   - keyPath: The key path used in source code.
  ///   - read: Reads the value from the root.
  ///   - set: Sets the value through the accessor.
  ///   - modify: Changes the value in place through the accessor; `nil` if it is immutable.
  ///   - initial: Makes the value that it has at first; `nil` if each initializer sets it.
  public init<Value>(
    _ name: String,
    _ keyPath: KeyPath<Root, Value>,
    read: @escaping (Root) -> Value,
    set: Assign<Value>? = nil,
    modify: Modify<Value>? = nil,
    initial: (() -> Value)? = nil
  ) {
    (self.name, self.keyPath, type) = (name, keyPath, Value.self)
    self.read = { read($0) }
    self.initial = initial.map { make in { make() } }
    access = modify.map { FieldAccess(read: read, set: set, modify: $0) }
  }

  /// Creates a field whose value is shared. The closure reads the reference, because the value depends on the current
  /// view.
  public init<Value, Reference>(
    shared name: String,
    _ keyPath: KeyPath<Root, Value>,
    read: @escaping (Root) -> Reference
  ) {
    (self.name, self.keyPath, type) = (name, keyPath, Reference.self)
    self.read = { read($0) }
    initial = nil
    access = nil
  }
}

/// Reads a field bypassing its accessor, and changes it through the accessor.
package final class FieldAccess<Root, Value> {
  package let read: (Root) -> Value
  package let set: DumpField<Root>.Assign<Value>?
  package let modify: DumpField<Root>.Modify<Value>

  init(
    read: @escaping (Root) -> Value,
    set: DumpField<Root>.Assign<Value>?,
    modify: @escaping DumpField<Root>.Modify<Value>
  ) {
    (self.read, self.set, self.modify) = (read, set, modify)
  }
}

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
///       DumpField("isComplete", \.isComplete) { $0._isComplete } modify: { $1(&$0.isComplete) },
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
}

/// A field of a ``DumpFieldsProviding`` type: its name and how to read it.
public struct DumpField<Root> {
  package let name: String
  package let keyPath: AnyKeyPath
  let read: (Root) -> Any
  let isSame: ((Root, Root) -> Bool)?
  /// The field's ``FieldReader``, which is a ``FieldAccess`` if the field is mutable; `nil` if it is shared.
  let access: AnyObject?
  var isShared = false

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
  ///   - modify: Changes the value in place through the accessor; `nil` if it is immutable.
  @_disfavoredOverload
  public init<Value>(
    _ name: String,
    _ keyPath: KeyPath<Root, Value>,
    read: @escaping (Root) -> Value,
    modify: Modify<Value>? = nil
  ) {
    self.name = name
    self.keyPath = keyPath
    self.read = { read($0) }
    isSame = nil
    access = modify.map { FieldAccess(read: read, modify: $0) } ?? FieldReader(read)
  }

  /// Creates a field whose value is shared. The closure reads the reference, because the value depends on the current
  /// view.
  public init<Value, Reference>(
    shared name: String,
    _ keyPath: KeyPath<Root, Value>,
    read: @escaping (Root) -> Reference
  ) {
    self.name = name
    self.keyPath = keyPath
    self.read = { read($0) }
    isSame = nil
    access = nil
    isShared = true
  }

  /// Creates a field that is read through its key path and compared without boxing.
  public init<Value: Equatable>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
    self.init(name, keyPath) { $0[keyPath: keyPath] }
  }

  /// Creates a field that is read by a closure and compared without boxing.
  public init<Value: Equatable>(
    _ name: String,
    _ keyPath: KeyPath<Root, Value>,
    read: @escaping (Root) -> Value,
    modify: Modify<Value>? = nil
  ) {
    self.name = name
    self.keyPath = keyPath
    self.read = { read($0) }
    isSame = { read($0) == read($1) }
    access = modify.map { FieldAccess(read: read, modify: $0) } ?? FieldReader(read)
  }
}

extension DumpField {
  /// The function that reads the field, as it was declared.
  ///
  /// - Returns: `nil` if the field has another type, or is shared, because its value depends on the current view.
  package func reader<Value>(of _: Value.Type) -> ((Root) -> Value)? {
    (access as? FieldReader<Root, Value>)?.read
  }
}

/// Reads a field bypassing its accessor.
class FieldReader<Root, Value> {
  final let read: (Root) -> Value

  init(_ read: @escaping (Root) -> Value) {
    self.read = read
  }
}

/// Reads a field bypassing its accessor, and changes it through the accessor.
final class FieldAccess<Root, Value>: FieldReader<Root, Value> {
  let modify: DumpField<Root>.Modify<Value>

  init(read: @escaping (Root) -> Value, modify: @escaping DumpField<Root>.Modify<Value>) {
    self.modify = modify
    super.init(read)
  }
}

/// An enum that provides its current case and payload without reflection. Macros generate the conformance.
public protocol DumpCaseProviding {
  /// The current case.
  var dumpCase: DumpCase { get }
}

/// The current case of an enum, for a dump.
public struct DumpCase {
  package let name: String
  package let payload: [(label: String?, value: Any)]?

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - payload: The associated values with their labels, or `nil` if the case has none.
  public init(_ name: String, _ payload: [(label: String?, value: Any)]? = nil) {
    self.name = name
    self.payload = payload
  }
}

/// Finds the function that reads a field from values of a type, if the type has a static description.
///
/// Finding it is slow; calling it is fast.
///
/// - Parameters:
///   - name: The name of the field.
///   - value: A value of the type.
/// - Returns: A function that reads the field from a value of that type; `nil` if the type has no such description or
///   field, or if the field is shared, because its value depends on the current view.
public func dumpFieldReader(named name: String, of value: Any) -> ((Any) -> Any?)? {
  guard case .fields(let reader) = TypeFacts.of(value).kind,
    let index = reader.names.firstIndex(of: name), !reader.isShared[index]
  else { return nil }
  return reader.readers[index]
}

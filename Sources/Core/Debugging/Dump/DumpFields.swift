/// A type that describes its fields statically, so that dumping and comparing it needs no reflection.
///
/// Reflection (`Mirror`) boxes every field and asks the runtime for every name; for a small struct that is thirty
/// times the cost of reading its fields. Macros generate this conformance; types without it are reflected.
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
/// The description also gives a key path its name: `\.isComplete`, in every run. And operators such as `forEach` use
/// it to get at a field more cheaply than through its key path.
public protocol DumpFieldsProviding {
  /// The fields in the order in which they are dumped. It is read once for a type.
  static var dumpFields: [DumpField<Self>] { get }
}

/// One field of a type that is a ``DumpFieldsProviding``: its name and how to read it.
public struct DumpField<Root> {
  package let name: String
  package let keyPath: AnyKeyPath
  let read: (Root) -> Any
  let isSame: ((Root, Root) -> Bool)?
  /// The field's ``FieldAccess``, if it can be changed.
  let access: AnyObject?
  var isShared = false

  /// Changes a field in place.
  public typealias Modify<Value> = (_ root: inout Root, _ change: (inout Value) -> Void) -> Void

  /// A field that is read through its key path.
  ///
  /// - Parameters:
  ///   - name: The name in a dump.
  ///   - keyPath: The key path that users write.
  public init<Value>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
    self.init(name, keyPath) { $0[keyPath: keyPath] }
  }

  /// A field that is read by a closure, past the accessor that its key path goes through.
  ///
  /// - Parameters:
  ///   - name: The name in a dump.
  ///   - keyPath: The key path that users write.
  ///   - read: Takes the value out of the root.
  ///   - modify: Changes the value in place as the accessor does; `nil` if it cannot be changed.
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
    access = modify.map { FieldAccess(read: read, modify: $0) }
  }

  /// A field whose value is shared. It is read by a closure as the reference, since it depends on who looks what the
  /// value is.
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

  /// A field that is read through its key path and compared without being boxed.
  public init<Value: Equatable>(_ name: String, _ keyPath: KeyPath<Root, Value>) {
    self.init(name, keyPath) { $0[keyPath: keyPath] }
  }

  /// A field that is read by a closure and compared without being boxed.
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
    access = modify.map { FieldAccess(read: read, modify: $0) }
  }
}

/// How a field is read past its accessor, and changed through it.
final class FieldAccess<Root, Value> {
  let read: (Root) -> Value
  let modify: DumpField<Root>.Modify<Value>

  init(read: @escaping (Root) -> Value, modify: @escaping DumpField<Root>.Modify<Value>) {
    self.read = read
    self.modify = modify
  }
}

/// An enum that names its current case and payload without reflection. Macros generate the conformance.
public protocol DumpCaseProviding {
  /// The current case.
  var dumpCase: DumpCase { get }
}

/// The case of an enum as it is dumped.
public struct DumpCase {
  let name: String
  let payload: [(label: String?, value: Any)]?

  /// A case.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - payload: The associated values with their labels, or `nil` if the case has none.
  public init(_ name: String, _ payload: [(label: String?, value: Any)]? = nil) {
    self.name = name
    self.payload = payload
  }
}

/// How a field is read from values of one type, if the type describes its fields statically.
///
/// Finding out takes some time; reading then takes little.
///
/// - Parameters:
///   - name: The name of the field.
///   - value: A value of the type.
/// - Returns: What reads the field of a value of that type; `nil` if the type has no such description or field, or if the
///   field is shared: it depends on who looks what its value is.
public func dumpFieldReader(named name: String, of value: Any) -> ((Any) -> Any?)? {
  guard case .fields(let reader) = TypeFacts.of(value).kind,
    let index = reader.names.firstIndex(of: name), !reader.isShared[index]
  else { return nil }
  return reader.readers[index]
}

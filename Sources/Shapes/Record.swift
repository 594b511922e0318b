/// A part of a value: a stored property, an element of a tuple, an associated value.
///
/// A class, because code that visits many values would otherwise copy each of their parts.
package final class Part: Sendable {
  /// The name by which the runtime knows it; `nil` for an unlabelled value.
  package let storedName: String?
  /// The label of a value, or the name of a property in the source.
  package let label: String?
  package let shape: Shape
  let offset: Int
  /// Reads a part that is not stored as such.
  private let computed: (@Sendable (UnsafeRawPointer) -> Any)?
  /// The storage of the wrapped property whose value is this part.
  private let storage: (any KnownValue.Type)?

  package init(_ label: String? = nil, storedName: String? = nil, of shape: Shape, at offset: Int = 0) {
    (self.label, self.storedName) = (label, storedName ?? label)
    (self.shape, self.offset, computed, storage) = (shape, offset, nil, nil)
  }

  fileprivate init<Root>(_ field: DumpField<Root>, in storage: Part?) {
    nonisolated(unsafe) let field = field
    (label, storedName, shape) = (field.name, field.name, .of(field.type))
    computed = { field.read($0.assumingMemoryBound(to: Root.self).pointee) }
    (offset, self.storage) = (storage?.offset ?? 0, storage?.shape.known)
  }

  package var type: Any.Type { shape.type }

  /// Its bytes in the whole; `nil` where it is not stored as such.
  package var bytes: Range<Int>? { computed == nil ? offset..<offset + shape.size : nil }

  /// Whether it is never written, shown or compared: what macros add to find the observers of a state.
  package var isHidden: Bool { storedName == Self.registrar }

  fileprivate static let registrar = "_$observationRegistrar"

  /// Reads the part in place.
  ///
  /// - Parameters:
  ///   - whole: The address of the value that it is a part of.
  ///   - read: Is given the address of the part.
  package func read<Result>(in whole: UnsafeRawPointer, _ read: (UnsafeRawPointer) -> Result) -> Result {
    if let address = address(in: whole) { return read(address) }
    return withAddress(of: value(in: whole), read)
  }

  /// The address of the part, valid as long as the whole; `nil` if the part must be computed.
  func address(in whole: UnsafeRawPointer) -> UnsafeRawPointer? {
    computed == nil ? whole + offset : storage?.valueAddress(in: whole + offset)
  }

  /// A copy of the part.
  package func value(in whole: UnsafeRawPointer) -> Any {
    computed?(whole) ?? shape.value(at: whole + offset)
  }
}

/// A part of a record, or of a record in it, that is not a record itself.
package struct Leaf {
  package let offset: Int
  package let kind: Shape.Kind
  /// Shapes are never released. Counting references would take longer than most uses of a part, and make threads that read
  /// the same parts wait for each other.
  package let shape: Unmanaged<Shape>
}

/// The parts of a structure or tuple.
package final class Record: Sendable {
  package let shape: Shape
  /// What a value shows of itself: described by its type, or stored.
  package let parts: [Part]
  /// The computed properties that the type describes.
  package let computed: [Part]
  /// All stored properties or elements, in the order of their places in memory.
  package let stored: [Part]
  /// Whether the structure is observed, so that its properties are stored with an underscore.
  package let isObserved: Bool
  /// Whether its memory consists of the stored parts.
  fileprivate let isWhole: Bool

  /// - Returns: `nil` if the type is neither a structure nor a tuple, or if its memory does not consist of values of known
  ///   types, as that of a C structure or of a structure with a `weak` property, unless its type describes its parts.
  init?(_ shape: Shape) {
    self.shape = shape
    let fields = Metadata.fields(of: shape)
    let isObserved = fields?.contains { $0.name == Part.registrar } ?? false
    stored = (fields ?? []).map { field in
      let part = Shape.of(field.type)
      // Observation macros and property wrappers store a property `child` as `_child`.
      let isStorage = shape.typeKind == .structure && (isObserved || part.has(.storage))
      let label =
        isStorage && field.name?.hasPrefix("_") == true
        ? field.name.map { String($0.dropFirst()) } : field.name
      return Part(label, storedName: field.name, of: part, at: field.offset)
    }
    self.isObserved = isObserved
    isWhole = fields != nil
    if let type = shape.provider {
      parts = Self.described(type, stored: isObserved ? stored : [])
      computed = Self.computed(type)
    } else if fields != nil {
      (parts, computed) = (stored.filter { !$0.isHidden }, [])
    } else {
      return nil
    }
  }

  /// The parts that a type describes. Where the macro describes them, their places are known.
  private static func described<Root: DumpFieldsProviding>(_: Root.Type, stored: [Part]) -> [Part] {
    Root.dumpFields.map { field in
      if let part = stored.first(where: { $0.label == field.name && $0.type == field.type }) {
        return Part(field.name, of: part.shape, at: part.offset)
      }
      return Part(
        field,
        in: stored.first {
          $0.label == field.name && $0.shape.known?.valueType == field.type
        }
      )
    }
  }

  private static func computed<Root: DumpFieldsProviding>(_: Root.Type) -> [Part] {
    Root.computedFields.map { Part($0, in: nil) }
  }

  /// The value that a stored property has at first; `nil` if the type does not describe it.
  package func initialValue(of part: Part) -> Any? {
    func initial<Root: DumpFieldsProviding>(_: Root.Type) -> (() -> Any)? {
      Root.dumpFields.first { $0.name == part.label }?.initial
    }
    return shape.provider.flatMap { initial($0) }?()
  }

  /// The part with a label.
  package func part(named name: String) -> Part? { parts.first { $0.label == name } }

  /// The parts that are written in source.
  package var visible: [Part] { stored.filter { !$0.isHidden } }

  /// Whether a value can be made of its parts: no name starts with an underscore, since hidden properties may have
  /// invariants.
  var isMemberwise: Bool { visible.allSatisfy { $0.label?.hasPrefix("_") == false } }

  /// Copies of the stored parts of a value; `nil` if it has a mirror of its own.
  package func storedValues(of value: Any) -> [Any]? {
    if shape.has(.customMirror) { return nil }
    return withAddress(of: value) { whole in stored.map { $0.value(in: whole) } }
  }

  /// Makes a value.
  ///
  /// - Parameter values: A value for each stored part, of the part's type.
  /// - Returns: `nil` if a value has another type.
  package func make(_ values: [Any]) -> Any? {
    guard values.count == stored.count else { return nil }
    var parts: [(UnsafeMutableRawPointer) -> Void] = []
    for (part, value) in zip(stored, values) {
      guard let put = part.shape.initializer(with: value) else { return nil }
      parts.append { put($0 + part.offset) }
    }
    return shape.made { memory in parts.forEach { $0(memory) } }
  }
}

extension Shape {
  /// A tuple of several elements, or of one that is labelled.
  package var tuple: Record? { typeKind == .tuple && type != Void.self ? record : nil }

  /// A structure whose memory is known.
  package var structure: Record? { record.flatMap { typeKind == .structure && $0.isWhole ? $0 : nil } }

  /// A structure whose values can be made of its parts.
  package var memberwise: Record? { structure.flatMap { $0.isMemberwise ? $0 : nil } }
}

/// A property that a key path can name.
package struct NamedKeyPath {
  package let name: String
  package let path: AnyKeyPath

  package var type: Any.Type { Swift.type(of: path).valueType }

  /// Whether the property can be set: not one of a shared value, which is not part of the value that holds it.
  package var isWritable: Bool {
    func isWritable<Root, Value>(_: Root.Type, _: Value.Type) -> Bool {
      path is WritableKeyPath<Root, Value> && !(path is ReferenceWritableKeyPath<Root, Value>)
    }
    func open<Root>(_ root: Root.Type) -> Bool {
      func open<Value>(_ value: Value.Type) -> Bool { isWritable(root, value) }
      return _openExistential(type, do: open)
    }
    return _openExistential(Swift.type(of: path).rootType, do: open)
  }

  /// The properties that a type describes; otherwise the stored ones but for the storage of wrapped ones, which is not a
  /// name to offer.
  static func all(of shape: Shape) -> [NamedKeyPath] {
    func described<Root: DumpFieldsProviding>(_: Root.Type) -> [NamedKeyPath] {
      Root.dumpFields.map { NamedKeyPath(name: $0.name, path: $0.keyPath) }
    }
    if let type = shape.provider { return described(type) }
    guard shape.structure != nil else { return [] }
    return Metadata.keyPaths(of: shape.type).filter { !$0.name.hasPrefix("_") }
  }
}

/// Calls a function with the address of a value.
///
/// - Parameters:
///   - value: A value of any type.
///   - read: Is given the address of a value of the dynamic type.
package func withAddress<Result>(of value: Any, _ read: (UnsafeRawPointer) -> Result) -> Result {
  let type = type(of: value)
  func open<Value>(_ opened: Value) -> Result {
    if Value.self == type { return withUnsafePointer(to: opened) { read(UnsafeRawPointer($0)) } }
    // An element of `[Any]` that generic code passes on is boxed twice, and an object may be of a subclass.
    func reopen<Inner>(_: Inner.Type) -> Result {
      guard let inner = opened as? Inner else { preconditionFailure("A value is not of its type") }
      return withUnsafePointer(to: inner) { read(UnsafeRawPointer($0)) }
    }
    return _openExistential(type, do: reopen)
  }
  return _openExistential(value, do: open)
}

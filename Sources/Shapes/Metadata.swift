// What the runtime knows of types. Nothing else in the program knows the layout of metadata and values. The ABI is not
// stable on Linux, so `Choice.failure` checks what is said here of enums before anything relies on it.

/// The kind of a type.
package enum TypeKind {
  case structure
  case enumeration
  case optional
  case tuple
  case function
  case metatype
  case existential
  case reference
  case other

  package init(_ type: Any.Type) {
    let kind = metadataKind(type)
    self = Self.examples.first { $0.kind == kind }?.type ?? (type is AnyObject.Type ? .reference : .other)
  }

  /// The runtime's number of each kind, from a type of that kind.
  private static let examples: [(kind: UInt, type: TypeKind)] = [
    (Int.self, .structure),
    (TypeKind.self, .enumeration),
    (Int?.self, .optional),
    ((Int, Int).self, .tuple),
    ((() -> Void).self, .function),
    (Int.Type.self, .metatype),
    ((any Equatable.Type).self, .metatype),
    (Any.self, .existential),
    ((any Sequence<Int>).self, .existential),
  ].map { (metadataKind($0), $1) }
}

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt

/// The name of an enum value's case, whatever its description is; `nil` if it was compiled without reflection metadata.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

/// The runtime's description, for mirrors, of a stored property or tuple element, with a function that frees its name.
private typealias FieldDescription = (
  name: UnsafePointer<CChar>?, release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?,
  isStrong: Bool, isVariable: Bool
)

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: Any.Type, at index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  of type: Any.Type,
  at index: Int,
  _ description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

/// The standard library's `_forEachFieldWithKeyPath(of:options:body:)`, which is missing from the interface that Xcode
/// has.
@_silgen_name(
  "$ss24_forEachFieldWithKeyPath2of7options4bodySbxm_s01_bC7OptionsVSbSPys4Int8VG_s07PartialeF0CyxGtXEtlF"
)
@discardableResult
private func forEachKeyPath<Root>(
  of root: Root.Type,
  options: UnsafePointer<UInt32>,
  body: (UnsafePointer<CChar>, PartialKeyPath<Root>) -> Bool
) -> Bool

package enum Metadata {
  /// The name of an enum value's case where its type cannot be read; `nil` for values of other types.
  package static func caseName(of value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }
    return TypeKind(Swift.type(of: value)) == .enumeration ? _openExistential(value, do: name) : nil
  }

  /// The type in which an enum is declared; `nil` if there is none, or if it is generic.
  package static func enclosingType(of type: Any.Type) -> Any.Type? {
    Choice.failure == nil ? EnumDescriptor(type)?.enclosingType : nil
  }

  typealias Field = (name: String?, offset: Int, type: Any.Type)

  /// The stored properties of a structure or the elements of a tuple.
  ///
  /// - Returns: `nil` for other types, and if not all memory is that of values of known types.
  static func fields(of shape: Shape) -> [Field]? {
    guard shape.typeKind == .structure || shape.typeKind == .tuple else { return nil }
    var (fields, end) = ([Field](), 0)
    for index in 0..<fieldCount(of: shape.type) {
      var description: FieldDescription = (nil, nil, false, false)
      let type = fieldType(of: shape.type, at: index, &description)
      let name = description.name.map { String(cString: $0) }
      description.release?(description.name)
      let (field, offset) = (Shape.of(type), fieldOffset(of: shape.type, at: index))
      // The memory of a weak or unowned property does not hold a value of the type.
      guard description.isStrong, field.typeKind != .other else { return nil }
      end = max(end, offset + field.size)
      fields.append((name.flatMap { $0.isEmpty || $0.hasPrefix(".") ? nil : $0 }, offset, type))
    }
    return end == shape.size ? fields : nil
  }

  /// The key paths of stored properties.
  static func keyPaths(of type: Any.Type) -> [NamedKeyPath] {
    var properties: [NamedKeyPath] = []
    func collect<Root>(_: Root.Type) {
      // A closure has no key path, and must not hide the properties after it.
      let ignoringUnknown: UInt32 = 1 << 1
      forEachKeyPath(of: Root.self, options: [ignoringUnknown]) { name, path in
        properties.append(NamedKeyPath(name: String(cString: name), path: path))
        return true
      }
    }
    _openExistential(type, do: collect)
    return properties
  }
}

/// The runtime's descriptor of the cases of an enum.
struct EnumDescriptor {
  private let metadata: UnsafeRawPointer
  let descriptor: UnsafeRawPointer
  private let fields: UnsafeRawPointer
  let count: Int

  /// - Returns: `nil` if the type is not an enum, or was compiled without reflection metadata.
  init?(_ type: Any.Type) {
    let kind = TypeKind(type)
    guard kind == .enumeration || kind == .optional else { return nil }
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    guard let fields = Self.relativePointer(at: descriptor + 16) else { return nil }
    self.fields = fields
    count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
  }

  var enclosingType: Any.Type? {
    // If the lowest bit of the offset is set, it leads to the address of the parent instead of the parent.
    let offset = Int((descriptor + 4).load(as: Int32.self))
    var parent = descriptor + 4 + (offset & ~1)
    if offset & 1 != 0 { parent = parent.load(as: UnsafeRawPointer.self) }
    let flags = parent.load(as: UInt32.self)
    guard 16...18 ~= flags & 0x1F, flags & 0x80 == 0, let access = Self.relativePointer(at: parent + 12)
    else {
      return nil
    }
    typealias Access = @convention(c) (Int) -> UnsafeRawPointer
    return unsafeBitCast(unsafeBitCast(access, to: Access.self)(0), to: Any.Type.self)
  }

  private func record(_ index: Int) -> UnsafeRawPointer {
    fields + 16 + index * Int(fields.load(fromByteOffset: 10, as: UInt16.self))
  }

  func name(_ index: Int) -> String? {
    Self.relativePointer(at: record(index) + 8)
      .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }

  func `case`(_ index: Int) -> Choice.Case? {
    guard let name = name(index) else { return nil }
    var payload: Any.Type?
    if let mangledName = Self.relativePointer(at: record(index) + 4) {
      payload = type(mangledName)
      if payload == nil { return nil }
    }
    return Choice.Case(
      name: name,
      payload: payload.map(Shape.of),
      tag: index,
      isIndirect: record(index).load(as: UInt32.self) & 1 != 0
    )
  }

  private func type(_ mangledName: UnsafeRawPointer) -> Any.Type? {
    _getTypeByMangledNameInContext(
      mangledName.assumingMemoryBound(to: UInt8.self),
      Self.length(ofMangledName: mangledName),
      genericContext: descriptor,
      // The generic arguments directly follow the type's descriptor.
      genericArguments: metadata + 2 * MemoryLayout<Int>.size
    )
  }

  private static func relativePointer(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = address.load(as: Int32.self)
    return offset == 0 ? nil : address + Int(offset)
  }

  /// A mangled name ends with a zero, but may contain zeros in symbolic references, which begin with a control
  /// character.
  private static func length(ofMangledName name: UnsafeRawPointer) -> UInt {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return UInt(length)
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
  }
}

/// Has the generic parameters that the elements of a tuple replace.
private enum TupleElements<A, B, C> { case none }

extension Shape {
  /// The type of tuples of two or three values; `nil` for other numbers of values.
  ///
  /// - Parameters:
  ///   - elements: The types of the values.
  ///   - labels: Their labels; empty if none has a label.
  package static func tuple(of elements: [Shape], labels: [String?] = []) -> Shape? {
    guard 2...3 ~= elements.count, let context = EnumDescriptor(TupleElements<Int, Int, Int>.self)?.descriptor
    else {
      return nil
    }
    let names = zip(["x", "q_", "q0_"], labels + [nil, nil, nil]).prefix(elements.count).map { name, label in
      label.map { "\(name)\($0.utf8.count)\($0)" } ?? name
    }
    // The first element is marked, for it begins the list.
    let name = Array("\(names[0])_\(names.dropFirst().joined())t".utf8)
    return elements.map(\.type).withUnsafeBytes {
      _getTypeByMangledNameInContext(
        name,
        UInt(name.count),
        genericContext: context,
        genericArguments: $0.baseAddress
      )
    }.map(of)
  }
}

/// The runtime's functions that tell, take out and put in the case of a value of an enum.
struct EnumWitnesses {
  private typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias Projection = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias Injection = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private let metadata: UnsafeRawPointer
  private let tag: Tag
  private let projection: Projection
  private let injection: Injection
  /// Whether a copy of the bytes of a value can be read like the value.
  let isBitwiseTakable: Bool

  /// - Returns: `nil` if the type has no such functions, or if its table of functions has an unknown form.
  init?(_ shape: Shape) {
    metadata = unsafeBitCast(shape.type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<Int>.size
    let table = (metadata - word).load(as: UnsafeRawPointer.self)
    // Eight witnesses that every type has, then size, stride and flags, then the three of enums.
    let flags = table.load(fromByteOffset: 10 * word, as: UInt32.self)
    func stride<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.stride }
    guard table.load(fromByteOffset: 8 * word, as: Int.self) == shape.size,
      table.load(fromByteOffset: 9 * word, as: Int.self) == _openExistential(shape.type, do: stride),
      Int(flags & 0xFF) == shape.alignment - 1, flags & 0x20_0000 != 0
    else { return nil }
    func witness(_ index: Int) -> UnsafeRawPointer {
      table.load(fromByteOffset: (11 + index) * word, as: UnsafeRawPointer.self)
    }
    tag = unsafeBitCast(witness(0), to: Tag.self)
    projection = unsafeBitCast(witness(1), to: Projection.self)
    injection = unsafeBitCast(witness(2), to: Injection.self)
    isBitwiseTakable = flags & 0x10_0000 == 0
  }

  func tag(of value: UnsafeRawPointer) -> Int { Int(tag(value, metadata)) }

  /// Turns the memory of a value into that of its payload.
  func project(_ memory: UnsafeMutableRawPointer) { projection(memory, metadata) }

  /// Turns memory with a payload into a value of a case.
  func inject(_ tag: UInt32, into memory: UnsafeMutableRawPointer) { injection(memory, tag, metadata) }
}

/// Has the layout of an indirect case of any enum: a reference to a box with the payload.
indirect enum IndirectPayload<Value> {
  case value(Value)
}

/// The address of a value in the box that memory refers to: after the object's header, aligned.
func contents(of shape: Shape, inBoxAt memory: UnsafeRawPointer) -> UnsafeRawPointer {
  let header = 2 * MemoryLayout<Int>.size
  return memory.load(as: UnsafeRawPointer.self) + (header + shape.alignment - 1) & ~(shape.alignment - 1)
}

import Synchronization

/// The cases of an enum that is known at run time only, and how to make a value of one.
///
/// Any enum can be read this way: no macro, no conformance and no code is needed for it. What is read is what the
/// runtime itself reads for reflection and for generic code: the descriptor of the fields, and the type's witness that
/// puts a tag into a value.
struct EnumType: @unchecked Sendable {
  // Everything is a constant; metatypes are not known to be safe.

  /// A case of an enum.
  struct Case {
    let name: String
    /// The type of the payload, a tuple if there are several associated values or if the one has a label; `nil` if
    /// there is none.
    let payload: Any.Type?
    /// The associated values.
    let parameters: [ProductType.Field]
    fileprivate let tag: UInt32
    fileprivate let isIndirect: Bool
  }

  let type: Any.Type
  /// The cases, those with a payload first, otherwise in the order of declaration.
  let cases: [Case]

  private static let known = Mutex<[ObjectIdentifier: EnumType]>([:])

  /// - Returns: `nil` if the type is no enum, or was compiled without reflection metadata.
  init?(_ type: Any.Type) {
    let id = ObjectIdentifier(type)
    if let known = Self.known.withLock({ $0[id] }) {
      self = known
      return
    }
    guard let enumeration = Self(reading: type) else { return nil }
    Self.known.withLock { $0[id] = enumeration }
    self = enumeration
  }

  private init?(reading type: Any.Type) {
    guard let fields = EnumFields(type) else { return nil }
    var cases: [Case] = []
    for index in 0..<fields.count {
      guard let element = fields.case(index) else { return nil }
      cases.append(element)
    }
    self.type = type
    self.cases = cases
  }

  /// The names of the cases alone, which cost less.
  static func names(of type: Any.Type) -> [String]? {
    EnumFields(type).map { fields in (0..<fields.count).compactMap(fields.name) }
  }

  /// The case of a name.
  func named(_ name: String) -> Case? { cases.first { $0.name == name } }

  /// Makes a value of a case.
  ///
  /// - Parameters:
  ///   - element: The case.
  ///   - payload: The associated values, each of the type of its parameter.
  /// - Returns: `nil` if a value is of another type.
  func value(of element: Case, payload: [Any]) -> Any? {
    var initialize: (UnsafeMutableRawPointer) -> Void = { _ in }
    if let type = element.payload {
      let tuple = ProductType(tuple: type)
      guard let whole = tuple.map({ $0.value(payload) }) ?? payload.first,
        let put = initializer(of: type, with: whole, isIndirect: element.isIndirect)
      else { return nil }
      initialize = put
    }
    guard let inject = TagInjection(type) else { return nil }
    return madeInPlace(type) { memory in
      initialize(memory)
      inject(element.tag, into: memory)
    }
  }
}

/// The descriptor of an enum's cases, in the format of the runtime.
private struct EnumFields {
  private let metadata: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  private let fields: UnsafeRawPointer
  let count: Int

  /// - Returns: `nil` if the type is no enum, or was compiled without reflection metadata.
  init?(_ type: Any.Type) {
    guard case .enumeration = RuntimeType(type) else { return nil }
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    guard let fields = Self.relativePointer(at: descriptor + 16) else { return nil }
    self.fields = fields
    count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
  }

  private func record(_ index: Int) -> UnsafeRawPointer {
    fields + 16 + index * Int(fields.load(fromByteOffset: 10, as: UInt16.self))
  }

  func name(_ index: Int) -> String? {
    Self.relativePointer(at: record(index) + 8)
      .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }

  func `case`(_ index: Int) -> EnumType.Case? {
    guard let name = name(index) else { return nil }
    var payload: Any.Type?
    if let mangledName = Self.relativePointer(at: record(index) + 4) {
      payload = type(mangledName)
      if payload == nil { return nil }
    }
    return EnumType.Case(
      name: name,
      payload: payload,
      parameters: payload.map { ProductType(tuple: $0)?.fields ?? [ProductType.Field(type: $0)] } ?? [],
      tag: UInt32(index),
      isIndirect: record(index).load(as: UInt32.self) & 1 != 0
    )
  }

  private func type(_ mangledName: UnsafeRawPointer) -> Any.Type? {
    _getTypeByMangledNameInContext(
      mangledName.assumingMemoryBound(to: UInt8.self),
      Self.length(ofMangledName: mangledName),
      genericContext: descriptor,
      // The type's generic arguments come right behind its descriptor.
      genericArguments: metadata + 2 * MemoryLayout<Int>.size
    )
  }

  private static func relativePointer(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = address.load(as: Int32.self)
    return offset == 0 ? nil : address + Int(offset)
  }

  /// A mangled name ends with a zero, but references in it, which begin with a control character, may hold zeros.
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

/// The witness of an enum type that puts the tag of a case into a value whose payload is there already.
private struct TagInjection {
  private typealias Witness =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private let metadata: UnsafeRawPointer
  private let witness: Witness

  /// - Returns: `nil` if the type has no such witness.
  init?(_ type: Any.Type) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<Int>.size
    let table = (metadata - word).load(as: UnsafeRawPointer.self)
    // Eight witnesses that every type has, size, stride, flags; then the three that enums have.
    let flags = table.load(fromByteOffset: 10 * word, as: UInt32.self)
    guard flags & 0x20_0000 != 0 else { return nil }
    witness = unsafeBitCast(
      table.load(fromByteOffset: 11 * word + 2 * word, as: UnsafeRawPointer.self),
      to: Witness.self
    )
  }

  func callAsFunction(_ tag: UInt32, into memory: UnsafeMutableRawPointer) { witness(memory, tag, metadata) }
}

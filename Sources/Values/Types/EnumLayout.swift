import Core

// The memory layout and metadata of Swift enums. The ABI is not stable on Linux, so `EnumLayoutCheck` verifies this
// description before anything else relies on it.

/// The runtime's descriptor of the cases of an enum.
struct EnumFields {
  private let metadata: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  private let fields: UnsafeRawPointer
  package let count: Int

  /// - Returns: `nil` if the type is not an enum, or was compiled without reflection metadata.
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

  package func name(_ index: Int) -> String? {
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

/// The value witness that stores a case's tag into a value whose payload has already been written.
struct TagInjection {
  private typealias Witness =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private let metadata: UnsafeRawPointer
  private let witness: Witness

  /// - Returns: `nil` if the type has no such witness, or if its witness table has an unknown form.
  init?(_ type: Any.Type) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<Int>.size
    let table = (metadata - word).load(as: UnsafeRawPointer.self)
    // Eight witnesses that every type has, then size, stride and flags, then the three of enums.
    let flags = table.load(fromByteOffset: 10 * word, as: UInt32.self)
    let layout = Self.layout(of: type)
    guard table.load(fromByteOffset: 8 * word, as: Int.self) == layout.size,
      table.load(fromByteOffset: 9 * word, as: Int.self) == layout.stride,
      Int(flags & 0xFF) == layout.alignment - 1, flags & 0x20_0000 != 0
    else { return nil }
    witness = unsafeBitCast(
      table.load(fromByteOffset: 11 * word + 2 * word, as: UnsafeRawPointer.self),
      to: Witness.self
    )
  }

  func callAsFunction(_ tag: UInt32, into memory: UnsafeMutableRawPointer) { witness(memory, tag, metadata) }

  private static func layout(of type: Any.Type) -> (size: Int, stride: Int, alignment: Int) {
    func layout<Value>(_: Value.Type) -> (size: Int, stride: Int, alignment: Int) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    }
    return _openExistential(type, do: layout)
  }
}

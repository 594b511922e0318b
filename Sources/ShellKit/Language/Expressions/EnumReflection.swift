/// What Swift's run-time type information says about enums beyond `Mirror`.
enum EnumReflection {
  /// The name of the case that an enum value is in; `nil` if it is no enum.
  ///
  /// `Mirror` names only cases with a payload, and `String(describing:)` may be anything.
  static func caseName(of value: Any) -> String? {
    guard isEnum(type(of: value)) else { return nil }
    func name<T>(_ value: T) -> String? { swiftEnumCaseName(value).map { String(cString: $0) } }
    return _openExistential(value, do: name)
  }

  /// The names of all cases, those with a payload first; `nil` if `type` is no enum, or was compiled without
  /// reflection metadata.
  static func caseNames(of type: Any.Type) -> [String]? {
    guard isEnum(type) else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    guard let fields = relativePointer(at: descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    var names: [String] = []
    for index in 0..<count {
      guard let name = relativePointer(at: fields + 16 + index * recordSize + 8) else { return nil }
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names
  }

  /// The payload of an enum value, one entry for each associated value.
  static func payload(of value: Any) -> [(label: String?, value: Any)] {
    guard let child = Mirror(reflecting: value).children.first else { return [] }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else { return [(nil, child.value)] }
    return payload.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
  }

  /// The kind is the first word of a type's metadata: 0x201 for enums, 0x202 for optionals.
  private static func isEnum(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == 0x201
  }

  private static func relativePointer(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = address.load(as: Int32.self)
    return offset == 0 ? nil : address + Int(offset)
  }
}

@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

/// What Swift's run-time type information says about enums beyond `Mirror`.
enum EnumReflection {
  /// The name of the case that an enum value is in; `nil` if it is no enum.
  ///
  /// `Mirror` names only cases with a payload, and `String(describing:)` may be anything.
  static func caseName(of value: Any) -> String? {
    guard case .enumeration = RuntimeType(type(of: value)) else { return nil }
    func name<T>(_ value: T) -> String? { swiftEnumCaseName(value).map { String(cString: $0) } }
    return _openExistential(value, do: name)
  }

  /// The names of all cases, those with a payload first; `nil` if `type` is no enum, or was compiled without
  /// reflection metadata.
  static func caseNames(of type: Any.Type) -> [String]? { EnumType.names(of: type) }

  /// The payload of an enum value, one entry for each associated value.
  static func payload(of value: Any) -> [(label: String?, value: Any)] {
    guard let child = Mirror(reflecting: value).children.first else { return [] }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple, !payload.children.isEmpty else { return [(nil, child.value)] }
    return payload.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
  }
}

@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

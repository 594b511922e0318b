import Core

/// Converts the value of an expression to a key type, as Swift would for a literal.
public enum ExpressionKey {
  /// - Returns: The key, or `nil` if the value cannot be converted.
  public static func convert<Key>(_ value: Any, to type: Key.Type) -> Key? {
    if let key = value as? Key { return key }
    if type == UUID.self { return uuid(value) as? Key }
    return switch (value, type) {
    case (let value as any BinaryInteger, let type as any BinaryInteger.Type):
      integer(value, type) as? Key
    case (let value as CaseLiteral, let type as any CaseIterable.Type):
      element(value, type) as? Key
    case (let value as String, is Character.Type):
      value.count == 1 ? value.first as? Key : nil
    case (let value, let type as any RawRepresentable.Type):
      represented(value, type) as? Key
    default:
      nil
    }
  }

  /// The UUID with a string or a number, as in `todos[id: 0]`.
  static func uuid(_ value: Any) -> UUID? {
    switch value {
    case let value as UUID: value
    case let value as String: UUID(uuidString: value)
    case let value as any BinaryInteger: Int(exactly: value).flatMap { $0 < 0 ? nil : UUID($0) }
    default: nil
    }
  }

  private static func integer<I: BinaryInteger>(_ value: any BinaryInteger, _ type: I.Type) -> I? {
    I(exactly: value)
  }

  private static func element<C: CaseIterable>(_ literal: CaseLiteral, _ type: C.Type) -> C? {
    type.allCases.first { Choice.caseName(of: $0) == literal.name }
  }

  private static func represented<R: RawRepresentable>(_ value: Any, _ type: R.Type) -> R? {
    convert(value, to: R.RawValue.self).flatMap(R.init(rawValue:))
  }
}

extension Dictionary: ExpressionLookup {
  public static var expressionLookupLabel: String? { nil }

  /// The value for a key.
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    guard let key = ExpressionKey.convert(key, to: Key.self) else { return .wrongType(expected: Key.self) }
    return .element(self[key].map { $0 as Any })
  }
}

import Core
import HashTreeCollections

/// Converts the value of an expression to a key type, as Swift would for a literal.
public enum ExpressionKey {
  /// - Returns: The key, or `nil` if the value cannot be converted.
  public static func convert<Key>(_ value: Any, to type: Key.Type) -> Key? {
    if let key = value as? Key { return key }
    if Shape.of(value: value).literal != nil,
      let key: Key = try? ValueReader(parsing: SourceText(actionText(value))).read(type)
    {
      return key
    }
    return Shape.of(type).rawRepresentable.flatMap { represented(value, $0) as? Key }
  }

  /// Looks up an element by a value that is converted to the type of the keys.
  static func element<Key>(for key: Any, _ find: (Key) -> Any?) -> ExpressionLookupResult {
    convert(key, to: Key.self).map { .element(find($0)) } ?? .wrongType(expected: Key.self)
  }

  /// - Returns: The key as a value of the type of another; `nil` if it cannot be converted.
  static func convert(_ value: Any, toTypeOf other: Any?) -> Any? {
    func open<Key>(_: Key.Type) -> Any? { convert(value, to: Key.self) }
    return other.flatMap { _openExistential(type(of: $0), do: open) }
  }

  static func represented<R: RawRepresentable>(_ value: Any, _ type: R.Type) -> R? {
    convert(value, to: R.RawValue.self).flatMap(R.init(rawValue:))
  }
}

extension TreeDictionary: ExpressionLookup {
  public static var expressionLookupLabel: String? { nil }

  /// The value for a key.
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    ExpressionKey.element(for: key) { (key: Key) in self[key] }
  }
}

extension Dictionary: ExpressionLookup {
  public static var expressionLookupLabel: String? { nil }

  /// The value for a key.
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    ExpressionKey.element(for: key) { (key: Key) in self[key] }
  }
}

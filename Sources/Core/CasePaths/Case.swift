/// One end of a ``CaseKeyPath``: it turns key path syntax into a chain of case paths.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  private let embedValue: @Sendable (Value) -> Any
  private let extractValue: @Sendable (Any) -> Value?

  /// The start of a path: the value itself.
  public init() {
    embedValue = { $0 }
    extractValue = { $0 as? Value }
  }

  private init(embed: @escaping @Sendable (Value) -> Any, extract: @escaping @Sendable (Any) -> Value?) {
    embedValue = embed
    extractValue = extract
  }

  /// The path that goes on into a case of `Value`.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath]
    return Case<Member>(
      embed: { [embedValue] in embedValue(path.embed($0)) },
      extract: { [extractValue] in extractValue($0).flatMap(path.extract(from:)) }
    )
  }

  func embed(_ value: Value) -> Any { embedValue(value) }

  func extract(from root: Any) -> Value? { extractValue(root) }
}

import Core

/// `todos[id: UUID(0)]` finds an element as the array itself does.
extension IdentifiedArray: ExpressionLookup {
  public static var expressionLookupLabel: String? { "id" }

  /// - Complexity: O(log `count`) on average
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    guard let id = ExpressionKey.convert(key, to: ID.self) else { return .wrongType(expected: ID.self) }
    return .element(self[id: id].map { $0 as Any })
  }
}

extension IdentifiedArray: ExpressionMembers {
  public static var expressionMemberNames: [String] { ["ids"] }

  /// The member `ids`; `nil` for any other name.
  public func expressionMember(_ name: String) -> Any? {
    name == "ids" ? ids : nil
  }
}

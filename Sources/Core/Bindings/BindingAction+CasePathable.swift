/// Case paths lead to the changes of one property: `store.send(\.binding.query, "milk")` sends
/// `.binding(.set(\.query, "milk"))`, and `action.is(\.binding.query)` is whether an action sets the query.
extension BindingAction: CasePathable {
  /// The case paths of a binding action: one a property.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the changes of a property, with its new value.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        generated: nil,
        embed: { .set(keyPath, $0, at: nil) },
        extract: { $0.keyPath == keyPath ? $0.value as? Value : nil }
      )
    }
  }

  /// The paths to the properties of the state.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

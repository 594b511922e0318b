/// Case paths lead to the actions of any element, `\.todos.element`, or of one: `\.todos[id: id].toggle`.
extension IdentifiedAction: CasePathable {
  /// The case paths of an identified action.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    /// The path to the id and the action.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        generated: "element",
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
      )
    }

    /// The path to the actions of the element with this id.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        generated: "element",
        embed: { .element(id: id, action: $0) },
        extract: { root in
          guard case .element(id, let action) = root else { return nil }
          return action
        }
      )
    }

    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> {
      switch root {
      case .element: \.element
      }
    }

    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<IdentifiedAction>> {
      CollectionOfOne<PartialCaseKeyPath<IdentifiedAction>>(\.element).makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

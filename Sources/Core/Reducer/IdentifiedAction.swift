/// An action for one element of a collection; see ``Reducer/forEach(_:action:element:fileID:filePath:line:column:)``.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action for the element with the given id.
  case element(id: ID, action: Action)
}

/// The actions for the elements of a collection of a feature's states: `IdentifiedActionOf<Todo>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}

/// Case paths lead to the actions of any element, `\.todos.element`, or of a specific one: `\.todos[id: id].toggle`.
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
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> { element.actions(of: id) }

    /// The path to the case of a value.
    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> {
      switch root {
      case .element: \.element
      }
    }

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<IdentifiedAction>> {
      CollectionOfOne<PartialCaseKeyPath<IdentifiedAction>>(\.element).makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

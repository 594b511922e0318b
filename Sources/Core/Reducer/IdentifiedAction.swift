/// An action for one element of a collection; see ``Reducer/forEach(_:action:element:fileID:filePath:line:column:)``.
///
/// Case paths lead to the actions of any element, `\.todos.element`, or of a specific one: `\.todos[id: id].toggle`.
@CasePathable
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

extension IdentifiedAction.AllCasePaths {
  /// The path to the actions of the element with this id.
  public subscript(id id: ID) -> AnyCasePath<IdentifiedAction<ID, Action>, Action> { element.actions(of: id) }
}

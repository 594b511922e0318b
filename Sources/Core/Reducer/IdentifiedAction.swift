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

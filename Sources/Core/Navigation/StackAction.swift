/// An action of an element of a navigation stack, or a change of the stack itself.
///
/// Case paths lead to the actions of any element, `\.path.element`, or of a specific one: `\.path[id:
/// 0].detail.save`.
@CasePathable
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)

  /// Pops the element with an id, and all elements above it.
  case popFrom(id: StackElementID)

  /// Pushes an element with an id that is not on the stack, such as ``StackState/nextID``.
  indirect case push(id: StackElementID, state: State)
}

/// The actions of a stack of a feature: `StackActionOf<Path>`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackState {
  /// The id for the next push, which no element of this stack has had.
  public var nextID: StackElementID {
    var id = lowestFreeID
    while entries.contains(id: id) { id = id.next }
    return id
  }
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction.AllCasePaths {
  /// The path to the actions of the element with this id.
  public subscript(id id: StackElementID) -> AnyCasePath<StackAction<State, Action>, Action> {
    element.actions(of: id)
  }
}

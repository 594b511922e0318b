/// An action of an element of a navigation stack, or a change of the stack itself.
///
/// Case paths lead to the actions of any element, `\.path.element`, or of a specific one: `\.path[id:
/// 0].detail.save`.
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

extension StackAction: CasePathable {
  /// The case paths of a stack's action.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    /// The path to the id and the action of an element.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        generated: "element",
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
      )
    }

    /// The path to the id of the lowest element popped.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        generated: "popFrom",
        embed: { .popFrom(id: $0) },
        extract: { if case .popFrom(let id) = $0 { id } else { nil } }
      )
    }

    /// The path to the id and the state of the element pushed.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        generated: "push",
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } }
      )
    }

    /// The path to the actions of the element with this id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> { element.actions(of: id) }

    /// The path to the case of a value.
    public subscript(root: StackAction) -> PartialCaseKeyPath<StackAction> {
      switch root {
      case .element: \.element
      case .popFrom: \.popFrom
      case .push: \.push
      }
    }

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<StackAction>> {
      let paths: [PartialCaseKeyPath<StackAction>] = [\.element, \.popFrom, \.push]
      return paths.makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

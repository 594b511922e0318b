/// Runs a child feature on one case of the parent's state, where the parent is an enum.
///
/// An action for the child while the state is another case is reported as an issue and changes nothing.
public struct ScopeCase<ParentState: CasePathable, ParentAction, Child: Reducer>: Reducer {
  private let toChildState: AnyCasePath<ParentState, Child.State>
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: BuiltReducer<Child>
  private let part: StatePart
  private let location: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// Creates a reducer that runs a child on one case.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that carries the child's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = AnyCasePath(toChildState)
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = BuiltReducer(child())
    part = StatePart(toChildState) { [path = self.toChildState] in path.extract(from: $0) }
    location = (fileID, filePath, line, column)
  }

  /// Runs the child on its part, if the action is for it.
  ///
  /// - Complexity: That of the child.
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    let effect = toChildState.modify(&state) { child.reduce(into: &$0, action: childAction) }
    guard let effect else {
      reportAbsentCase(state, action)
      return .none
    }
    return effect.mapped(in: .part(part), toChildAction.embed)
  }

  /// What the child presents while the state is its case.
  public var presentationFinder: PresentationFinder<ParentState, ParentAction>? {
    // Features may contain each other, so this looks only where there is a state.
    PresentationFinder { state in
      guard let childState = toChildState.extract(from: state) else { return [] }
      return child.presentations(in: childState, at: toChildAction.step, toChildAction.embed)
    }
  }

  private func reportAbsentCase(_ state: ParentState, _ action: ParentAction) {
    reportIssue(
      """
      A "Scope" at "\(location.fileID):\(location.line)" received a child action while the state was another case.

        Action: \(action)
        State: \(state)

      This can happen when:

      • A parent reducer set the state to another case before this reducer ran: run child reducers first.
      • An effect of the child was still in flight when the state changed: cancel it with the change.
      • An action was sent while the state was another case.
      """,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}

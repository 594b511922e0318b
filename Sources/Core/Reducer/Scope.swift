/// Embeds a child feature in a parent: the child reduces its part of the parent's state on its own actions.
///
/// ```swift
/// var body: some Reducer<State, Action> {
///   Scope(state: \.profile, action: \.profile) { Profile() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// List children before the parent's own logic, so that a child has handled its action before the parent can take
/// the child's state away.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private let childState: Lens<ParentState, Child.State>
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: BuiltReducer<Child>
  private let part: StatePart

  /// Creates a reducer that runs a child on a part of the parent.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state is in the parent's.
  ///   - toChildAction: The case of the parent's action that carries the child's actions.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    childState = Lens(toChildState)
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = BuiltReducer(child())
    part = StatePart(toChildState, childState.read)
  }

  /// Runs the child on its part, if the action is for it.
  ///
  /// - Complexity: That of the child.
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    return childState.reduce(&state) { child.reduce(into: &$0, action: childAction) }
      .mapped(in: .part(part), toChildAction.embed)
  }

  /// What the child presents.
  public var presentationFinder: PresentationFinder<ParentState, ParentAction>? {
    guard let finder = child.presentationFinder else { return nil }
    return PresentationFinder { state in
      finder.find(childState.read(state))
        .map { $0.embedded(at: toChildAction.step, toChildAction.embed) }
    }
  }
}

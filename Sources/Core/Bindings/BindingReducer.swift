/// Applies the changes carried by binding actions.
///
/// ```swift
/// enum Action: BindableAction { case binding(BindingAction<State>) /* … */ }
///
/// var body: some Reducer<State, Action> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
// The parameter has no constraint, because each requires a search for a conformance when the type is first used.
public struct BindingReducer<State, Action, ViewAction>: Reducer {
  private let binding: (Action) -> BindingAction<State>?

  /// Creates a reducer that applies the changes carried by binding actions.
  public init() where ViewAction: BindableAction, ViewAction.State == State, Action == ViewAction {
    // Not the key path as a function, which costs as much as a small reducer each time.
    binding = { $0.binding }
  }

  /// Creates a reducer that applies the changes carried by a view's binding actions.
  ///
  /// - Parameter toViewAction: The case with the view's actions, such as `\.view`.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>)
  where ViewAction: BindableAction, ViewAction.State == State {
    let path = AnyCasePath(toViewAction)
    binding = { path.extract(from: $0)?.binding }
  }

  /// Applies the change, if the action carries one.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let binding = binding(action) else { return .none }
    binding(&state)
    BindingCheck.noteHandled()
    return .none
  }
}

/// Makes the changes that binding actions carry.
///
/// ```swift
/// enum Action: BindableAction { case binding(BindingAction<State>) /* … */ }
///
/// var body: some Reducer<State, Action> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
public struct BindingReducer<State, Action: BindableAction>: Reducer where Action.State == State {
  /// Creates a reducer that makes the changes that binding actions carry.
  public init() {}

  /// Makes the change, if the action carries one.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let binding = action.binding else { return .none }
    binding(&state)
    BindingCheck.noteHandled()
    return .none
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  public init() {}

  /// Does nothing.
  public func reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
}

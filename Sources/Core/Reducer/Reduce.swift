/// A reducer made from a closure, or from another reducer whose type is to be forgotten.
public struct Reduce<State, Action>: Reducer {
  private let reduce: (inout State, Action) -> Effect<Action>

  /// Creates a reducer that runs a closure.
  ///
  /// - Parameter reduce: Changes the state as the action asks and returns the effects to run next.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduce = reduce
  }

  /// Creates a reducer that runs another, without its type.
  public init(_ reducer: some Reducer<State, Action>) {
    self.init(BuiltReducer(reducer).reduce)
  }

  /// Runs the closure, or the reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }
}

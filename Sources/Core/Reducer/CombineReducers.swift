/// Several reducers as one, so that an operator can be applied to them together.
///
/// ```swift
/// var body: some Reducer<State, Action> {
///   CombineReducers {
///     Analytics()
///     Core()
///   }
///   ._printChanges()
/// }
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  private let reducers: BuiltReducer<Reducers>

  /// Combines reducers that run from top to bottom.
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = BuiltReducer(build())
  }

  /// Runs the reducers from top to bottom.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }

  /// Finds what any of the reducers presents.
  public var presentationFinder: PresentationFinder<State, Action>? { reducers.presentationFinder }
}

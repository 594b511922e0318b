/// A reducer made from a closure, or from another reducer whose type is to be forgotten.
public struct Reduce<State, Action>: Reducer {
  private let reduce: (inout State, Action) -> Effect<Action>
  /// The reducer that the closure runs, if it is known.
  private let base: (any Reducer<State, Action>)?

  /// Creates a reducer that runs a closure.
  ///
  /// - Parameter reduce: Changes the state as the action asks and returns the effects to run next.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduce = reduce
    base = nil
  }

  /// Creates a reducer that runs another, without its type.
  public init(_ reducer: some Reducer<State, Action>) {
    let base = BuiltReducer(reducer)
    self.init(around: base, base.reduce)
  }

  /// Creates a reducer that runs another in a closure, and does something about it.
  init(
    around base: some Reducer<State, Action>,
    _ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>
  ) {
    self.reduce = reduce
    self.base = base
  }

  /// Runs the closure, or the reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }

  /// What the reducer presents; of a closure nothing is known.
  public var presentationFinder: PresentationFinder<State, Action>? { base?.presentationFinder }
}

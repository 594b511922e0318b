/// A reducer made from a closure, or from another reducer by erasing its type.
public struct Reduce<State, Action>: Reducer {
  private let reduce: (inout State, Action) -> Effect<Action>
  /// The reducer that the closure runs, if known.
  private let base: (any Reducer<State, Action>)?

  /// Creates a reducer that runs a closure.
  ///
  /// - Parameter reduce: Changes the state for the action and returns the effects to run next.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduce = reduce
    base = nil
  }

  /// Creates a reducer that runs another and erases its type.
  public init(_ reducer: some Reducer<State, Action>) {
    let base = BuiltReducer(reducer)
    self.init(around: base, base.reduce)
  }

  /// Creates a reducer whose closure runs another with additional behaviour.
  init(
    around base: some Reducer<State, Action>,
    _ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>
  ) {
    self.reduce = reduce
    self.base = base
  }

  /// Runs the closure or the reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }

  /// Finds what the reducer presents; `nil` for a closure.
  public var presentationFinder: PresentationFinder<State, Action>? { base?.presentationFinder }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  public init() {}

  /// Does nothing.
  public func reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
}

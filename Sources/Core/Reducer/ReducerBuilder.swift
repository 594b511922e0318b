/// Turns the reducers listed in a closure into one that runs them in order and merges their effects.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First,
    next: Second
  ) -> Sequence<First, Second> {
    Sequence(first: accumulated, second: next)
  }

  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> Either<First, Second> {
    .first(reducer)
  }

  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> Either<First, Second> {
    .second(reducer)
  }

  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> Many<R> { Many(reducers) }

  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

extension ReducerBuilder {
  /// Two reducers, one after the other.
  public struct Sequence<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    let first: First
    let second: Second

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let effect = first.reduce(into: &state, action: action)
      return .merge(effect, second.reduce(into: &state, action: action))
    }

    public var presentationFinder: PresentationFinder<State, Action>? {
      .joining(first.presentationFinder, second.presentationFinder)
    }
  }

  /// One of two reducers, as an `if … else` or a `switch` chose.
  public enum Either<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    case first(First)
    case second(Second)

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch self {
      case .first(let reducer): reducer.reduce(into: &state, action: action)
      case .second(let reducer): reducer.reduce(into: &state, action: action)
      }
    }

    public var presentationFinder: PresentationFinder<State, Action>? {
      switch self {
      case .first(let reducer): reducer.presentationFinder
      case .second(let reducer): reducer.presentationFinder
      }
    }
  }

  /// Reducers made in a `for` loop, one after the other.
  public struct Many<Element: Reducer<State, Action>>: Reducer {
    let reducers: [Element]

    init(_ reducers: [Element]) {
      self.reducers = reducers
    }

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      var effects: [Effect<Action>] = []
      for reducer in reducers {
        effects.append(reducer.reduce(into: &state, action: action))
      }
      return .merge(effects)
    }

    public var presentationFinder: PresentationFinder<State, Action>? {
      reducers.reduce(nil) { .joining($0, $1.presentationFinder) }
    }
  }
}

/// A reducer that may be absent, as an `if` without `else` makes it: without it nothing happens.
extension Optional: Reducer where Wrapped: Reducer {
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    switch self {
    case .some(let reducer): reducer.reduce(into: &state, action: action)
    case .none: .none
    }
  }

  public var presentationFinder: PresentationFinder<Wrapped.State, Wrapped.Action>? {
    self?.presentationFinder
  }
}

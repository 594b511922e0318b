/// Combines the reducers listed in a closure into one that runs them in order and merges their effects.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer in the list.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// A type-erased reducer.
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// An empty list, which does nothing.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer of a list.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// A list and the reducer that follows it.
  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First,
    next: Second
  ) -> Sequence<First, Second> {
    Sequence(first: accumulated, second: next)
  }

  /// One branch of an `if … else` or a `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> Either<First, Second> {
    Either(.first(BuiltReducer(reducer)))
  }

  /// One branch of an `if … else` or a `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> Either<First, Second> {
    Either(.second(BuiltReducer(reducer)))
  }

  /// The contents of an `if` without `else`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> Many<R> {
    Many(reducer.map { [$0] } ?? [])
  }

  /// The contents of an `if #available`, type-erased because the type may be unavailable.
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The reducers of a `for` loop.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> Many<R> { Many(reducers) }

  /// The list as a whole.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

extension ReducerBuilder {
  /// Two reducers, one after the other.
  public struct Sequence<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    private let first: BuiltReducer<First>
    private let second: BuiltReducer<Second>

    init(first: First, second: Second) {
      self.first = BuiltReducer(first)
      self.second = BuiltReducer(second)
    }

    /// Runs the first and then the second.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      let effect = first.reduce(into: &state, action: action)
      return effect.merge(with: second.reduce(into: &state, action: action))
    }

    /// Finds what either reducer presents.
    public var presentationFinder: PresentationFinder<State, Action>? {
      .joining(first.presentationFinder, second.presentationFinder)
    }
  }

  /// One of two reducers, chosen by an `if … else` or a `switch`.
  public struct Either<First: Reducer<State, Action>, Second: Reducer<State, Action>>: Reducer {
    enum Choice {
      case first(BuiltReducer<First>)
      case second(BuiltReducer<Second>)
    }

    private let choice: Choice

    init(_ choice: Choice) {
      self.choice = choice
    }

    /// Runs the chosen reducer.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch choice {
      case .first(let reducer): reducer.reduce(into: &state, action: action)
      case .second(let reducer): reducer.reduce(into: &state, action: action)
      }
    }

    /// Finds what the chosen reducer presents.
    public var presentationFinder: PresentationFinder<State, Action>? {
      switch choice {
      case .first(let reducer): reducer.presentationFinder
      case .second(let reducer): reducer.presentationFinder
      }
    }
  }

  /// Reducers from a `for` loop, or from an `if` without `else`, run in order.
  public struct Many<Element: Reducer<State, Action>>: Reducer {
    private let reducers: [BuiltReducer<Element>]

    init(_ reducers: [Element]) {
      self.reducers = reducers.map { BuiltReducer($0) }
    }

    /// Runs the reducers in order.
    ///
    /// - Complexity: The sum of theirs.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      reducers.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
    }

    /// Finds what any of the reducers presents.
    public var presentationFinder: PresentationFinder<State, Action>? {
      reducers.reduce(nil) { .joining($0, $1.presentationFinder) }
    }
  }
}

/// A reducer that may be absent, in which case nothing happens.
extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the reducer, if present.
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }

  /// Finds what the reducer presents, if it is present.
  public var presentationFinder: PresentationFinder<Wrapped.State, Wrapped.Action>? {
    self?.presentationFinder
  }
}

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

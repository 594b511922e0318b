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
  public static func buildPartialBlock(
    accumulated: some Reducer<State, Action>,
    next: some Reducer<State, Action>
  ) -> Sequence {
    Sequence(first: accumulated, second: next)
  }

  /// One branch of an `if … else` or a `switch`.
  public static func buildEither(first reducer: some Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// One branch of an `if … else` or a `switch`.
  public static func buildEither(second reducer: some Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The contents of an `if` without `else`.
  public static func buildOptional(_ reducer: (any Reducer<State, Action>)?) -> Reduce<State, Action> {
    reducer.map { Reduce($0) } ?? Reduce(EmptyReducer())
  }

  /// The contents of an `if #available`, type-erased because the type may be unavailable.
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The reducers of a `for` loop.
  public static func buildArray(_ reducers: [some Reducer<State, Action>]) -> Reduce<State, Action> {
    Reduce(Many(reducers))
  }

  /// The list as a whole.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

extension ReducerBuilder {
  /// Two reducers, one after the other.
  public struct Sequence: Reducer {
    private let first: BuiltReducer<State, Action>
    private let second: BuiltReducer<State, Action>

    init(first: any Reducer<State, Action>, second: any Reducer<State, Action>) {
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

  /// Reducers from a `for` loop, run in order.
  private struct Many: Reducer {
    let reducers: [BuiltReducer<State, Action>]

    init(_ reducers: [some Reducer<State, Action>]) { self.reducers = reducers.map { BuiltReducer($0) } }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      reducers.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
    }

    var presentationFinder: PresentationFinder<State, Action>? {
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
  private let reducers: BuiltReducer<State, Action>

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

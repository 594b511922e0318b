/// The logic of a feature: how its state changes when an action comes in, and which effects follow.
///
/// A feature is written in one of two ways. Most features compose others in ``body``:
///
/// ```swift
/// struct Counter: Reducer {
///   struct State { var count = 0 }
///   enum Action { case increment }
///
///   var body: some Reducer<State, Action> {
///     Reduce { state, action in
///       switch action {
///       case .increment:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A reducer that is a leaf implements ``reduce(into:action:)`` instead. Implementing both is a mistake: `body` is
/// then never run.
///
/// A store, a test store or a session builds the body once, when the first action comes. What is to depend on the
/// state, or on what a dependency says at the time, belongs into the reducers.
///
/// The idea is that of Elm's `update` and Redux' reducer: `(State, Action) -> (State, Effect)`, here with the state
/// changed in place.
public protocol Reducer<State, Action> {
  /// What the feature knows.
  associatedtype State

  /// What can happen in the feature.
  associatedtype Action

  /// The type of ``body``, inferred.
  associatedtype Body

  /// Changes the state as the action asks and returns the effects to run next.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: What happened.
  /// - Returns: The effects to run once the state has changed, `.none` if there are none.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Finds the children that the feature presents, as those of `ifLet(\.$child, …)`; `nil` if there can be none.
  ///
  /// Features need not implement it. Only a reducer that runs another in its own ``reduce(into:action:)`` hands on what
  /// that one finds.
  var presentationFinder: PresentationFinder<State, Action>? { get }
}

/// A reducer over the state and actions of another: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements ``reduce(into:action:)`` has no body.
  public var body: Body {
    fatalError("\(Self.self) has no body: it reduces by itself.")
  }
}

extension Reducer {
  /// A reducer without others in it presents nothing.
  public var presentationFinder: PresentationFinder<State, Action>? { nil }
}

extension Reducer where Body: Reducer<State, Action> {
  /// What the reducers of ``body`` present.
  public var presentationFinder: PresentationFinder<State, Action>? { body.presentationFinder }

  /// Runs the reducers of ``body``.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let body = body
    BodyRequest.answer(body, by: Self.self)
    return body.reduce(into: &state, action: action)
  }
}

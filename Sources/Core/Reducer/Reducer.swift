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
/// A leaf reducer implements ``reduce(into:action:)`` instead. Implementing both is a mistake: `body` then never
/// runs.
///
/// A store, a test store or a session builds the body once, at the first action. Logic that depends on the state, or
/// on a dependency's current value, belongs in the reducers.
///
/// The idea is that of Elm's `update` and Redux's reducer: `(State, Action) -> (State, Effect)`, here with the state
/// changed in place.
public protocol Reducer<State, Action> {
  /// The feature's data.
  associatedtype State

  /// What can happen in the feature.
  associatedtype Action

  /// The type of ``body``, inferred.
  associatedtype Body

  /// Changes the state for an action and returns the effects to run next.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: What happened.
  /// - Returns: The effects to run once the state has changed, or `.none`.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Finds the children that the feature presents, such as those of `ifLet(\.$child, …)`; `nil` if it never presents
  /// any.
  ///
  /// Features need not implement it. A reducer that runs another one in its ``reduce(into:action:)`` forwards that
  /// reducer's finder.
  var presentationFinder: PresentationFinder<State, Action>? { get }

  /// Where the feature's code handles its actions: for each `switch action`, its cases in order, each with its pattern, such
  /// as `.todos(.element(id:_,action:.binding))`, its location, such as `Todos.swift:66`, and whether it handles every action
  /// that reaches it and matches the pattern.
  ///
  /// The ``Reducer()`` macro generates it for the debugger. A case that does nothing has no location.
  static var _handlers: [[(pattern: String, site: String, isCertain: Bool)]] { get }
}

/// A reducer over the state and actions of another: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements ``reduce(into:action:)`` has no body.
  public var body: Body {
    fatalError("\(Self.self) has no body: it implements 'reduce(into:action:)'.")
  }
}

extension Reducer {
  /// A leaf reducer presents nothing.
  public var presentationFinder: PresentationFinder<State, Action>? { nil }

  /// Without the macro, nothing is known about a reducer.
  public static var _handlers: [[(pattern: String, site: String, isCertain: Bool)]] { [] }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Finds what the reducers of ``body`` present.
  public var presentationFinder: PresentationFinder<State, Action>? { body.presentationFinder }

  /// Runs the reducers of ``body``.
  // Uses the body's types, so that the compiler can infer `State` and `Action` from them if they are not declared.
  public func reduce(into state: inout Body.State, action: Body.Action) -> Effect<Body.Action> {
    let body = body
    BodyRequest.answer(body, by: Self.self)
    return body.reduce(into: &state, action: action)
  }
}

/// A feature that is one of several at a time, as the ``Reducer()`` macro makes it of an enum.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable, Body == Never {
  /// The type of the static ``body``, inferred.
  associatedtype CaseBody: Reducer<State, Action>

  /// A store of the current case's feature, or the case's value.
  associatedtype CaseScope

  /// The features of all cases, each run on its own.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }

  /// The current case of a store.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.body.reduce(into: &state, action: action)
  }

  /// What the feature of the current case presents.
  public var presentationFinder: PresentationFinder<State, Action>? { Self.body.presentationFinder }
}

/// The state of a ``CaseReducer``.
///
/// It knows its reducer, so `ifLet(\.$destination, action: \.destination)` and `forEach(\.path, action: \.path)` need
/// no closure.
public protocol CaseReducerState: CasePathable, ObservableState {
  /// The reducer of the state.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The current case, with a store of its feature.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): …
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

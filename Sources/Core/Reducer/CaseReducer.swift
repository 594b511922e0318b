/// A feature that is one of several at a time, as the ``Reducer()`` macro generates it from an enum.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable, Body: Reducer<State, Action> {
  /// The type of the static ``body``, inferred from it: an enum that nests this one has a case of this type.
  override associatedtype Body

  /// A store for the current case's feature, or the case's value.
  associatedtype CaseScope

  /// The features of all cases, each run on its own.
  @ReducerBuilder<State, Action>
  static var body: Body { get }

  /// The current case of a store.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The features of all cases. The enum is never instantiated, so this only completes the conformance.
  public var body: Body { Self.body }
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
  /// The current case, with a store for its feature.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): …
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

/// Makes a struct, or an enum that lists features, a feature.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// On a struct, it adds the conformance to ``Reducer``; ``CasePathable()`` to the action, to enums nested in the
/// action, and to sibling enums whose name ends in `Action`; `@dynamicMemberLookup` to a state that is an enum; and
/// whatever is missing: an empty state, an action without cases, a body that does nothing.
///
/// On an enum, it combines the features in the cases into one feature, of which one is active at a time:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case detail(Detail)
///   case settings(Settings = Settings(isModal: true))
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored case help(URL)
/// }
/// ```
///
/// `Destination.State` and `Destination.Action` then have the same cases, with the features' states and actions. A
/// case without a payload, with several values, or with a plain value has no actions. `Destination.body` runs the
/// feature of the current case; `store.case` provides a store for it.
///
/// An enum of features can be nested in another as a case with the type and value of its body:
/// `case detail(Detail.Body = Detail.body)`.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member,
  names: named(State),
  named(Action),
  named(body),
  named(_handlers),
  named(CaseScope),
  named(scope)
)
@attached(memberAttribute)
public macro Reducer() = #externalMacro(module: "TodoShellMacrosPlugin", type: "ReducerMacro")

/// Makes an enum that lists features a feature, with conformances for its state, its action, or both.
///
/// ```swift
/// @Reducer(state: .equatable, .sendable, action: .sendable)
/// enum Destination { case detail(Detail) }
/// ```
///
/// - Parameters:
///   - state: The state's conformances.
///   - action: The action's conformances.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member,
  names: named(State),
  named(Action),
  named(body),
  named(_handlers),
  named(CaseScope),
  named(scope)
)
@attached(memberAttribute)
public macro Reducer(state: ReducerConformance..., action: ReducerConformance...) =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ReducerMacro")

/// A conformance of the state or action of a `@Reducer` enum.
public struct ReducerConformance: Sendable {
  /// `Codable`.
  public static let codable = ReducerConformance()
  /// `Decodable`.
  public static let decodable = ReducerConformance()
  /// `Encodable`.
  public static let encodable = ReducerConformance()
  /// `Equatable`.
  public static let equatable = ReducerConformance()
  /// `Hashable`.
  public static let hashable = ReducerConformance()
  /// `Sendable`.
  public static let sendable = ReducerConformance()
}

/// Marks a case of a `@Reducer` enum whose payload is a plain value rather than a feature.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ReducerCaseMarkerMacro")

/// Marks a case of a `@Reducer` enum whose payload is state without a feature, shown until one of the actions in its
/// type's `Action` is sent, as an alert is. `AlertState` and `ConfirmationDialogState` need no marker.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ReducerCaseMarkerMacro")

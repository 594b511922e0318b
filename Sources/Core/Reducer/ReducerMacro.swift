/// Makes a feature of a struct, or of an enum that lists features.
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
/// On a struct it adds the conformance to ``Reducer``, ``CasePathable()`` to the action, to enums written in it and
/// to enums beside it whose name ends in `Action`, `@dynamicMemberLookup` to a state that is an enum, and what is
/// missing: an empty state, an action without cases, a body that does nothing.
///
/// On an enum it makes one feature of those that the cases carry, of which one exists at a time:
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
/// case without payload, with several, or with a plain value has no actions. `Destination.body` runs the feature of
/// the current case; `store.case` gives a store of it.
///
/// An enum of features can be a case of another one, by the type and the value of its body:
/// `case detail(Detail.Body = Detail.body)`.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member,
  names: named(State),
  named(Action),
  named(body),
  named(CaseScope),
  named(scope)
)
@attached(memberAttribute)
public macro Reducer() = #externalMacro(module: "CoreMacros", type: "ReducerMacro")

/// Makes a feature of an enum that lists features, with conformances for its state, its action, or both.
///
/// ```swift
/// @Reducer(state: .equatable, .sendable, action: .sendable)
/// enum Destination { case detail(Detail) }
/// ```
///
/// - Parameters:
///   - state: What the state conforms to.
///   - action: What the action conforms to.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member,
  names: named(State),
  named(Action),
  named(body),
  named(CaseScope),
  named(scope)
)
@attached(memberAttribute)
public macro Reducer(state: ReducerConformance..., action: ReducerConformance...) =
  #externalMacro(module: "CoreMacros", type: "ReducerMacro")

/// What the state or the action of a `@Reducer` enum conforms to.
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

/// Marks a case of a `@Reducer` enum whose payload is a plain value, not a feature.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "CoreMacros", type: "ReducerCaseMarkerMacro")

/// Marks a case of a `@Reducer` enum whose payload is state without a feature: it is shown until an action of its
/// type's `Action` answers it, as an alert is. `AlertState` and `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() = #externalMacro(module: "CoreMacros", type: "ReducerCaseMarkerMacro")

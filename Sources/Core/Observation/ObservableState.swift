// What `@ObservableState` generates names the module, so whoever imports Core imports it as well.
@_exported import Observation

/// State whose fields can be observed one by one.
///
/// Do not conform to it by hand: the ``ObservableState()`` macro does, for structs and for enums.
///
/// ## How values are observed
///
/// Each value made by an initializer is given an identity, which its copies share. Those who observe it are registered
/// there: reading a field inside `withObservationTracking` registers the reader for that field, writing it tells those
/// who are. A value that is replaced by one with another identity, or by an older copy of itself, is a change of the
/// field that holds it.
///
/// The owner of the outermost state, a store, registers its readers for the state as a whole and tells them when
/// ``ObservableStateID/continues(_:)`` says that the fields have not told all. It runs its reducer inside
/// ``StateObservation/suspended(_:)``.
public protocol ObservableState {
  /// The identity of the value, shared by its copies.
  var _$id: ObservableStateID { get }
}

extension Optional: ObservableState where Wrapped: ObservableState {
  public var _$id: ObservableStateID { self?._$id ?? .absent }
}

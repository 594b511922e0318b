import Observation

/// Makes the fields of a struct, or the value of an enum, individually observable.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var count = 0
///   @ObservationStateIgnored var cache: [Int: String] = [:]
/// }
/// ```
///
/// Stored variables are tracked. Constants, which never change, are not tracked, and neither are properties whose
/// storage is provided by a property wrapper or another macro. A `Codable` struct keeps the coding keys that it would
/// have without the macro, or those of its own `CodingKeys`; for this, the protocol must be listed on the struct
/// itself, not in an extension. The memberwise initializer is unaffected.
///
/// The macro also describes the fields and the computed properties that the struct declares (see
/// `DumpFieldsProviding`), so that expressions can name them. It leaves out computed properties with
/// attributes or with a getter that is mutating, throwing or asynchronous.
@attached(
  extension,
  conformances: Observable,
  ObservableState,
  DumpFieldsProviding,
  FieldDecodable,
  FieldEncodable,
  names: named(init(decodingFields:)),
  named(encodeFields(to:))
)
@attached(
  member,
  names: named(_$observationRegistrar),
  named(_$id),
  named(dumpFields),
  named(computedFields),
  named(CodingKeys)
)
@attached(memberAttribute)
public macro ObservableState() = #externalMacro(module: "TodoShellMacrosPlugin", type: "ObservableStateMacro")

/// Tracks one field. ``ObservableState()`` adds it where it is needed.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ObservationStateTrackedMacro")

/// Excludes a field of an ``ObservableState()`` from tracking: observers are not notified of its changes.
@attached(accessor, names: named(willSet))
public macro ObservationStateIgnored() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "ObservationStateIgnoredMacro")

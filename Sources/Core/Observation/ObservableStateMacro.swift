import Observation

/// Makes the fields of a struct, or the value of an enum, observable one by one.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var count = 0
///   @ObservationStateIgnored var cache: [Int: String] = [:]
/// }
/// ```
///
/// Stored variables are tracked. Constants are not, since they never change, nor is what a property wrapper or
/// another macro already stores in its own way. A struct that is `Codable` keeps the keys that it would have without
/// the macro, or those of the `CodingKeys` that it declares; for that the struct itself lists the protocol, not an
/// extension. The memberwise initializer stays as it was.
///
/// The macro also describes the fields statically, see ``DumpFieldsProviding``.
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
  named(CodingKeys)
)
@attached(memberAttribute)
public macro ObservableState() = #externalMacro(module: "CoreMacros", type: "ObservableStateMacro")

/// Tracks one field. ``ObservableState()`` puts it where it is due.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "CoreMacros", type: "ObservationStateTrackedMacro")

/// Leaves a field of an ``ObservableState()`` untracked: no one is told when it changes.
@attached(accessor, names: named(willSet))
public macro ObservationStateIgnored() =
  #externalMacro(module: "CoreMacros", type: "ObservationStateIgnoredMacro")

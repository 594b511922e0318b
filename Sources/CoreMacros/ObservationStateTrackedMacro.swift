import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: reading a field registers observers, writing it notifies them.
enum ObservationStateTrackedMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of _: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = declaration.storedVariable?.name else { return [] }
    let storage = "_" + name.withoutBackticks
    return TrackedAccessors(name: name, storage: storage, value: storage).declarations
  }

  static func expansion(
    of _: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let (_, name, binding) = declaration.storedVariable else { return [] }
    let storage = binding.with(\.pattern, "_\(raw: name.withoutBackticks)").trimmed
    return ["private var \(storage)"]
  }
}

/// `@ObservationStateIgnored`: leaves a field unchanged.
enum ObservationStateIgnoredMacro: AccessorMacro {
  static func expansion(
    of _: AttributeSyntax,
    providingAccessorsOf _: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { [] }
}

/// The accessors of a field whose value is stored under another name.
struct TrackedAccessors {
  let name: String
  /// The stored property.
  let storage: String
  /// The expression for the value: the stored property or part of it.
  let value: String
  /// The initial value of the stored property.
  var initialStorage = "initialValue"

  var declarations: [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
      \(raw: storage) = \(raw: initialStorage)
      }
      """,
      """
      get {
      if _$observationRegistrar.isTracking {
      _$observationRegistrar.access(self, keyPath: \\.\(raw: name))
      }
      return \(raw: value)
      }
      """,
      """
      set {
      let isChange = _$observationRegistrar.isChange(from: \(raw: value), to: newValue)
      \(raw: value) = newValue
      if _$observationRegistrar.wrote(), isChange {
      _$observationRegistrar.tellObservers(of: \\.\(raw: name), in: self)
      }
      }
      """,
      """
      _modify {
      let before = _$observationRegistrar.remember(\(raw: value))
      defer {
      if _$observationRegistrar.wrote(), _$observationRegistrar.isChange(from: before, to: \(raw: value)) {
      _$observationRegistrar.tellObservers(of: \\.\(raw: name), in: self)
      }
      }
      yield &\(raw: value)
      }
      """,
    ]
  }
}

import Core

/// The user's definitions.
package struct Definitions {
  /// The variables.
  package var variables: [String: Variable] = [:]
  /// The aliases.
  package var aliases = AliasTable()
  /// The macros.
  package var macros: [String: Macro] = [:]
}

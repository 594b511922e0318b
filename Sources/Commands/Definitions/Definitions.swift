import Core

/// What the user gave names to.
package struct Definitions<State, Action> {
  /// The values, for which `$NAME` stands.
  package var variables: [String: Variable] = [:]
  /// The names that stand for command lines.
  package var aliases = AliasTable()
  /// The macros.
  package var macros: [String: Macro<State, Action>] = [:]
}

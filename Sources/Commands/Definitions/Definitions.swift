import Core

/// What a user has defined.
package struct Definitions {
  /// The variables, as values for expansion.
  package var variables: [String: Variable] = [:]
  package var own = OwnCommands()
}

/// The commands that a user has defined.
package struct OwnCommands: Hashable {
  package var aliases = AliasTable()
  package var macros: [String: Macro] = [:]

  package init() {
  }

  var isEmpty: Bool { aliases.isEmpty && macros.isEmpty }

  var names: [String] { aliases.all.map(\.name) + macros.keys.sorted() }

  package func contains(_ name: String) -> Bool { aliases[name] != nil || macros[name] != nil }
}

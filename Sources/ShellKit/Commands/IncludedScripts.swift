/// The scripts that have been sourced: each is checked once, however often it is named, unless there are other variables,
/// aliases or macros.
struct IncludedScripts<State, Action> {
  private var scripts: [Inclusion: Included] = [:]

  /// A script, and all that what it says may depend on.
  struct Inclusion: Hashable {
    let script: String
    let variables: Set<String>
    let aliases: AliasTable
    let macros: [String: ObjectIdentifier]

    init(
      script: String,
      _ variables: Set<String>,
      _ aliases: AliasTable,
      _ macros: [String: Macro<State, Action>]
    ) {
      self.script = script
      self.variables = variables
      self.aliases = aliases
      self.macros = macros.mapValues { ObjectIdentifier($0) }
    }
  }

  /// What was found out about a script.
  struct Included {
    let program: Program<State, Action>
    /// The aliases that there are behind it.
    let aliases: AliasTable
    /// The macros that there are behind it.
    let macros: [String: Macro<State, Action>]
  }

  subscript(inclusion: Inclusion) -> Included? {
    get { scripts[inclusion] }
    set { scripts[inclusion] = newValue }
  }

  mutating func removeAll() { scripts = [:] }
}

/// The scripts that have been sourced: each is checked once, however often it is named, unless there are other variables,
/// aliases or macros.
struct IncludedScripts<State, Action> {
  /// How many commands may be checked again because variables, aliases or macros differ: a few scripts that source each
  /// other twice, with another value of a variable each time, could take years.
  static var mostChecksAgain: Int { 100_000 }

  private var scripts: [Inclusion: Included] = [:]
  private var seen: Set<String> = []
  private var checksAgain = 0

  /// A script, and all that what it says may depend on.
  struct Inclusion: Hashable {
    let script: String
    let names: Set<String>
    /// What the variables stand for; `nil` while the script runs, when that is not known before each command.
    var variables: ScriptVariables?
    let aliases: AliasTable
    let macros: [String: Macro<State, Action>]

    init(
      script: String,
      _ variables: ScriptVariables,
      _ aliases: AliasTable,
      _ macros: [String: Macro<State, Action>]
    ) {
      self.script = script
      names = variables.names
      self.variables = variables
      self.aliases = aliases
      self.macros = macros
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

  subscript(inclusion: Inclusion) -> Included? { scripts[inclusion] }

  /// Keeps what was found out about a script.
  ///
  /// - Returns: Whether too much has been checked again.
  mutating func insert(_ included: Included, for inclusion: Inclusion) -> Bool {
    scripts[inclusion] = included
    guard inclusion.variables != nil else { return false }
    var running = inclusion
    running.variables = nil
    scripts[running] = included
    if seen.insert(inclusion.script).inserted { return false }
    // To open a file costs as much as some commands.
    checksAgain += included.program.ownCommandCount + 20
    return checksAgain > Self.mostChecksAgain
  }

  /// Forgets the scripts, which may have changed.
  mutating func removeAll() { self = Self() }
}

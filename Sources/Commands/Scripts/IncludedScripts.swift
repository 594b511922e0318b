/// The sourced scripts. Each is checked once, even if sourced several times, unless variables, aliases or macros
/// differ.
package struct IncludedScripts {
  /// How many commands may be checked again because variables, aliases or macros differ. A few nested scripts that
  /// source each other twice with different values could otherwise take years.
  static var mostChecksAgain: Int { 100_000 }

  private(set) var scripts: [Inclusion: Included] = [:]
  /// The texts of the scripts by path, so that a script is the same each time it is checked or run.
  var sources: [String: ScriptSource] = [:]
  /// The paths, without links, of the scripts that were sourced, directly or by other sourced scripts.
  package internal(set) var paths: Set<String> = []
  /// The parsed macros and aliases, by the locations of their first lines.
  var macros: [SourceLocation: Macro] = [:]
  private var seen: Set<String> = []
  private var checksAgain = 0

  /// A script with everything that its meaning depends on.
  struct Inclusion: Hashable {
    let script: String
    let names: Set<String>
    /// The values of the variables; `nil` while the script runs, when they are known only at each command.
    var variables: ScriptVariables?
    let macros: [String: Macro]
    let focused: ActionCommands?

    init(script: String, _ scope: ScriptScope) {
      self.script = script
      names = scope.variables.names
      variables = scope.variables
      macros = scope.macros
      focused = scope.focused
    }
  }

  /// The result of checking a script.
  struct Included {
    let program: Program
    /// The paths, without links, of the scripts that it sources.
    let paths: Set<String>
  }

  /// The same for another check. Of many scripts, most are those of earlier checks.
  var again: Self {
    var copy = Self()
    if scripts.count < 100 { copy.scripts = scripts }
    copy.macros = macros
    return copy
  }

  /// Forgets the results of checking scripts.
  mutating func forget() { (scripts, seen, checksAgain) = ([:], [], 0) }

  /// Stores the result of checking a script.
  ///
  /// - Returns: Whether the limit of repeated checks is exceeded.
  mutating func insert(_ included: Included, for inclusion: Inclusion) -> Bool {
    scripts[inclusion] = included
    guard inclusion.variables != nil else { return false }
    var running = inclusion
    running.variables = nil
    scripts[running] = included
    if seen.insert(inclusion.script).inserted { return false }
    // Beginning with a script costs as much as checking several commands.
    checksAgain += included.program.scope.extent.ownCommandCount + 20
    return checksAgain > Self.mostChecksAgain
  }
}

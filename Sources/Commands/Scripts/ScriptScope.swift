/// What the commands of a script or macro define and count, up to the one being checked.
struct ScriptScope {
  /// The variables.
  var variables: ScriptVariables
  /// The macros and aliases, by their names.
  var macros: [String: Macro]
  /// The commands of the child in focus; `nil` if the whole feature is.
  var focused: ActionCommands?
  /// How many commands there are.
  var extent = ScriptExtent()
  /// How many commands enclose the one being parsed.
  var nesting = 0
  /// The errors in them.
  var errors: [Diagnostic] = []
  /// The macro that they belong to.
  var openMacro: OpenMacro?

  struct OpenMacro {
    /// `nil` if the first line has an error.
    let head: MacroHead?
  }

  init(_ variables: ScriptVariables, _ macros: [String: Macro] = [:], _ focused: ActionCommands? = nil) {
    self.variables = variables
    self.macros = macros
    self.focused = focused
  }

  init(_ definitions: Definitions) {
    self.init(ScriptVariables(definitions.variables), definitions.macros, definitions.focused)
  }
}

/// What is known of the variables at a position in a script before it runs.
struct ScriptVariables: Hashable {
  /// The variables with known values.
  private(set) var known: [String: Variable] = [:]
  /// The variables whose values are known only when the script runs.
  private(set) var unknown: Set<String> = []

  init(_ known: [String: Variable] = [:]) {
    self.known = known
  }

  var names: Set<String> { unknown.union(known.keys) }

  func contains(_ name: String) -> Bool { known[name] != nil || unknown.contains(name) }

  /// The value of a variable: `nil` if it is undefined, and `.some(nil)` if its value is not yet known.
  subscript(name: String) -> Variable?? {
    get { known[name].map(Optional.some) ?? (unknown.contains(name) ? .some(nil) : nil) }
    set {
      known[name] = newValue ?? nil
      if case .some(nil) = newValue { unknown.insert(name) } else { unknown.remove(name) }
    }
  }
}

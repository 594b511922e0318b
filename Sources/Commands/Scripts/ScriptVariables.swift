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

  /// Whether it is there, and known if there is a value.
  subscript(name: String) -> Variable?? {
    get { known[name].map(Optional.some) ?? (unknown.contains(name) ? .some(nil) : nil) }
    set {
      known[name] = newValue ?? nil
      if case .some(nil) = newValue { unknown.insert(name) } else { unknown.remove(name) }
    }
  }
}

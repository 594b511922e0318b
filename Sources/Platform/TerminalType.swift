/// What the variable `TERM` names.
package enum TerminalType {
  /// Whether terminals of a type only print what they get.
  package static func isDumb(_ type: String?) -> Bool {
    ["", "dumb", "unknown", "emacs"].contains(type ?? "")
  }
}

/// The terminal type named by the variable `TERM`.
package enum TerminalType {
  /// Whether terminals of a type support no escape sequences.
  package static func isDumb(_ type: String?) -> Bool {
    ["", "dumb", "unknown", "emacs"].contains(type ?? "")
  }
}

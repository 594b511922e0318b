import CTodoShellPlatform

/// The terminal type named by the variable `TERM`, and the size of a terminal.
package enum TerminalType {
  /// The size in cells; 80 by 24 if the terminal does not report it.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard system_window_size(descriptor, &columns, &rows) == 0 else { return (80, 24) }
    return (columns > 0 ? Int(columns) : 80, rows > 0 ? Int(rows) : 24)
  }

  /// Whether terminals of a type support no escape sequences.
  package static func isDumb(_ type: String?) -> Bool {
    ["", "dumb", "unknown", "emacs"].contains(type ?? "")
  }
}

import SystemC

/// The terminal type named by the variable `TERM`, and the size of a terminal.
package enum TerminalType {
  /// The size in cells; 80 by 24 if the terminal does not report it.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return (80, 24) }
    return (window.ws_col > 0 ? Int(window.ws_col) : 80, window.ws_row > 0 ? Int(window.ws_row) : 24)
  }

  /// Whether terminals of a type support no escape sequences.
  package static func isDumb(_ type: String?) -> Bool {
    ["", "dumb", "unknown", "emacs"].contains(type ?? "")
  }
}

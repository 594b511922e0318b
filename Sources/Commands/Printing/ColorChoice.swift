/// When the shell writes in colour.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether to colour an output.
  ///
  /// `auto` follows the conventions of <https://no-color.org> and <https://bixense.com/clicolors>: `NO_COLOR` turns
  /// colour off, `CLICOLOR_FORCE` turns it on even for a pipe, and otherwise a terminal gets it unless it is dumb.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output is a terminal.
  ///   - environment: The environment variables of the process.
  public func isColored(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = environment["NO_COLOR"], !value.isEmpty { return false }
      if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
      if environment["CLICOLOR"] == "0" { return false }
      return isTerminal && !TerminalType.isDumb(environment["TERM"])
    }
  }
}

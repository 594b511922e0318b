import TodoShellSystem

/// When the shell writes in colour.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// The variables of the process that decide. Reading the whole environment would be a tenth of the start.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"] {
      variables[name] = getenv(name).map { String(cString: $0) }
    }
    return variables
  }

  /// Whether to colour an output.
  ///
  /// `auto` follows the conventions of <https://no-color.org> and <https://bixense.com/clicolors>: `NO_COLOR` turns
  /// colour off, `CLICOLOR_FORCE` turns it on even for a pipe, and otherwise a terminal gets it unless it is dumb.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output is a terminal.
  ///   - environment: The environment variables.
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

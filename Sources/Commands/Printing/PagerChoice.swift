/// Whether to page long output, and with which program.
public enum PagerChoice: Equatable, Sendable {
  /// Use the program in `$PAGER`, or else `less`.
  case auto
  case off
  /// Use this program, given in shell syntax.
  case command(String)

  /// The choice as text.
  var text: String {
    switch self {
    case .auto: "auto"
    case .off: "off"
    case .command(let command): command
    }
  }

  /// Parses a choice; `on` means `auto`.
  init(text: String) {
    switch text {
    case "auto", "on": self = .auto
    case "off": self = .off
    default: self = .command(text)
    }
  }

  /// The program; nil for none.
  func command(environment: [String: String]) -> String? {
    switch self {
    case .off: nil
    case .command(let command): command
    case .auto: environment["PAGER"]?.nonEmpty ?? "less -FRX"
    }
  }
}

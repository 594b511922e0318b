/// Whether long output is shown a page at a time, and by which program.
public enum PagerChoice: Equatable, Sendable {
  /// By the program in `$PAGER`, or else `less`.
  case auto
  case off
  /// By this program, given as a shell reads it.
  case command(String)

  /// The choice as it is written.
  var text: String {
    switch self {
    case .auto: "auto"
    case .off: "off"
    case .command(let command): command
    }
  }

  /// Reads a choice; who has switched it off switches it on again.
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
    case .auto: environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less -FRX"
    }
  }
}

/// The looks that text can have in the shell, by what it means.
public enum Style: Sendable {
  case added, removed, dimmed, strong, error, note, prompt, past

  /// The sequence that makes a terminal write in this style.
  package var sequence: String { "\u{1B}[\(code)m" }

  /// The sequence that ends any style.
  package static let end = "\u{1B}[0m"

  /// The parameters of the terminal's "select graphic rendition" sequence.
  fileprivate var code: String {
    switch self {
    case .added: "32"
    case .removed: "31"
    case .dimmed: "2"
    case .strong: "1"
    case .error: "1;31"
    case .note: "36"
    case .prompt: "1;34"
    case .past: "33"
    }
  }
}

/// Turns a style into the terminal's sequences, or into nothing where colour is off.
public struct Palette: Equatable, Sendable {
  /// Whether styles show.
  public var isEnabled: Bool

  /// Creates a palette.
  ///
  /// - Parameter isEnabled: Whether text is coloured at all.
  public init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// `text` in the given style. The text itself must be free of control characters, as
  /// ``Swift/String/controlCharactersEscaped`` makes it.
  public func callAsFunction(_ style: Style, _ text: String) -> String {
    isEnabled && !text.isEmpty ? style.sequence + text + Style.end : text
  }
}

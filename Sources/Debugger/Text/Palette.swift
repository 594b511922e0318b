/// The semantic styles of text in the shell.
public enum Style: CaseIterable, Sendable {
  case added, removed, dimmed, strong, error, note, prompt, past

  /// The escape sequence that starts the style.
  package var sequence: String { "\u{1B}[\(code)m" }

  /// The escape sequence that ends any style.
  package static let end = "\u{1B}[0m"

  /// The parameters of the SGR ("select graphic rendition") sequence.
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

/// Converts styles to escape sequences, or to nothing if colour is off.
public struct Palette: Equatable, Sendable {
  /// Whether colour is on.
  public var isEnabled: Bool

  /// Creates a palette.
  ///
  /// - Parameter isEnabled: Whether colour is on.
  public init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// `text` in the given style, if any. The text must contain no control characters, as ensured by
  /// `String.controlCharactersEscaped`.
  public func callAsFunction(_ style: Style?, _ text: String) -> String {
    guard let style, isEnabled, !text.isEmpty else { return text }
    return style.sequence + text + Style.end
  }
}

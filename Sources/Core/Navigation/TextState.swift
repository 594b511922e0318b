/// A text to be shown to a person, as state.
///
/// Core draws nothing, so it is plain text: what shows it decides how. Two texts are equal if they read the same.
public struct TextState: Hashable, Sendable {
  private let content: String

  /// Creates a text.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates a text that is not to be translated.
  public init(verbatim content: String) {
    self.content = content
  }

  /// The two texts, one after the other.
  public static func + (left: Self, right: Self) -> Self { Self(left.content + right.content) }
}

extension TextState: ExpressibleByStringInterpolation {
  public init(stringLiteral content: String) {
    self.init(content)
  }
}

extension TextState: CustomStringConvertible, CustomDumpRepresentable {
  public var description: String { content }
  public var customDumpValue: Any { content }
}

extension String {
  /// What a text reads.
  public init(state: TextState) {
    self = state.description
  }
}

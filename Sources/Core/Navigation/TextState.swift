/// A text for display, as state.
///
/// Core draws nothing, so it is plain text; the front end decides how to show it. Two texts are equal if their
/// strings are.
public struct TextState: Hashable, Sendable {
  private let content: String

  /// Creates a text.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates a text that is not to be localized.
  public init(verbatim content: String) {
    self.content = content
  }

  /// Concatenates two texts.
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
  /// The string of a text.
  public init(state: TextState) {
    self = state.description
  }
}

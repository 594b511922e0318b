/// A text to be looked up in the tables of a language. Nothing is looked up here.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  /// The text as written, with its interpolated values.
  public let description: String

  /// Creates a key from a text.
  public init(_ value: String) {
    description = value
  }

  public init(stringLiteral value: String) {
    description = value
  }
}

extension TextState {
  /// Creates a text from a key.
  ///
  /// - Parameters:
  ///   - tableName: Unused, because nothing is looked up.
  ///   - bundle: Unused.
  ///   - comment: Unused; a note for translators.
  public init(
    _ key: LocalizedStringKey,
    tableName: String? = nil,
    bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    self.init(verbatim: key.description)
  }
}

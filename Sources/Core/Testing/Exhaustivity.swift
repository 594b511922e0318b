/// How much of what happens a ``TestStore`` wants to see asserted.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each action that an effect sends, and the end of each effect.
  case on
  /// Only what the test chooses to assert.
  ///
  /// - Parameter showSkippedAssertions: Whether what was not asserted is shown: as an expected issue, or in XCTest on
  ///   Linux, which has none, as a note on standard error.
  case off(showSkippedAssertions: Bool)

  /// Only what the test chooses to assert; the rest passes silently.
  public static let off = Self.off(showSkippedAssertions: false)
}

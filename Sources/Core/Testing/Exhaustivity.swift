/// How much a ``TestStore`` requires a test to assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each action that an effect sends, and the end of each effect.
  case on
  /// Only what the test chooses to assert.
  ///
  /// - Parameter showSkippedAssertions: Whether to show what was not asserted: as an expected issue, or, in XCTest on
  ///   Linux, which does not support expected failures, as a note on standard error.
  case off(showSkippedAssertions: Bool)

  /// Only what the test chooses to assert. Everything else passes silently.
  public static let off = Self.off(showSkippedAssertions: false)
}

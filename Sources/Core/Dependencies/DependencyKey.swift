import Foundation

/// A key that a dependency is found under, with the values it has where nobody set another: in tests and previews.
///
/// Conform to this protocol alone in a module that declares an interface; ``DependencyKey`` adds the live value and
/// can be conformed to elsewhere.
public protocol TestDependencyKey<Value>: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value used in previews and in sessions. By default the test value, or the live value of a ``DependencyKey``.
  static var previewValue: Value { get }

  /// The value used in tests. It should not reach the outside world; best is one that reports an issue when used.
  static var testValue: Value { get }
}

/// A key that a dependency is found under, with the value it has in the running program.
///
/// ```swift
/// extension APIClient: DependencyKey {
///   static let liveValue = APIClient(…)
/// }
/// ```
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value used when the program runs for real.
  static var liveValue: Value { get }

  associatedtype Value = Self
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The live value, with an issue: a test that touches the outside world by accident is a bug.
  public static var testValue: Value {
    if DependencyValues.isDefaultUnused { return liveValue }
    reportIssue(
      """
      "\(Self.self)" has no test value, and its live value was used in a test.

      Override it with "withDependencies", or give the key a "testValue".
      """
    )
    return liveValue
  }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}

/// Which of a dependency's default values is used.
public enum DependencyContext: String, Sendable {
  /// The program runs for real.
  case live
  /// The program shows itself: a preview, or a session that explores a feature.
  case preview
  /// A test runs.
  case test

  /// The context that the process was started in: `.test` under a test runner, otherwise `.live`, unless the
  /// environment variable `SWIFT_DEPENDENCIES_CONTEXT` names one.
  static let detected: DependencyContext = {
    if let name = ProcessInfo.processInfo.environment["SWIFT_DEPENDENCIES_CONTEXT"],
      let context = DependencyContext(rawValue: name)
    {
      return context
    }
    return isTesting ? .test : .live
  }()
}

/// Reports that a test used a dependency that it did not set.
func reportUnimplemented(_ name: String, hint: String) {
  reportIssue(
    """
    Unimplemented: the dependency "\(name)" was used in a test that does not set it.

    Set it where the store is made: "withDependencies: { \(hint) }".
    """
  )
}

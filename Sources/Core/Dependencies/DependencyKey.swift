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

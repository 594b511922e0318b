/// The key of a dependency, with its default values in tests and previews.
///
/// Conform only to this protocol in a module that declares an interface. The conformance to ``DependencyKey``, which
/// adds the live value, can be elsewhere.
public protocol TestDependencyKey<Value>: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value used in previews and sessions: by default the test value, or the live value of a ``DependencyKey``.
  static var previewValue: Value { get }

  /// The value used in tests. It should not reach the outside world, and ideally reports an issue when it is used.
  static var testValue: Value { get }
}

/// The key of a dependency, with its default value in a live program.
///
/// ```swift
/// extension APIClient: DependencyKey {
///   static let liveValue = APIClient(…)
/// }
/// ```
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value used in a live program.
  static var liveValue: Value { get }

  associatedtype Value = Self
}

extension DependencyKey {
  /// The live value. A session says once that it was used: what it does outside the session cannot be rewound.
  public static var previewValue: Value {
    Resolution.current.note(Self.self, without: .preview, gets: .live)
    return liveValue
  }

  /// The preview value, reported as an issue: a test that reaches the outside world by accident is a bug.
  public static var testValue: Value {
    if !Resolution.current.note(Self.self, without: .test, gets: .live) {
      reportIssue("\"\(Self.self)\" has no test value. Give it a \"testValue\".")
    }
    return previewValue
  }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value {
    Resolution.current.note(Self.self, without: .preview, gets: .test)
    return testValue
  }
}

/// The context that determines which default values are used.
public enum DependencyContext: String, Sendable {
  /// A live program.
  case live
  /// A preview, or a session that explores a feature.
  case preview
  /// A test.
  case test

  /// The context of the process: `.test` under a test runner, otherwise `.live`, unless the environment variable
  /// `SWIFT_DEPENDENCIES_CONTEXT` names another.
  static let detected: DependencyContext = {
    let name = environmentVariable("SWIFT_DEPENDENCIES_CONTEXT")
    if let context = name.flatMap(DependencyContext.init(rawValue:)) { return context }
    return isTesting ? .test : .live
  }()
}

/// The key of a dependency that a test must set: its test value reports each use.
///
/// The test value is created for each reader, so that the issue is reported at the reader's line.
protocol ReportingKey: DependencyKey {
  static func testValue(reportingAt site: SourceSite, in values: DependencyValues) -> Value
}

extension SourceSite {
  /// Reports that a test used a dependency without setting it.
  func reportUnimplemented(_ name: String, hint: String) {
    guard shouldReportUnimplemented else { return }
    reportIssue(
      """
      Unimplemented: the dependency "\(name)" was used in a test that does not set it.

      Set it where the store is created: "withDependencies: { $0.\(name) = \(hint) }".
      """
    )
  }
}

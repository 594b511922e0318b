import Core
import Testing

/// Sets dependencies for a test, or for each test of a suite; see ``Testing/Trait/dependencies(_:)``.
///
/// Each test, and each case of a parameterized test, has its own defaults. If two traits set the same dependency, the
/// inner one takes precedence: a test's over its suite's, and for the same test, the later one.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether an outer trait has already given the current test case its own defaults.
  @TaskLocal private static var hasFreshDefaults = false

  private let update: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// The trait of a suite applies to all its tests and nested suites.
  public var isRecursive: Bool { true }

  /// Runs a test with the dependencies.
  ///
  /// - Throws: What setting the dependencies or the test throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withDependencies {
      if !Self.hasFreshDefaults { $0 = $0.withFreshDefaults() }
      try await update(&$0)
    } operation: {
      try await Self.$hasFreshDefaults.withValue(true, operation: function)
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each test, and each case of a parameterized test, its own defaults.
  ///
  /// Tests always have their own; the cases of one test, which may run concurrently, share them without this trait.
  ///
  /// ```swift
  /// @Suite(.dependencies) struct FeatureTests { … }
  /// ```
  public static var dependencies: Self { Self { _ in } }

  /// Sets dependencies.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
  /// struct FeatureTests { … }
  /// ```
  ///
  /// - Parameter update: Sets dependencies; called for each test. An error that it throws fails the test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(update)
  }

  /// Sets one dependency.
  ///
  /// ```swift
  /// @Test(.dependency(\.uuid, .incrementing)) func addsATodo() async { … }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: Its value, created for each test.
  public static func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0.replace(keyPath, with: try value()) }
  }

  /// Sets one dependency, identified by its type.
  ///
  /// ```swift
  /// @Test(.dependency(APIClient.mock)) func loads() async { … }
  /// ```
  ///
  /// - Parameter value: Its value, created for each test.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }
}

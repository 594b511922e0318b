import Core
import Testing

/// Sets dependencies for a test, or for each test of a suite; see ``Testing/Trait/dependencies(_:)``.
///
/// Each test, and each case of a test with arguments, has defaults of its own. Of two traits that set the same dependency
/// the inner one holds: that of the test before that of its suite, and of the same test the later.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether the test case that runs has been given defaults of its own by an outer trait.
  @TaskLocal private static var hasFreshDefaults = false

  private let update: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// The trait of a suite holds in each of its tests and suites.
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
  /// Gives each test, and each case of a test with arguments, defaults of its own.
  ///
  /// Tests have that anyway; the cases of one test, which may run at the same time, share them without this trait.
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
  /// - Parameter update: Sets dependencies, for each test anew. What it throws fails the test.
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
  ///   - value: Its value, made for each test anew.
  public static func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Sets one dependency that is found by its type.
  ///
  /// ```swift
  /// @Test(.dependency(APIClient.mock)) func loads() async { … }
  /// ```
  ///
  /// - Parameter value: Its value, made for each test anew.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }
}

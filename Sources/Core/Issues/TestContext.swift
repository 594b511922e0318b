import Synchronization

/// Whether the program runs tests.
@_disfavoredOverload
public let isTesting: Bool = {
  let variables = [
    "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier",
    "BAZEL_TEST",
  ]
  if variables.contains(where: { environmentVariable($0) != nil }) { return true }
  return CommandLine.arguments.contains { argument in
    let name = AtomicFile.name(of: argument)
    return argument == "--testing-library" || name == "swiftpm-testing-helper" || name == "xctest"
      || name.hasSuffix(".xctest")
  }
}()

/// The test that runs.
public enum TestContext: Equatable, Sendable {
  /// A test of Swift Testing.
  case swiftTesting(Testing?)
  /// A test of XCTest.
  case xcTest

  /// The context of the current task; `nil` if the program does not run tests.
  public static var current: Self? {
    guard isTesting else { return nil }
    return TestConnections.current?.test.map { .swiftTesting($0) } ?? .xcTest
  }

  /// Whether this is a test of Swift Testing.
  public var isSwiftTesting: Bool {
    if case .swiftTesting = self { true } else { false }
  }

  /// A test of Swift Testing.
  public struct Testing: Equatable, Sendable {
    /// The test.
    public let test: Test

    package init(id: AnyHashable, traits: [any Sendable]) {
      test = Test(id: Test.ID(rawValue: id), traits: traits)
    }

    /// The identity and the traits of a test.
    public struct Test: Hashable, Identifiable, Sendable {
      /// What tells it from other tests.
      public let id: ID
      /// Its traits.
      public let traits: [any Sendable]

      /// What tells a test from others.
      public struct ID: Hashable, @unchecked Sendable {
        // Unchecked: the test library's own value, which is Sendable.

        /// Its value in the test library.
        public let rawValue: AnyHashable
      }

      /// Whether two are the same test.
      public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

      /// Hashes the id.
      public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
  }
}

/// What reports issues to the test libraries, which Core itself does not link: `CoreTestSupport`.
package protocol TestConnection: IssueReporter {
  /// The test of Swift Testing that the current task belongs to.
  var test: TestContext.Testing? { get }

  /// Runs an operation whose issues are expected.
  func withExpectedIssue(
    _ message: String?,
    isIntermittent: Bool,
    at site: SourceSite,
    _ body: () throws -> Void
  )

  /// Runs an asynchronous operation whose issues are expected.
  func withExpectedIssue(
    _ message: String?,
    isIntermittent: Bool,
    isolation: isolated (any Actor)?,
    at site: SourceSite,
    _ body: () async throws -> Void
  ) async
}

/// The connection to the test libraries, once `CoreTestSupport` is loaded.
package enum TestConnections {
  private static let connection = Mutex<(any TestConnection)?>(nil)

  package static var current: (any TestConnection)? {
    get { connection.withLock { $0 } }
    set { connection.withLock { $0 = newValue } }
  }
}

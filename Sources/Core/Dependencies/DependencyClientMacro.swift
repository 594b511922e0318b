/// Makes a struct of functions a dependency client: each endpoint reports its use unless it is implemented.
///
/// ```swift
/// @DependencyClient
/// struct APIClient {
///   var fetchUser: (_ id: Int) async throws -> User
///   var isOnline: () -> Bool = { false }
/// }
///
/// extension APIClient: TestDependencyKey {
///   static let testValue = APIClient()   // every endpoint fails the test that uses it
/// }
///
/// try await client.fetchUser(id: 1)      // a method with the labels
/// ```
///
/// An unimplemented endpoint that can throw then throws ``Unimplemented``; one that returns nothing or an optional
/// continues; any other needs a default closure, whose result is used after the report. The struct gets a memberwise
/// initializer and, if no other property needs a value, one without parameters.
///
/// In a `Session`, the user can stub the endpoints: `stub \.fetchUser .failure(Timeout())`.
@attached(member, names: named(init))
@attached(
  extension,
  conformances: AnswerableClient,
  names: named(answerableEndpoints),
  named(lookForAnswers)
)
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyClientMacro")

/// An endpoint of a ``DependencyClient()``, which adds this attribute where it is needed.
///
/// - Parameter method: The name of the method with argument labels; the endpoint's name by default.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEndpointMacro")

/// Excludes a function of a ``DependencyClient()`` from the macro.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEndpointIgnoredMacro")

/// The error that an unimplemented endpoint throws.
public struct Unimplemented: Error, Equatable, CustomStringConvertible {
  /// The endpoint, prefixed with its client's name.
  public let endpoint: String

  /// Creates the error for an endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Names the endpoint.
  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports the use of an unimplemented endpoint, unless dependencies are being set; see ``shouldReportUnimplemented``.
///
/// - Parameter endpoint: The endpoint, prefixed with its client's name.
public func reportUnimplemented(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  guard shouldReportUnimplemented else { return }
  SourceSite(fileID, filePath, line, column).reportIssue("Unimplemented: '\(endpoint)'")
}

/// Whether an unimplemented dependency should report its use. It should not while a closure, such as that of
/// `withDependencies`, sets dependencies, because setting a part of one may read it.
public var shouldReportUnimplemented: Bool { Resolution.current.isUse }

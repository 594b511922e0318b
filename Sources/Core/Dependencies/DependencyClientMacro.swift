/// Makes a client of a struct of functions: each reports its use until someone implements it.
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
/// An endpoint that can throw then throws ``Unimplemented``; one that returns nothing or an optional goes on; any other
/// needs a default closure, whose result is used after the report. The struct gets a memberwise initializer and, if
/// nothing else needs a value, one without parameters.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() = #externalMacro(module: "CoreMacros", type: "DependencyClientMacro")

/// One endpoint of a ``DependencyClient()``, which puts it where it is due.
///
/// - Parameter method: The name of the method with argument labels, if it is not to be the endpoint's.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "CoreMacros", type: "DependencyEndpointMacro")

/// Leaves a function of a ``DependencyClient()`` as it is written.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "CoreMacros", type: "DependencyEndpointIgnoredMacro")

/// What an endpoint throws that no one implemented.
public struct Unimplemented: Error, Equatable, CustomStringConvertible {
  /// The endpoint, with its client's name before it.
  public let endpoint: String

  /// Creates the error for an endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Names the endpoint.
  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports that an endpoint was used that no one implemented.
public func reportUnimplemented(_ endpoint: String) {
  reportIssue("Unimplemented: '\(endpoint)'")
}

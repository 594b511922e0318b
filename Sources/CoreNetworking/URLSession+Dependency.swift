import Core
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension DependencyValues {
  /// Loads data from URLs: `URLSession.shared` in a live program and in previews. In tests, each request fails and is
  /// reported as an issue.
  ///
  /// ```swift
  /// @Dependency(\.urlSession) var urlSession
  /// let (data, _) = try await urlSession.data(from: url)
  /// ```
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }

  private enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }
    static var testValue: URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedURLProtocol.self]
      return URLSession(configuration: configuration)
    }
  }
}

/// A protocol that fails each request.
private final class UnimplementedURLProtocol: URLProtocol {
  override static func canInit(with request: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    reportIssue(
      """
      Unimplemented: the dependency "urlSession" was used in a test that does not set it.

      It was used for \(request.url?.absoluteString ?? "a request without a URL"). Set it where the store is created, \
      or put your own client between the feature and the session.
      """
    )
    client?.urlProtocol(self, didFailWithError: Unimplemented("urlSession"))
  }

  override func stopLoading() {}
}

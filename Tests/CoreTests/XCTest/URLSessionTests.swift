import Core
import CoreNetworking
import XCTest

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// XCTest, because the requests report their issues on threads that belong to no test of Swift Testing.
final class URLSessionTests: XCTestCase {
  func testARequestInATestFailsAndIsReported() async throws {
    let reporter = RecordingReporter()
    let reporters = IssueReporters.current
    IssueReporters.current = [reporter]
    defer { IssueReporters.current = reporters }
    @Dependency(\.urlSession) var urlSession
    do {
      _ = try await urlSession.data(from: XCTUnwrap(URL(string: "https://example.com/todos")))
      XCTFail("The request did not fail.")
    } catch {
      XCTAssertEqual(reporter.messages.count, 1)
    }
    let message = try XCTUnwrap(reporter.messages.first)
    XCTAssert(message.contains("the dependency \"urlSession\" was used in a test"), message)
    XCTAssert(message.contains("https://example.com/todos"), message)
  }

  func testTheSessionOfTheRunningProgramIsTheSharedOne() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.urlSession) var urlSession
      XCTAssertIdentical(urlSession, URLSession.shared)
    }
  }
}

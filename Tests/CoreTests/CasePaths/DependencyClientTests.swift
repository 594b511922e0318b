import Core
import Testing

private let lineOfClient = #line + 1
@DependencyClient
private struct Client: Sendable {
  var fetch: @Sendable (_ id: Int, _ name: String) async throws -> String
  var track: @Sendable (String, [String: String]) -> Void
  var current: @Sendable () -> Int? = { 3 }
  var latest: @Sendable (Int) -> String?
  var isOnline: @Sendable () -> Bool = { false }
  var add: @Sendable (_ a: Int, _ to: Int) -> Int = { $0 + $1 }
  @DependencyEndpoint(method: "removeAll")
  var remove: @Sendable (_ in: String) throws -> Void
  var retries = 3
  @DependencyEndpointIgnored var ignored: @Sendable () -> Int = { 1 }
}

extension Client: TestDependencyKey {
  fileprivate static let testValue = Client()
}

struct DependencyClientTests {
  @Test func anUnimplementedEndpointIsAnIssueOfItsMoment() throws {
    let session = Session(initialState: 0) {
      Reduce<Int, Bool> { count, isTracked in
        @Dependency(Client.self) var client
        if isTracked { client.track("a", [:]) }
        count += 1
        return .none
      }
    }
    try session.send(false)
    try session.send(true)
    let issues = session.moments.map { $0.issues.filter { $0.message.contains("Client.track") } }
    #expect(issues.map(\.count) == [0, 0, 1], "\(session.moments.map(\.issues))")
    #expect(issues[2].first?.message.contains("Unimplemented: 'Client.track'") == true, "\(issues)")
    #expect(issues[2].first?.fileID == #fileID && issues[2].first?.line == lineOfClient + 3)
  }

  @Test func anEndpointThatNoOneImplementedReportsItsName() async throws {
    let client = Client(
      fetch: Client().fetch,
      track: { _, _ in },
      current: Client().current,
      latest: Client().latest,
      isOnline: Client().isOnline,
      add: Client().add,
      remove: { _ in },
      retries: 3
    )
    #expect(client.ignored() == 1)
    await withKnownIssue {
      await #expect(throws: Unimplemented("Client.fetch")) { try await client.fetch(id: 1, name: "a") }
    } matching: { issue in
      issue.description.contains("Unimplemented: 'Client.fetch'")
    }
    withKnownIssue { #expect(client.current() == 3) }
    withKnownIssue { #expect(client.latest(3) == nil) }
    withKnownIssue { #expect(!client.isOnline()) }
    withKnownIssue { #expect(client.add(a: 1, to: 2) == 3) }
  }

  @Test func anUnimplementedEndpointIsReportedInTheFileThatDeclaresIt() {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      Client().track("a", [:])
      withDependencies { _ in
        Client().track("a", [:])
      } operation: {
      }
    }
    #expect(reporter.places == ["\(#fileID):\(lineOfClient + 3)"])
  }

  @Test func anEndpointCanBeImplemented() async throws {
    var client = Client()
    client.fetch = { "\($0)\($1)" }
    client.remove = { _ in throw CancellationError() }
    client.isOnline = { true }
    #expect(try await client.fetch(id: 1, name: "a") == "1a")
    #expect(throws: CancellationError.self) { try client.removeAll(in: "a") }
    #expect(client.isOnline())
  }
}

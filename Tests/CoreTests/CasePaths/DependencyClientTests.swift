import TodoShellSessions
import Core
import Testing

@testable import TestSupport

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
  var never: @Sendable () -> Int = { fatalError("never called") }
  var log: @Sendable (_ text: @autoclosure () -> String) -> Void
  var subscribe: @Sendable (_ onEvent: @escaping @Sendable (Int) -> Void) -> Void
  var show: @MainActor @Sendable (_ id: Int) -> Void
  var nothing: @Sendable (_ id: Int) throws -> ()
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

  @Test @MainActor func endpointsOfEveryKindAreImplemented() throws {
    let log = LockIsolated<[String]>([])
    @Sendable func note(_ text: String) { log.withValue { $0.append(text) } }
    var client = Client()
    client.never = { 5 }
    client.log = { note($0()) }
    client.subscribe = { onEvent in onEvent(7) }
    client.show = { note("show \($0)") }
    client.nothing = { note("nothing \($0)") }
    #expect(client.never() == 5)
    client.log(text: "text")
    client.subscribe { note("event \($0)") }
    client.subscribe(onEvent: { note("event \($0)") })
    client.show(id: 3)
    try client.nothing(id: 4)
    #expect(log.value == ["text", "event 7", "event 7", "show 3", "nothing 4"])
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
      never: { 5 },
      log: { _ in },
      subscribe: { $0(1) },
      show: { _ in },
      nothing: { _ in },
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

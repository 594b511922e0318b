import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

struct StockDependencyTests {
  @Test func theUseOfWhatATestDoesNotSetIsReported() async {
    let uses: [(String, () -> Void)] = [
      ("uuid", { _ = Dependency(\.uuid).wrappedValue() }),
      ("date", { _ = Dependency(\.date).wrappedValue.now }),
      ("continuousClock", { _ = Dependency(\.continuousClock).wrappedValue.now }),
      ("suspendingClock", { _ = Dependency(\.suspendingClock).wrappedValue.now }),
      ("mainQueue", { _ = Dependency(\.mainQueue).wrappedValue.now }),
      ("mainRunLoop", { _ = Dependency(\.mainRunLoop).wrappedValue.now }),
      (
        "withRandomNumberGenerator",
        { _ = Dependency(\.withRandomNumberGenerator).wrappedValue { $0.next() } }
      ),
    ]
    for (name, use) in uses {
      let issues = await issues { use() }
      #expect(issues.count == 1)
      #expect(
        issues.first?.contains("the dependency \"\(name)\" was used in a test that does not set it") == true
      )
      #expect(issues.first?.contains("$0.\(name) = ") == true, "\(issues)")
    }
  }

  @Test func uuidsAreCounted() {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    #expect(UUID(-255).uuidString == "00000000-0000-0001-0000-0000000000FF")
    #expect(UUID(Int.min).uuidString == "00000000-0000-0001-8000-000000000000")
    let constant = UUIDGenerator.constant(UUID(7))
    #expect(constant() == UUID(7))
    #expect(constant() == UUID(7))
  }

  @Test func theDateCanBeSet() {
    withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 10))
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.date.now) var now
      #expect(date() == Date(timeIntervalSince1970: 10))
      #expect(now == Date(timeIntervalSince1970: 10))
    }
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 20)
    } operation: {
      @Dependency(\.date.now) var now
      #expect(now == Date(timeIntervalSince1970: 20))
    }
  }

  @Test(arguments: [DependencyContext.test, .preview])
  func aTestIsInTheSamePlaceOnEveryMachine(_ context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.preferredLocales) var preferredLocales
      #expect(preferredLocales == [locale])
      #expect(calendar.identifier == .gregorian)
      #expect(calendar.timeZone.secondsFromGMT() == 0)
      #expect(locale.identifier == "en_US_POSIX")
      #expect(timeZone.secondsFromGMT() == 0)
    }
  }

  @Test func aPlaceCanBeSet() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    withDependencies {
      $0.timeZone = zone
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "de_DE")
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      #expect(calendar.identifier == .iso8601)
      #expect(locale.identifier == "de_DE")
      #expect(timeZone == zone)
    }
  }

  @Test func whatIsFiredAndForgottenIsDoneInATest() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let count = CallCount()
    await fireAndForget { count.increment() }
    #expect(count.value == 1)
  }

  @Test func nobodyWaitsForWhatIsFiredAndForgottenInTheRunningProgram() async {
    let (calls, letGo) = AsyncStream<String>.makeStream()
    let mayEnd = AsyncStream<Void>.makeStream()
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget(priority: .background) {
        letGo.yield("began")
        for await _ in mayEnd.stream {}
        letGo.yield(Task.isCancelled ? "cancelled" : "ended")
        letGo.finish()
      }
    }
    // The call has returned although the work cannot have ended.
    letGo.yield("returned")
    mayEnd.continuation.finish()
    var log: [String] = []
    for await call in calls { log.append(call) }
    #expect(log.last == "ended")
    #expect(Set(log.dropLast()) == ["began", "returned"])
  }

  @Test func whatIsFiredAndForgottenOutlivesItsEffect() async {
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let mayEnd = AsyncStream<Void>.makeStream()
    let store = await Store(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        @Dependency(\.fireAndForget) var fireAndForget
        guard isStart else { return .cancel(id: 1) }
        return .run { _ in
          await fireAndForget {
            for await _ in mayEnd.stream {}
            end.yield(Task.isCancelled)
            end.finish()
          }
          try await TestClock().sleep(for: .seconds(1))
        }
        .cancellable(id: 1)
      }
    } withDependencies: {
      $0.context = .live
    }
    let task = await store.send(true)
    await store.send(false)
    await task.finish()
    mayEnd.continuation.finish()
    for await isCancelled in ends { #expect(!isCancelled) }
  }

  @Test(arguments: [DependencyContext.test, .preview])
  func whatIsFiredAndForgottenGoesOnInATestWhenItsEffectIsCancelled(_ context: DependencyContext) async {
    let (ends, end) = AsyncStream<String>.makeStream()
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, isStart in
        @Dependency(\.fireAndForget) var fireAndForget
        guard isStart else { return .cancel(id: 1) }
        return .run { send in
          await fireAndForget {
            try await clock.sleep(for: .seconds(1))
            end.yield(Task.isCancelled ? "cancelled" : "done")
          }
          end.yield(Task.isCancelled ? "the effect was cancelled" : "the effect went on")
          end.finish()
          await send(true)
        }
        .cancellable(id: 1)
      }
    } withDependencies: {
      $0.context = context
    }
    await store.send(true)
    await store.send(false)
    await clock.advance(by: .seconds(1))
    var log: [String] = []
    for await entry in ends { log.append(entry) }
    #expect(log == ["done", "the effect was cancelled"])
    await store.finish()
  }

  @Test func whatIsFiredAndForgottenGoesOnWhenATaskIsCancelled() async {
    let (began, begin) = AsyncStream<Void>.makeStream()
    let mayEnd = AsyncStream<Void>.makeStream()
    let count = CallCount()
    let task = Task {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        begin.finish()
        for await _ in mayEnd.stream {}
        if !Task.isCancelled { count.increment() }
      }
    }
    for await _ in began {}
    task.cancel()
    mayEnd.continuation.finish()
    await task.value
    #expect(count.value == 1)
  }

  @Test func anErrorOfWhatIsFiredAndForgottenIsReported() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let issues = await issues {
      await fireAndForget { throw TestError() }
      await fireAndForget { throw CancellationError() }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("fireAndForget\" threw an error: TestError") == true)
  }

  private struct Counting: RandomNumberGenerator, Sendable {
    var count: UInt64 = 0
    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test func chanceIsSeeded() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { $0.next() } == 1)
      #expect(withRandomNumberGenerator { $0.next() } == 2)
    }
  }

  @Test func anErrorPassesThroughTheRandomNumberGenerator() {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    #expect(throws: TestError.self) { try withRandomNumberGenerator { _ in throw TestError() } }
    // It is not lent any more.
    #expect(withRandomNumberGenerator { _ in 1 } == 1)
  }

  @Test func aNestedUseOfTheRandomNumberGeneratorIsReportedAndGetsACopy() async {
    let issues = await issues {
      let withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
      withRandomNumberGenerator { outer in
        #expect(outer.next() == 1)
        withRandomNumberGenerator { inner in
          #expect(inner.next() == 1)
          #expect(inner.next() == 2)
        }
        #expect(outer.next() == 2)
      }
      #expect(withRandomNumberGenerator { $0.next() } == 3)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("was called within itself") == true)
  }

  @Test(arguments: [DependencyContext.test, .preview])
  func aFailedAssertionIsAnIssue(_ context: DependencyContext) async {
    let reporter = RecordingReporter()
    let line: UInt = #line
    withIssueReporters([reporter]) {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(\.assert) var assert
        @Dependency(\.assertionFailure) var assertionFailure
        @Dependency(\.precondition) var precondition
        assert(1 + 1 == 2)
        precondition(true, "It is true.")
        assert(1 + 1 == 3, "That is a different sum.")
        precondition(false)
        assertionFailure("Nothing leads here.")
        assertionFailure()
      }
    }
    #expect(
      reporter.messages == [
        "Assertion failed: That is a different sum.", "Precondition failed.",
        "Assertion failed: Nothing leads here.", "Assertion failed.",
      ]
    )
    #expect(reporter.places == ([10, 11, 12, 13] as [UInt]).map { "\(#filePath):\(line + $0)" })
  }

  @Test func aPreconditionThatFailsEndsTheRunningProgram() async throws {
    await #expect(processExitsWith: .failure) {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.precondition) var precondition
        precondition(false, "It ends here.")
      }
    }
  }

  @Test func anAssertionCanBeReplaced() {
    struct Recording: AssertionEffect {
      let messages = LockIsolated<[String]>([])

      func callAsFunction(
        _ condition: @autoclosure () -> Bool,
        _ message: @autoclosure () -> String,
        file: StaticString,
        line: UInt
      ) {
        let entry = "\(condition()) \(message())"
        messages.withValue { $0.append(entry) }
      }
    }
    let recording = Recording()
    withDependencies {
      $0.assert = recording
    } operation: {
      @Dependency(\.assert) var assert
      assert(false, "said")
    }
    #expect(recording.messages.value == ["false said"])
  }
}

/// Notifications and the main run loop.
@MainActor
struct MachineDependencyTests {
  private struct Feature: Reducer {
    enum Action: Sendable { case wait, waited, post }
    static let name = Notification.Name("MachineDependencyTests")

    @Dependency(\.mainRunLoop) var mainRunLoop
    @Dependency(\.notificationCenter) var notificationCenter

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .wait:
        return .run { send in
          try await mainRunLoop.sleep(for: .seconds(1))
          await send(.waited)
        }
      case .waited: state += 1
      case .post: notificationCenter.post(name: Self.name, object: nil)
      }
      return .none
    }
  }

  private func notifications(of center: NotificationCenter, in operation: () async throws -> Void)
    async rethrows
    -> Int
  {
    let count = CallCount()
    let token = center.addObserver(forName: Feature.name, object: nil, queue: nil) { _ in count.increment() }
    defer { center.removeObserver(token) }
    try await operation()
    return count.value
  }

  @Test func theRunLoopOfATestIsMovedByTheTest() async {
    let mainRunLoop = RunLoop.test
    let store = TestStore(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.mainRunLoop = mainRunLoop.eraseToAnyScheduler()
    }
    await store.send(.wait)
    await mainRunLoop.advance(by: .seconds(1))
    await store.receive({ _ in true }) { $0 = 1 }
  }

  @Test func theRunLoopFollowsTheQueueUnlessItIsSet() async throws {
    let session = Session(initialState: 0) { Feature() }
    try session.send(.wait)
    try session.advance(by: .seconds(1))
    #expect(session.state == 1)
    let store = Store(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.mainQueue = .immediate
    }
    await store.send(.wait).finish()
    #expect(store.state == 1)
  }

  @Test func notificationsStayInTheTestOrSessionThatPostsThem() async throws {
    @Dependency(\.notificationCenter) var ownCenter
    let seen = try await notifications(of: .default) {
      let count = try await notifications(of: ownCenter) {
        let store = TestStore(initialState: 0) { Feature() }
        let count = await notifications(of: store.dependencies.notificationCenter) { await store.send(.post) }
        #expect(count == 1)
        let session = Session(initialState: 0) { Feature() }
        try session.send(.post)
      }
      #expect(count == 1, "the test store posts to the center of its test, the session to its own")
    }
    #expect(seen == 0)
  }

  @Test func theRunningProgramPostsToTheDefaultCenter() async {
    let store = Store(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.context = .live
    }
    let seen = await notifications(of: .default) { store.send(.post) }
    #expect(seen == 1)
  }
}

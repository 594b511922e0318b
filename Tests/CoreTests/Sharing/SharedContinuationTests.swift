import Core
import Synchronization
import Testing

@testable import TestSupport

/// Keys of a user's own, and what becomes of those that break the rules.
struct SharedContinuationTests {
  /// Loads and saves as a closure says.
  struct CustomKey: SharedKey {
    let id: String
    var loading: @Sendable (LoadContext<Int>, LoadContinuation<Int>) -> Void = {
      $1.resumeReturningInitialValue()
    }
    var saving: @Sendable (SaveContinuation) -> Void = { $0.resume() }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      loading(context, continuation)
    }
    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) { saving(continuation) }
  }

  private func issues(of operation: () async -> Void) async -> [String] {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter], operation: operation)
    return reporter.messages
  }

  @Test(arguments: [DependencyContext.test, .live])
  func aLoadThatIsDroppedIsReportedOnceAndEnds(context: DependencyContext) async {
    let messages = await issues {
      await withDependencies {
        $0.context = context
      } operation: {
        @Shared(CustomKey(id: "dropped load") { _, _ in }) var count = 3
        #expect(count == 3 && !$count.isLoading && $count.loadError == nil)
        await #expect(throws: Never.self) { try await $count.load() }
        #expect(count == 3 && !$count.isLoading && $count.loadError == nil)
        await #expect(throws: NothingToLoad.self) {
          try await Shared(require: CustomKey(id: "dropped requirement") { _, _ in })
        }
      }
    }
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.contains("never resumed") && $0.contains("CustomKey") }, "\(messages)")
  }

  @Test func aRequiredValueIsLoadedOnce() async throws {
    let loads = LockIsolated(0)
    let key = CustomKey(id: "required") { _, continuation in
      loads.withValue { $0 += 1 }
      continuation.resume(returning: 7)
    }
    let count = try await Shared(require: key)
    #expect(count.wrappedValue == 7 && !count.isLoading)
    #expect(loads.value == 1)
    let reader = try await SharedReader(require: key)
    #expect(reader.wrappedValue == 7 && loads.value == 2)
  }

  @Test(arguments: [DependencyContext.test, .live])
  func aSaveThatIsDroppedIsReportedOnceAndEnds(context: DependencyContext) async {
    let messages = await issues {
      await withDependencies {
        $0.context = context
      } operation: {
        @Shared(CustomKey(id: "dropped save", saving: { _ in })) var count = 3
        $count.withLock { $0 = 4 }
        #expect(count == 4 && $count.saveError == nil)
        await #expect(throws: Never.self) { try await $count.save() }
      }
    }
    #expect(messages.count == 2)
  }

  @Test func onlyTheFirstResumeCounts() async {
    let messages = await issues {
      let key = CustomKey(id: "twice") { _, continuation in
        continuation.resume(returning: 1)
        continuation.resume(returning: 2)
      } saving: {
        $0.resume()
        $0.resume()
      }
      @Shared(key) var count = 0
      #expect(count == 1)
      try? await $count.load()
      try? await $count.save()
      #expect(count == 1)
    }
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.contains("more than once") }, "\(messages)")
  }

  @Test func aSuccessfulSaveClearsTheErrors() async throws {
    let fails = LockIsolated(true)
    let key = CustomKey(id: "recovering") {
      $1.resume(throwing: TestError())
    } saving: { continuation in
      if fails.value { continuation.resume(throwing: TestError()) } else { continuation.resume() }
    }
    @Shared(key) var count = 3
    $count.withLock { $0 = 4 }
    #expect($count.loadError is TestError && $count.saveError is TestError)
    fails.setValue(false)
    $count.withLock { $0 = 5 }
    #expect($count.loadError == nil && $count.saveError == nil)
    await #expect(throws: TestError.self) { try await $count.load() }
    try await $count.save()
    #expect($count.loadError == nil)
  }

  @Test func inATestOnlyTheErrorPropertiesTellOfFailures() async {
    let messages = await issues {
      let key = CustomKey(id: "failing") {
        $1.resume(throwing: TestError())
      } saving: {
        $0.resume(throwing: TestError())
      }
      @Shared(key) var count = 3
      #expect($count.loadError is TestError)
      $count.withLock { $0 = 4 }
      #expect($count.saveError is TestError)
    }
    #expect(messages == [])
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func elsewhereFailuresAreReportedToo(context: DependencyContext) async {
    let messages = await issues {
      withDependencies {
        $0.context = context
      } operation: {
        let key = CustomKey(id: "failing") {
          $1.resume(throwing: TestError())
        } saving: {
          $0.resume(throwing: TestError())
        }
        @Shared(key) var count = 3
        $count.withLock { $0 = 4 }
      }
    }
    #expect(messages.count == 2)
  }
}

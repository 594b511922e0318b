import TodoShellSessions
import Core
import Foundation
import Testing

@testable import TestSupport

private struct Named: Sendable, Equatable {
  var name: String
  var suffix = ""
}

private enum NamedKey: DependencyKey {
  static let liveValue = Named(name: "live")
  static let previewValue = Named(name: "preview")
  static let testValue = Named(name: "test")
}

private enum LiveOnlyKey: DependencyKey {
  static let liveValue = Named(name: "live only")
}

private enum InterfaceKey: TestDependencyKey {
  static let testValue = Named(name: "interface")
}

private enum PreviewKey: DependencyKey {
  static let liveValue = Named(name: "live")
  static let previewValue = Named(name: "preview")
}

private enum PreviewedKey: DependencyKey {
  static let liveValue = Named(name: "live")
  static var testValue: Named { previewValue }
}

/// An interface whose value has an identity, made anew for each cache of defaults.
private enum RecorderKey: TestDependencyKey {
  static var testValue: LockIsolated<Int> { LockIsolated(0) }
}

private enum IdentityKey: DependencyKey {
  static var liveValue: CallCount { CallCount() }
  static var testValue: CallCount { CallCount() }
}

private enum PreparedKey: DependencyKey {
  static let liveValue = Named(name: "live")
  static let testValue = Named(name: "test")
}

extension DependencyValues {
  fileprivate var named: Named {
    get { self[NamedKey.self] }
    set { self[NamedKey.self] = newValue }
  }
  fileprivate var liveOnly: Named {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
  fileprivate var interface: Named {
    get { self[InterfaceKey.self] }
    set { self[InterfaceKey.self] = newValue }
  }
  fileprivate var recorder: LockIsolated<Int> {
    get { self[RecorderKey.self] }
    set { self[RecorderKey.self] = newValue }
  }
  fileprivate var identity: CallCount {
    get { self[IdentityKey.self] }
    set { self[IdentityKey.self] = newValue }
  }
  fileprivate var prepared: Named {
    get { self[PreparedKey.self] }
    set { self[PreparedKey.self] = newValue }
  }
}

struct DependencyTests {
  @Test(arguments: [
    (DependencyContext.live, "live"), (.preview, "preview"), (.test, "test"),
  ])
  func theContextDecidesOnTheDefault(_ context: DependencyContext, _ name: String) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(\.named) var named
      @Dependency(\.context) var current
      #expect(named.name == name)
      #expect(current == context)
    }
  }

  @Test func aTestIsRecognized() {
    @Dependency(\.context) var context
    #expect(context == .test)
  }

  @Test func aLiveValueInATestIsReported() async {
    let issues = await issues {
      withDependencies {
        // Setting a part of it is not a use.
        $0.liveOnly.suffix = "!"
      } operation: {
        @Dependency(\.liveOnly) var liveOnly
        #expect(liveOnly == Named(name: "live only", suffix: "!"))
      }
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, _ in
          @Dependency(\.liveOnly) var liveOnly
          state = liveOnly.name.count
          return .none
        }
      }
      await store.send(true) { $0 = 9 }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("@Dependency(\\.liveOnly) has no test value") == true)
    #expect(issues.first?.contains("\"LiveOnlyKey\"") == true)
    #expect(issues.first?.contains("withDependencies") == true)
  }

  @Test func anInterfaceWithoutLiveValueIsReportedInTheRunningProgram() async {
    let issues = await issues {
      withDependencies {
        $0 = DependencyValues()
        $0.context = .live
      } operation: {
        @Dependency(\.interface) var interface
        #expect(interface.name == "interface")
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("@Dependency(\\.interface) has no live value") == true)
    #expect(issues.first?.contains("\"InterfaceKey\"") == true)
  }

  @Test func aKeyWithoutATestValueHasItsPreviewValueInATest() async {
    let issues = await issues {
      @Dependency(PreviewKey.self) var named
      #expect(named.name == "preview")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("@Dependency(PreviewKey.self) has no test value") == true)
  }

  @Test func aTestValueMayBeThePreviewValue() async {
    let issues = await issues {
      @Dependency(PreviewedKey.self) var named
      #expect(named.name == "live")
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test func whatIsMissingIsReportedWhereThePropertyThatReadsItIsDeclared() async {
    let reporter = RecordingReporter()
    let line: UInt = #line
    await withIssueReporters([reporter]) {
      @Dependency(\.liveOnly.name) var name
      @Dependency(PreviewKey.self) var preview
      @Dependency(\.date) var date
      @Dependency(\.date.now) var now
      @Dependency(\.uuid) var uuid
      @Dependency(\.continuousClock) var clock
      @Dependency(\.suspendingClock) var suspendingClock
      @Dependency(\.mainQueue) var mainQueue
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      _ = (name, preview, date(), now, uuid(), suspendingClock.now, mainQueue.now)
      _ = withRandomNumberGenerator { $0.next() }
      try? await clock.sleep(for: .zero)
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.interface) var interface
        _ = interface
      }
    }
    #expect(reporter.messages.count == 11, "\(reporter.messages)")
    let lines: [UInt] = [2, 3, 4, 5, 6, 8, 9, 10, 7, 7, 17]
    #expect(reporter.places == lines.map { "\(#fileID):\(line + $0)" }, "\(reporter.places), \(line)")
  }

  @Test func inATestStoreWhatIsMissingIsReportedWhereItsPropertyIsDeclared() async {
    let reporter = RecordingReporter()
    let line: UInt = #line
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, _ in
          @Dependency(\.liveOnly) var liveOnly
          @Dependency(\.uuid) var uuid
          _ = (liveOnly, uuid())
          return .none
        }
      }
      await store.send(true)
      await store.send(true)
    }
    #expect(
      reporter.places == ([4, 5, 5] as [UInt]).map { "\(#fileID):\(line + $0)" },
      "\(reporter.places), \(line)"
    )
  }

  @Test func freshValuesHaveFreshDefaults() {
    @Dependency(\.identity) var identity
    identity.increment()
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      #expect(identity.value == 0)
      identity.increment()
      #expect(identity.value == 1)
    }
    #expect(identity.value == 1)
  }

  /// The default is created while dependencies are set, and used, and reported, only then.
  @Test func aChangeOfADefaultMadeWhileDependenciesAreSetIsKept() async {
    let issues = await issues {
      withDependencies {
        $0 = DependencyValues()
        $0.context = .live
      } operation: {
        @Dependency(\.recorder) var recorder
        withDependencies {
          $0.recorder.setValue(42)
          #expect(recorder.value == 42)
        } operation: {
          #expect(recorder.value == 42)
          #expect(recorder.value == 42)
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("@Dependency(\\.recorder) has no live value") == true)
  }

  @MainActor
  @Test func aChangeOfADefaultMadeWhileAStoreIsCreatedIsKept() async throws {
    let reducer = Reduce<Int, Bool> { state, _ in
      @Dependency(\.recorder) var recorder
      state = recorder.value
      return .none
    }
    let set: (inout DependencyValues) -> Void = { $0.recorder.setValue(42) }
    let store = Store(initialState: 0, reducer: { reducer }, withDependencies: set)
    store.send(true)
    #expect(store.state == 42)
    let testStore = TestStore(initialState: 0, reducer: { reducer }, withDependencies: set)
    await testStore.send(true) { $0 = 42 }
    let session = Session(initialState: 0, reducer: { reducer }, withDependencies: set)
    try session.send(true)
    #expect(session.state == 42)
  }

  @Test func anUnimplementedDependencyMayBeUsedWhileOthersAreSet() async {
    #expect(shouldReportUnimplemented)
    let issues = await issues {
      await withDependencies {
        await Task.yield()
        #expect(!shouldReportUnimplemented)
        $0[keyPath: \.date.now] = $0.date.now.addingTimeInterval(1)
        reportUnimplemented("endpoint")
      } operation: {
        #expect(shouldReportUnimplemented)
      }
      let store = TestStore(initialState: 0) { EmptyReducer<Int, Bool>() }
      store.dependencies[keyPath: \.date.now] = Date(timeIntervalSince1970: 1)
      #expect(store.dependencies.date.now == Date(timeIntervalSince1970: 1))
    }
    #expect(issues == [])
  }

  @Test func theEffectOfAStoreThatSetsADependencySetsNone() async {
    let reports = LockIsolated<[Bool]>([])
    let store = await Store(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in reports.withValue { $0.append(shouldReportUnimplemented) } }
      }
    }
    await withDependencies { _ in
      await store.send(true).finish()
    } operation: {
    }
    #expect(reports.value == [true])
  }

  @Test func aPreviewPreparesAnew() async {
    let issues = await issues {
      withDependencies {
        $0 = DependencyValues()
        $0.context = .preview
      } operation: {
        @Dependency(\.named) var named
        #expect(named.name == "preview")
        prepareDependencies { $0.named.name = "prepared" }
        #expect(named.name == "prepared")
        prepareDependencies { $0.named.suffix = "again" }
        #expect(named == Named(name: "prepared", suffix: "again"))
      }
    }
    #expect(issues == [])
  }

  @Test func theStoresOfATestShareADefault() async {
    let makeStore = {
      TestStore(initialState: [ObjectIdentifier]()) {
        Reduce<[ObjectIdentifier], Bool> { state, _ in
          @Dependency(\.identity) var identity
          state.append(ObjectIdentifier(identity))
          return .none
        }
      }
    }
    let (first, second) = (makeStore(), makeStore())
    for store in [first, second] {
      store.exhaustivity = .off
      await store.send(true)
      await store.send(true)
    }
    #expect(Set(first.state + second.state).count == 1)
  }

  @Test func theInnermostOverrideHolds() {
    withDependencies {
      $0.named.name = "outer"
    } operation: {
      @Dependency(\.named) var named
      withDependencies {
        $0.named.suffix = "inner"
      } operation: {
        #expect(named == Named(name: "outer", suffix: "inner"))
      }
      #expect(named == Named(name: "outer"))
    }
  }

  @Test func overridesTravelWithTasks() async {
    await withDependencies {
      $0.named.name = "set"
    } operation: {
      async let first = Dependency(\.named).wrappedValue.name
      let names = (await first, await Task { Dependency(\.named).wrappedValue.name }.value)
      #expect(names == ("set", "set"))
    }
  }

  @Test func overridesAreCarriedToWhereTheyWouldNotGo() async {
    let name = await withDependencies {
      $0.named.name = "set"
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached {
          dependencies.yield {
            @Dependency(\.named) var named
            return named.name
          }
        }.value
      }
    }
    #expect(name == "set")
  }

  @Test func anObjectKeepsTheDependenciesItWasMadeWithAndPassesThemOn() {
    final class Model {
      @Dependency(\.named) var named
      func makeChild() -> Model { withDependencies(from: self) { Model() } }
    }
    let model = withDependencies {
      $0.named.name = "set"
    } operation: {
      Model()
    }
    #expect(model.named.name == "set")
    #expect(model.makeChild().named.name == "set")
    withDependencies(from: model) {
      $0.named.suffix = "!"
    } operation: {
      #expect(Model().named == Named(name: "set", suffix: "!"))
    }
  }

  @Test func anObjectWithoutDependenciesHasNoneToPassOn() async {
    final class Empty {}
    let issues = await issues { withDependencies(from: Empty()) {} }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\"Empty\" has no dependencies") == true)
  }

  @Test func preparedValuesStandInForDefaults() async {
    prepareDependencies { $0.prepared.name = "prepared" }
    @Dependency(\.prepared) var prepared
    #expect(prepared.name == "prepared")
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        state = prepared.name
        return .none
      }
    }
    await store.send(true) { $0 = "prepared" }
    let issues = await issues { prepareDependencies { $0.prepared.name = "late" } }
    #expect(prepared.name == "prepared")
    #expect(issues.count == 1)
    #expect(issues.first?.contains("prepared after it had already been used or prepared") == true)
  }

  private enum OptionalKey<Wrapped: Sendable>: DependencyKey {
    static var liveValue: Wrapped? { nil }
    static var testValue: Wrapped? { nil }
  }

  @Test func whatIsPreparedTooLateIsReportedInTheOrderInWhichItWasSet() async {
    let prepare = {
      prepareDependencies {
        $0[OptionalKey<UInt64>.self] = 1
        $0[OptionalKey<Bool>.self] = true
        $0[OptionalKey<String>.self] = "a"
        $0[OptionalKey<Int>.self] = 1
        $0[OptionalKey<Double>.self] = 1
      }
    }
    prepare()
    let issues = await issues { prepare() }
    #expect(
      issues.map { $0.split(separator: "\"").dropFirst().first } == [
        "Optional<UInt64>", "Optional<Bool>", "Optional<String>", "Optional<Int>", "Optional<Double>",
      ]
    )
  }

  @Test func theContextCanBePrepared() async {
    @Dependency(\.context) var context
    @Dependency(\.named) var named
    #expect(context == .test)
    #expect(named.name == "test")
    let issues = await issues { prepareDependencies { $0.context = .live } }
    #expect(issues == [])
    #expect(context == .live)
    #expect(named.name == "live")
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(named.name == "preview")
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        state = named.name
        return .none
      }
    }
    await store.send(true) { $0 = "live" }
  }

  @Test func theContextIsPreparedOnce() async {
    @Dependency(\.context) var context
    prepareDependencies { $0.context = .live }
    let issues = await issues { prepareDependencies { $0.context = .preview } }
    #expect(context == .live)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("The dependency context was prepared") == true)
  }
}

/// Dependencies in stores.
@MainActor
struct DependencyPropagationTests {
  private struct Reader: Reducer {
    enum Action: Sendable { case read, readLater, was(String) }
    @Dependency(\.named) var named

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .read: state.append(named.name)
      case .readLater: return .run { [named = _named] send in await send(.was(named.wrappedValue.name)) }
      case .was(let name): state.append("later " + name)
      }
      return .none
    }
  }

  @Test func whatAStoreIsGivenHoldsInItsEffects() async {
    let store = Store(initialState: [String]()) {
      Reader()
    } withDependencies: {
      $0.named.name = "set"
    }
    store.send(.read)
    await store.send(.readLater).finish()
    #expect(store.state == ["set", "later set"])
  }

  @Test func whatHoldsAroundAStoreIsTakenOn() async {
    let store = withDependencies {
      $0.named.name = "around"
    } operation: {
      Store(initialState: [String]()) { Reader() }
    }
    await store.send(.readLater).finish()
    #expect(store.state == ["later around"])
  }

  @Test func anOperatorsDependencyHoldsInsideItOnly() async {
    let store = TestStore(initialState: [String]()) {
      Reader()
      Reader().dependency(\.named, Named(name: "one"))
      Reader().transformDependency(\.named) { $0.name += " changed" }
    } withDependencies: {
      $0.named.name = "set"
    }
    await store.send(.read) { $0 = ["set", "one", "set changed"] }
  }

  @Test func dependenciesOfATestStoreCanBeChangedOnTheWay() async {
    let store = TestStore(initialState: [String]()) { Reader() }
    await store.send(.read) { $0 = ["test"] }
    store.dependencies.named.name = "changed"
    await store.send(.read) { $0 = ["test", "changed"] }
  }

  @Test func aPartOfALiveValueIsSetInATestStoreWithoutUsingIt() async {
    let issues = await issues {
      let store = TestStore(initialState: "") {
        Reduce<String, Bool> { state, _ in
          @Dependency(\.liveOnly) var liveOnly
          state = liveOnly.name
          return .none
        }
      }
      store.dependencies.liveOnly.name = "set"
      await store.send(true) { $0 = "set" }
      store.dependencies.liveOnly.suffix = "!"
      #expect(store.dependencies.liveOnly == Named(name: "set", suffix: "!"))
    }
    #expect(issues == [])
  }

  @Test func aLiveValueThatIsReadFromATestStoreIsReported() async {
    let store = TestStore(initialState: "") { EmptyReducer<String, Bool>() }
    let issues = await issues { #expect(store.dependencies.liveOnly.name == "live only") }
    #expect(issues.count == 1)
  }

  @Test func ofWhatIsSetAroundAndInATestStoreTheLaterHolds() async {
    await withDependencies {
      $0.named.name = "before"
    } operation: {
      let store = TestStore(initialState: [String]()) {
        Reader()
      } withDependencies: {
        $0.named.name = "store"
      }
      await store.send(.read) { $0 = ["store"] }
      await withDependencies {
        $0.named.name = "around"
      } operation: {
        await store.send(.read) { $0 = ["store", "around"] }
        store.dependencies.named.name = "changed"
        await store.send(.read) { $0 = ["store", "around", "changed"] }
      }
      await store.send(.read) { $0 = ["store", "around", "changed", "changed"] }
    }
  }
}

/// Each test has defaults and shared values of its own, even outside of any store. Each of these would fail after the
/// other if it had not, in whatever order or at whatever time they run.
struct QuarantineTests {
  @Test func aSharedValueIsOneOfThisTest() { shareAndUse() }

  @Test func aSharedValueIsOneOfThisTestToo() { shareAndUse() }

  @Test func aDefaultIsOneOfThisTest() async { await useADefault() }

  @Test func aDefaultIsOneOfThisTestToo() async { await useADefault() }

  @Test func aLiveValueIsReportedInThisTest() async { await useALiveValue() }

  @Test func aLiveValueIsReportedInThisTestToo() async { await useALiveValue() }

  @Test func whatThisTestPreparesIsItsOwn() async { await prepare("a") }

  @Test func whatThisTestPreparesIsItsOwnToo() async { await prepare("b") }

  @MainActor
  @Test func aStoreKeepsTheDefaultsOfItsTestWhoeverMakesItGoOn() async {
    @Dependency(\.identity) var identity
    let (resumed, thread) = AsyncStream<UnsafeContinuation<Void, Never>>.makeStream()
    let store = Store(initialState: [ObjectIdentifier]()) {
      Reduce<[ObjectIdentifier], Bool> { state, isStart in
        @Dependency(\.identity) var identity
        state.append(ObjectIdentifier(identity))
        guard isStart else { return .none }
        return .run { send in
          await withUnsafeContinuation { _ = thread.yield($0) }
          await send(false)
        }
      }
    }
    let task = store.send(true)
    for await continuation in resumed {
      // A thread of which nobody knows which test it runs for.
      Thread.detachNewThread { continuation.resume() }
      break
    }
    await task.finish()
    #expect(store.state == [ObjectIdentifier(identity), ObjectIdentifier(identity)])
  }

  private func shareAndUse() {
    @Shared(.inMemory("QuarantineTests")) var count = 0
    @Shared(.appStorage("QuarantineTests")) var stored = 0
    #expect(count == 0 && stored == 0)
    $count.withLock { $0 += 1 }
    $stored.withLock { $0 += 1 }
    @Shared(.inMemory("QuarantineTests")) var again = 0
    #expect(again == 1)
  }

  private func useADefault() async {
    @Dependency(\.identity) var identity
    #expect(identity.value == 0)
    identity.increment()
    // A task is part of the test that started it.
    let value = await Task {
      @Dependency(\.identity) var identity
      return identity.value
    }.value
    #expect(value == 1)
  }

  private func useALiveValue() async {
    let issues = await issues {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.name == "live only")
    }
    #expect(issues.count == 1)
  }

  private func prepare(_ name: String) async {
    let issues = await issues { prepareDependencies { $0.prepared.name = name } }
    @Dependency(\.prepared) var prepared
    #expect(issues == [])
    #expect(prepared.name == name)
  }
}

import CoreTestSupport
import Foundation
import Testing

@testable import TestSupport

private struct Greeter: TestDependencyKey, Sendable {
  var greeting: String
  static var testValue: Greeter { Greeter(greeting: "test") }
}

private enum CounterKey: DependencyKey {
  static var liveValue: CallCount { CallCount() }
  static var testValue: CallCount { CallCount() }
}

extension DependencyValues {
  fileprivate var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
  fileprivate var counter: CallCount {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }
}

@Suite(.dependency(\.uuid, .incrementing), .dependencies { $0.greeter.greeting = "suite" })
struct DependenciesTraitTests {
  @Dependency(\.uuid) var uuid
  @Dependency(\.greeter) fileprivate var greeter

  @Test func eachTestGetsTheValuesOfItsSuiteAnew() {
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
    #expect(greeter.greeting == "suite")
  }

  @Test func eachTestGetsTheValuesOfItsSuiteAnewToo() { #expect(uuid() == UUID(0)) }

  @Test(.dependency(Greeter(greeting: "by type")))
  func aTestOverridesItsSuite() { #expect(greeter.greeting == "by type") }

  @Test(.dependency(\.greeter.greeting, "first"), .dependency(\.greeter.greeting, "second"))
  func ofTwoTraitsTheLaterHolds() { #expect(greeter.greeting == "second") }

  @Test(
    .dependencies {
      await Task.yield()
      $0.greeter = Greeter(greeting: "asynchronous")
    }
  )
  func dependenciesAreSetAsynchronously() { #expect(greeter.greeting == "asynchronous") }

  @MainActor
  @Test(.dependency(\.date, .constant(Date(timeIntervalSince1970: 5))))
  func aTestStoreHasTheDependenciesOfItsTest() async {
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        @Dependency(\.date) var date
        state = "\(date.now.timeIntervalSince1970) \(greeter.greeting) \(uuid())"
        return .none
      }
    }
    await store.send(true) { $0 = "5.0 suite \(UUID(0))" }
  }

  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 5)))
  func aPartOfAnUnimplementedDependencyIsSet() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 5))
  }

  struct Nested {
    @Test func aSuiteInsideHasTheDependenciesToo() {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
    }
  }

  @Test(.dependencies, arguments: [1, 2, 3])
  func eachCaseHasDefaultsOfItsOwn(_ number: Int) {
    @Dependency(\.counter) var counter
    @Shared(.inMemory("DependenciesTraitTests")) var count = 0
    #expect(counter.value == 0)
    #expect(count == 0)
    counter.increment()
    $count.withLock { $0 = number }
    @Dependency(\.counter) var again
    #expect(again.value == 1)
  }

  @Test(
    .dependencies {
      @Dependency(\.counter) var counter
      counter.increment()
      $0.greeter.greeting = "outer"
    },
    .dependencies { $0.greeter.greeting += ", inner" }
  )
  func theDefaultsThatTraitsUseAreThoseOfTheTest() {
    @Dependency(\.counter) var counter
    #expect(greeter.greeting == "outer, inner")
  }

  @Test(.dependencies) func whatIsPreparedHolds() {
    let prepared = prepareDependencies {
      $0.context = .live
      return "returned"
    }
    @Dependency(\.context) var context
    #expect(prepared == "returned")
    #expect(context == .live)
  }
}

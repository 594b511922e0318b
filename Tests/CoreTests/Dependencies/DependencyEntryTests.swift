import Core
import Testing

private protocol Greeter: Sendable { var greeting: String { get } }
private struct Greeting: Greeter { let greeting: String }
private final class Instance: Sendable {}

extension DependencyValues {
  @DependencyEntry(liveValue: Greeting(greeting: "live"), previewValue: Greeting(greeting: "preview"))
  fileprivate var greeter: any Greeter = Greeting(greeting: "test")
  @DependencyEntry fileprivate var limit = 3
  @DependencyEntry(liveValue: 8) fileprivate var size: Int = 4
  @DependencyEntry("InstanceKey") fileprivate var instance: Instance = Instance()
}

struct DependencyEntryTests {
  @Test(arguments: [(DependencyContext.live, "live", 8), (.preview, "preview", 8), (.test, "test", 4)])
  func eachContextHasItsValue(context: DependencyContext, greeting: String, size: Int) {
    withDependencies {
      $0.context = context
    } operation: {
      #expect(Dependency(\.greeter).wrappedValue.greeting == greeting)
      #expect(Dependency(\.size).wrappedValue == size)
    }
  }

  @Test func anEntryIsOverridden() {
    withDependencies {
      #expect($0.limit == 3)
      $0.limit += 1
      $0.greeter = Greeting(greeting: "set")
    } operation: {
      #expect(Dependency(\.limit).wrappedValue == 4)
      #expect(Dependency(\.greeter).wrappedValue.greeting == "set")
    }
  }

  @Test func aKeyWithANameIsUsedLikeAnyOther() {
    let value = Dependency(DependencyValues.InstanceKey.self).wrappedValue
    #expect(value === Dependency(\.instance).wrappedValue)
    #expect(DependencyValues().instance !== value)
  }
}

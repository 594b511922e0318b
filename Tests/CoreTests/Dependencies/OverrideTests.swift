import Core
import CoreTestSupport
import Dispatch
import Synchronization
import Testing

@testable import TestSupport

/// A dependency whose default may not be made.
private struct Loud: Sendable {
  var volume = 10

  enum Key: TestDependencyKey {
    static var testValue: Loud {
      reportIssue("loud")
      return Loud()
    }
  }
}

/// A dependency whose default takes until the test lets it end.
private final class Slow: Sendable {
  struct Making: Sendable {
    let begins = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let count = CallCount()
  }

  @TaskLocal static var making = Making()

  init() {
    Self.making.count.increment()
    Self.making.begins.signal()
    Self.making.mayEnd.wait()
  }

  enum Key: TestDependencyKey {
    static var testValue: Slow { Slow() }
  }
}

extension DependencyValues {
  fileprivate var loud: Loud {
    get { self[Loud.Key.self] }
    set { self[Loud.Key.self] = newValue }
  }
}

private enum Name: TestDependencyKey {
  static let testValue = "Blob"
}

private enum Greeting: TestDependencyKey {
  static let testValue = "Hello"
}

extension DependencyValues {
  /// A dependency whose setter reads another one of the same type.
  fileprivate var greeting: String {
    get { self[Greeting.self] }
    set {
      self[Greeting.self] = newValue
      self[Greeting.self] += " " + self[Name.self]
    }
  }
}

struct OverrideTests {
  private struct Volume: Reducer {
    @Dependency(\.loud) var loud

    func reduce(into state: inout Int, action _: Void) -> Effect<Void> {
      state = loud.volume
      return .none
    }
  }

  @Test(.dependency(\.greeting, "Ciao")) func aSetterReadsOtherDependencies() {
    #expect(Dependency(\.greeting).wrappedValue == "Ciao Blob")
  }

  @Test(.dependency(\.loud, Loud(volume: 1))) func aTraitReplacesADefaultThatIsNotMade() {
    #expect(Dependency(\.loud).wrappedValue.volume == 1)
  }

  @Test func anOperatorReplacesADefaultThatIsNotMade() async {
    let issues = await issues {
      let store = TestStore(initialState: 0) { Volume().dependency(\.loud, Loud(volume: 2)) }
      await store.send(()) { $0 = 2 }
    }
    #expect(issues.isEmpty)
  }

  @Test func aPartOfADefaultIsReplacedInIt() async {
    let issues = await issues {
      let store = TestStore(initialState: 0) { Volume().dependency(\.loud.volume, 3) }
      await store.send(()) { $0 = 3 }
    }
    #expect(issues == ["loud"])
  }

  @Test func aDefaultIsMadeOnceForThreadsThatUseItAtTheSameTime() {
    let making = Slow.Making()
    let found = Mutex<[ObjectIdentifier]>([])
    let (values, group, second) = (DependencyValues(), DispatchGroup(), DispatchSemaphore(value: 0))
    func use(whenReady ready: DispatchSemaphore?) {
      DispatchQueue.global().async(group: group) {
        ready?.signal()
        let value = Slow.$making.withValue(making) { values[Slow.Key.self] }
        found.withLock { $0.append(ObjectIdentifier(value)) }
      }
    }
    use(whenReady: nil)
    making.begins.wait()
    use(whenReady: second)
    second.wait()
    making.mayEnd.signal()
    making.mayEnd.signal()
    group.wait()
    #expect(making.count.value == 1)
    #expect(found.withLock { Set($0).count == 1 && $0.count == 2 })
  }

  @Test func anOverrideEndsWithTheModelThatUsesIt() {
    final class Resource: Sendable {}
    final class Model { @Dependency(\.uuid) var uuid }
    weak var released: Resource?
    do {
      let resource = Resource()
      released = resource
      let model = withDependencies {
        $0.uuid = UUIDGenerator {
          withExtendedLifetime(resource) { UUID(0) }
        }
      } operation: {
        Model()
      }
      #expect(model.uuid() == UUID(0))
    }
    #expect(released == nil)
  }
}

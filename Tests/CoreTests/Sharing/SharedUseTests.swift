import Core
import Foundation
import Synchronization
import Testing

@testable import TestSupport

/// What people write who share state, compiled and run.
struct SharedUseTests {
  struct Todo: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var tags: [String] = []
  }

  /// Keeps a value in another storage, next to a count of the loads.
  struct CountingKey<Base: SharedKey>: SharedKey {
    let base: Base
    let loads: CallCount
    var id: Base.ID { base.id }

    func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
      loads.increment()
      base.load(
        context: context,
        continuation: LoadContinuation("counting") { continuation.resume(with: $0) }
      )
    }

    func subscribe(
      context: LoadContext<Base.Value>,
      subscriber: SharedSubscriber<Base.Value>
    ) -> SharedSubscription {
      base.subscribe(
        context: context,
        subscriber: SharedSubscriber {
          subscriber.yield(with: $0)
        } onLoading: {
          subscriber.yieldLoading($0)
        }
      )
    }

    func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
      base.save(
        value,
        context: context,
        continuation: SaveContinuation("counting") { continuation.resume(with: $0) }
      )
    }
  }

  /// A key whose id is an object that is not `Sendable`.
  struct ObjectKey: SharedReaderKey {
    final class Identity: Hashable {
      static func == (lhs: Identity, rhs: Identity) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }

    var id: Identity { Identity() }
    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(returning: 1)
    }
  }

  /// A key that is its own id, without saying so.
  struct PlainKey: SharedReaderKey, Hashable {
    let number: Int
    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(returning: number)
    }
  }

  private func quarantined<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      try await operation()
    }
  }

  @Test func aClosureMakesAReaderOfAValue() {
    @Shared(value: [1, 2]) var numbers: [Int]
    let (sum, count) = ($numbers.read { $0.reduce(0, +) }, $numbers.read(\.count))
    $numbers.withLock { $0.append(3) }
    #expect(sum.wrappedValue == 6 && count.wrappedValue == 3)
    #expect(SharedReader($numbers).read { $0.last }.read { $0 ?? 0 }.wrappedValue == 3)
  }

  @Test func anotherKeyIsLoadedInPlace() async throws {
    try await quarantined {
      @Shared(.inMemory("one")) var one = 1
      @Shared(.inMemory("two")) var two = 2
      $two.withLock { $0 = 22 }
      @Shared(.inMemory("one")) var current = 0
      let copy = $current
      try await $current.load(.inMemory("two"))
      #expect(current == 22 && copy.wrappedValue == 22)
      copy.withLock { $0 = 3 }
      #expect(one == 1 && two == 3)
      try await $current.load(.inMemory("nothing there"))
      #expect(current == 3, "until something is written, the value stays")
      try await $current.load(.visits)
      #expect(current == 7)
      @SharedReader(PlainKey(number: 1)) var number = 0
      try await $number.load(PlainKey(number: 5))
      #expect(number == 5)
    }
  }

  @Test func anotherKeyThatCannotBeLoadedSaysSo() async {
    struct FailingKey: SharedReaderKey, Hashable {
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resume(throwing: TestError())
      }
    }
    @SharedReader(PlainKey(number: 1)) var number = 0
    await #expect(throws: TestError.self) { try await $number.load(FailingKey()) }
    #expect(number == 1 && $number.loadError is TestError && !$number.isLoading)
  }

  @Test func aRemovedElementKeepsTheValueOfTheLastWriteThroughIt() throws {
    @Shared(value: [Todo(id: 1)]) var todos: IdentifiedArrayOf<Todo>
    let shared = try #require($todos[id: 1])
    let reader = try #require(SharedReader($todos)[id: 1])
    shared.title.withLock { $0 = "a" }
    $todos.withLock { $0[id: 1]?.title = "b" }
    #expect(shared.title.wrappedValue == "b" && reader.title.wrappedValue == "b")
    $todos.withLock { $0 = [] }
    #expect(shared.title.wrappedValue == "a")
    #expect(reader.title.wrappedValue == Todo(id: 1).title, "nothing is written through a reader")
  }

  @Test func theElementsOfACollectionAreShared() {
    @Shared(value: [Todo(id: 1), Todo(id: 2)]) var todos: IdentifiedArrayOf<Todo>
    let shared = Array($todos)
    $todos.withLock { $0.move(fromOffsets: [1], toOffset: 0) }
    for todo in shared { todo.title.withLock { $0 = "todo \(todo.id)" } }
    #expect(todos.map(\.title) == ["todo 2", "todo 1"])
    $todos[0].withLock { $0.tags.append("first") }
    #expect(todos[id: 2]?.tags == ["first"])
    let byID = IdentifiedArray($todos)
    #expect(byID[id: 1]?.wrappedValue.title == "todo 1")
    @SharedReader($todos) var reader
    #expect(
      Array($reader).map(\.wrappedValue) == Array(todos) && $reader[id: 2]?.title.wrappedValue == "todo 2"
    )
    #expect($reader[id: 3] == nil && $reader[1].wrappedValue.id == 1)

    @Shared(value: [1, 2, 3]) var numbers: [Int]
    for number in Array($numbers) { number.withLock { $0 *= 2 } }
    #expect(numbers == [2, 4, 6] && Array(SharedReader($numbers)).map(\.wrappedValue) == numbers)
    let last = $numbers[2]
    $numbers.withLock { $0 = [] }
    last.withLock { $0 = 100 }
    #expect(last.wrappedValue == 100 && numbers.isEmpty)
  }

  @Test func aKeyMayBeBuiltOnAnother() async throws {
    try await quarantined {
      let loads = CallCount()
      @Shared(CountingKey(base: .appStorage("count"), loads: loads)) var count = 4
      $count.withLock { $0 += 1 }
      try await $count.load()
      try await $count.save()
      #expect(count == 5 && loads.value == 2)
    }
  }

  @Test func theIDOfAKeyNeedNotBeSendable() {
    @SharedReader(ObjectKey()) var one = 0
    @SharedReader(PlainKey(number: 3)) var three = 0
    #expect(one == 1 && three == 3)
  }

  @Test func whatPeopleWrite() async throws {
    try await quarantined {
      @Shared(value: 0) var count: Int
      @Shared(.appStorage("isOn")) var isOn = false
      @SharedReader(.appStorage("isOn")) var isOnToRead = false
      @Shared(.fileStorage(.temporaryDirectory.appending(component: "todos.json"))) var todos:
        IdentifiedArrayOf<Todo> = []
      @Shared(.inMemory("selection")) var selection: Int?
      @SharedReader(.inMemory("selection")) var selected: Int?
      @Shared(.visits) var visits = 1
      @SharedReader(value: "constant") var constant: String
      $isOn.withLock { $0.toggle() }
      #expect(isOn && isOnToRead && constant == "constant" && visits == 1)
      $todos.withLock { $0.append(Todo(id: 1)) }
      try await $todos.save()
      try await $todos.load()
      #expect(!$todos.isLoading && $todos.loadError == nil && $todos.saveError == nil)
      let todo = try #require($todos[id: 1])
      todo.tags.withLock { $0.append("a") }
      #expect(todos[id: 1]?.tags == ["a"] && todo.id == 1)
      $selection.withLock { $0 = 1 }
      let unwrapped = try #require(Shared($selection))
      unwrapped.withLock { $0 += 1 }
      #expect(selected == 2 && SharedReader($selected)?.wrappedValue == 2)
      #expect(SharedReader.constant(3).wrappedValue == 3)
      let required = try await Shared<IdentifiedArrayOf<Todo>>(
        require: .fileStorage(.temporaryDirectory.appending(component: "todos.json"))
      )
      #expect(required.wrappedValue.count == 1)
      struct Model {
        @Shared var count: Int
        init(count: Shared<Int>) { _count = count }
      }
      Model(count: $count).$count.withLock { $0 = 8 }
      #expect(count == 8)
      @Shared(value: ["a": 1]) var table: [String: Int]
      $table["b"].withLock { $0 = 2 }
      Shared($table["b"])?.withLock { $0 += 1 }
      #expect(table == ["a": 1, "b": 3] && SharedReader($table)["b"].wrappedValue == 3)
    }
  }
}

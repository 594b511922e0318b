import Core
import Foundation
import Synchronization
import Testing

@testable import TestSupport

struct SharedKeyTests {
  private func quarantined<R>(_ operation: () throws -> R) rethrows -> R {
    try withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      try operation()
    }
  }

  @Test func allWhoUseAKeyShareItsValue() {
    quarantined {
      @Shared(.inMemory("count")) var one = 1
      @Shared(.inMemory("count")) var other = 2
      $one.withLock { $0 += 1 }
      #expect(one == 2 && other == 2)
    }
  }

  @Test func theFirstUseStoresTheDefaultValue() async throws {
    try await withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      let url = URL(fileURLWithPath: "/count.json")
      @Shared(.inMemory("count")) var inMemory = 10
      @Shared(.appStorage("count")) var inDefaults = 10
      @SharedReader(.fileStorage(url)) var inFile = 10
      for required in [
        try await SharedReader<Int>(require: .inMemory("count")),
        try await SharedReader(require: .appStorage("count")),
        try await SharedReader(require: .fileStorage(url)),
      ] {
        #expect(required.wrappedValue == 10)
      }
      #expect(DependencyValues.defaultAppStorageNow["count"] == .int(10))
      @Shared(.appStorage("name")) var name: String?
      await #expect(throws: NothingToLoad.self) { try await Shared<String>(require: .appStorage("name")) }
    }
  }

  @Test func storagesAreApart() {
    for _ in 0..<2 {
      quarantined {
        @Shared(.inMemory("count")) var count = 0
        @Shared(.appStorage("count")) var kept = 0
        $count.withLock { $0 += 1 }
        #expect(count == 1 && kept == 0)
      }
    }
  }

  @Test func aKeyMayBringTheValueToBeginWith() {
    quarantined {
      @Shared(.visits) var visits
      @SharedReader(.visits) var reader
      $visits.withLock { $0 += 1 }
      #expect(visits == 8 && reader == 8)
    }
  }

  @Test func aKeyWithoutAValueIsNil() {
    quarantined {
      @Shared(.appStorage("name")) var name: String?
      #expect(name == nil)
      $name.withLock { $0 = "Blob" }
      @Shared(.appStorage("name")) var same: String?
      #expect(same == "Blob")
    }
  }

  @Test func anOptionalBeginsWithTheValueThatItIsGiven() async {
    await withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      let url = URL(fileURLWithPath: "/optional.json")
      await #expect(throws: NothingToLoad.self) { try await Shared<Int?>(require: .inMemory("number")) }
      await #expect(throws: NothingToLoad.self) { try await Shared<Int?>(require: .appStorage("number")) }
      await #expect(throws: NothingToLoad.self) { try await Shared<Int?>(require: .fileStorage(url)) }
      @Shared(.inMemory("number")) var inMemory: Int? = 5
      @Shared(.appStorage("number")) var inDefaults: Int? = 5
      @Shared(.fileStorage(url)) var inFile: Int? = 5
      #expect(inMemory == 5 && inDefaults == 5 && inFile == 5)
    }
  }

  @Test func anOptionalInDefaultsThatWasSetToNilIsNil() {
    quarantined {
      @Shared(.appStorage("flag")) var flag: Bool? = true
      @Shared(.appStorage("color")) var color: Color? = .red
      $flag.withLock { $0 = nil }
      $color.withLock { $0 = nil }
      #expect(flag == nil && color == nil)
    }
  }

  @Test func anOptionalThatWasSetToNilIsNil() {
    withDependencies {
      $0.context = .live
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      do {
        @Shared(.inMemory("number")) var number: Int? = 5
        $number.withLock { $0 = nil }
      }
      @Shared(.inMemory("number")) var number: Int? = 6
      #expect(number == nil)
    }
  }

  enum Color: String, Codable, Sendable { case red, green }
  struct Point: Codable, Equatable, Sendable { var x = 1 }

  @Test func appStorageKeepsWhatItCanAndJSONOfTheRest() throws {
    try roundTrip(true, over: false, .appStorage("value"))
    try roundTrip(42, over: 1, .appStorage("value"))
    try roundTrip(0, over: 1, .appStorage("value"))
    try roundTrip(1.5, over: 0, .appStorage("value"))
    try roundTrip(2.0, over: 0, .appStorage("value"))
    try roundTrip("text", over: "", .appStorage("value"))
    try roundTrip(Data([1, 2]), over: Data(), .appStorage("value"))
    try roundTrip(Date(timeIntervalSinceReferenceDate: 1), over: Date(), .appStorage("value"))
    try roundTrip(["a", "b"], over: [], .appStorage("value"))
    try roundTrip([], over: ["a"], .appStorage("value"))
    try roundTrip([String]?.some(["a"]), over: nil, .appStorage("value"))
    try roundTrip(URL(fileURLWithPath: "/tmp"), over: URL(fileURLWithPath: "/"), .appStorage("value"))
    try roundTrip(Color.green, over: .red, .appStorage("value"))
    try roundTrip(Color?.some(.green), over: nil, .appStorage("value"))
    try roundTrip(Int?.some(3), over: nil, .appStorage("value"))
    try roundTrip(Int?.none, over: nil, .appStorage("value"))
    try roundTrip(Point(x: 3), over: Point(), .appStorage("value"))
  }

  /// Saves a value and loads it again, in memory and in real user defaults.
  private func roundTrip<Value: Equatable & Sendable>(
    _ value: Value,
    over initialValue: Value,
    _ key: @autoclosure () -> AppStorageKey<Value>
  ) throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    for storage in [AppStorage.inMemory, AppStorage(defaults)] {
      withDependencies {
        // The running program lets go of a value that nobody refers to, so it is loaded again.
        $0.context = .live
        $0.defaultAppStorage = storage
      } operation: {
        Shared(wrappedValue: initialValue, key()).withLock { $0 = value }
        #expect(Shared(wrappedValue: initialValue, key()).wrappedValue == value)
      }
    }
  }

  @Test func anArrayOfStringsIsAListOfTheUserDefaults() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let storage = AppStorage(defaults)
    @Shared(.appStorage("tags", store: storage)) var tags: [String] = []
    $tags.withLock { $0 = ["a", "b"] }
    #expect(storage["tags"] == .strings(["a", "b"]))
    #expect(defaults.stringArray(forKey: "tags") == ["a", "b"])
    defaults.set(["x"], forKey: "tags")
    #expect(tags == ["x"])
  }

  @Test(arguments: [URL(filePath: "/tmp/a"), URL.homeDirectory.appending(path: "a b")])
  func aFileIsReadAsFoundationStoresIt(url: URL) throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(url, forKey: "url")
    @Shared(.appStorage("url", store: AppStorage(defaults))) var value = URL(filePath: "/")
    #expect(value.path == url.path)
  }

  @Test func aStoredValueOfAnotherTypeIsAnError() {
    withDependencies {
      $0.defaultAppStorage = .inMemory
      $0.defaultAppStorage["count"] = .string("many")
    } operation: {
      @Shared(.appStorage("count")) var count = 5
      #expect(count == 5 && $count.loadError is AppStorageError)
    }
  }

  @Test(arguments: [DependencyContext.test, .live])
  func directWritesToTheUserDefaultsAreNoticed(context: DependencyContext) async throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    await withDependencies {
      $0.context = context
      $0.defaultAppStorage = AppStorage(defaults)
    } operation: {
      @Shared(.appStorage("count")) var count = 1
      @Shared(.appStorage("point")) var point = Point()
      #expect(defaults.integer(forKey: "count") == 1, "the default value is stored")
      var values = $count.publisher.makeAsyncIterator()
      #expect(await values.next() == 1)
      let calls = CallCount()
      withObservationTracking {
        _ = count
      } onChange: {
        calls.increment()
      }
      defaults.set(5, forKey: "count")
      #expect(count == 5 && calls.value == 1)
      #expect(await values.next() == 5)
      defaults.set(6, forKey: "count")
      $count.withLock { $0 += 1 }
      #expect(defaults.integer(forKey: "count") == 7)
      #expect(await values.next() == 6)
      #expect(await values.next() == 7)
      defaults.removeObject(forKey: "count")
      #expect(count == 1, "without a stored value the default applies")
      #expect(await values.next() == 1)
      #expect(point.x == 1)
    }
  }

  @Test func aChangeMayReadItsValueWhileOthersWriteTheUserDefaults() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: defaults)) var count = 1
    $count.withLock { [$count] in
      defaults.set(5, forKey: "count")
      $0 += $count.wrappedValue
    }
    #expect(count == 2 && defaults.integer(forKey: "count") == 2, "the change overwrites it")
  }

  /// While a value is saved, someone reads the one that was changed meanwhile.
  @Test func whatIsBeingSavedIsNotTakenForNews() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: defaults)) var optional: Int?
    @Shared(.appStorage("count", store: defaults)) var count = 0
    withObservationTracking {
      _ = optional
    } onChange: { [$count] in
      _ = $count.wrappedValue
    }
    withObservationTracking {
      _ = count
    } onChange: { [$count] in
      $count.withLock { $0 = 2 }
    }
    $count.withLock { $0 = 1 }
    #expect(count == 2 && optional == 2 && defaults.integer(forKey: "count") == 2)
  }

  @Test func noConcurrentChangeOfTheUserDefaultsIsLost() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let count = Shared(wrappedValue: 0, .appStorage("count", store: defaults))
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 { count.withLock { $0 += 1 } }
    }
    #expect(count.wrappedValue == 1000 && defaults.integer(forKey: "count") == 1000)
  }

  @Test func userDefaultsOfOneSuiteAreOneStorage() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: UserDefaults(suiteName: suite))) var one = 1
    @Shared(.appStorage("count", store: UserDefaults(suiteName: suite))) var other = 2
    @Shared(.appStorage("count", store: UserDefaults(suiteName: suite + "2"))) var apart = 3
    $one.withLock { $0 = 5 }
    #expect(other == 5 && apart == 3)
    UserDefaults().removePersistentDomain(forName: suite + "2")
  }

  @Test func directWritesToTheStorageAreNoticed() async {
    await withDependencies {
      $0.defaultAppStorage = .inMemory
    } operation: {
      @Shared(.appStorage("count")) var count = 1
      @Shared(.appStorage("count")) var optional: Int?
      var values = $count.publisher.makeAsyncIterator()
      #expect(await values.next() == 1)
      DependencyValues.defaultAppStorageNow["count"] = .int(5)
      #expect(count == 5 && optional == 5)
      #expect(await values.next() == 5)
      $optional.withLock { $0 = nil }
      #expect(count == 1)
    }
  }

  @Test func userDefaultsCanBeNamed() throws {
    let suite = "todoshell-sharing-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: defaults)) var count = 0
    @Shared(.appStorage("name", store: UserDefaults(suiteName: suite))) var name: String?
    @Shared(.appStorage("color", store: defaults)) var color = Color.red
    @Shared(.appStorage("colorOrNil", store: defaults)) var colorOrNil: Color?
    @Shared(.appStorage("point", store: defaults)) var point = Point()
    $count.withLock { $0 = 5 }
    $name.withLock { $0 = "Blob" }
    $color.withLock { $0 = .green }
    $colorOrNil.withLock { $0 = .green }
    $point.withLock { $0.x = 3 }
    #expect(defaults.integer(forKey: "count") == 5 && defaults.string(forKey: "name") == "Blob")
    #expect(defaults.string(forKey: "color") == "green" && defaults.string(forKey: "colorOrNil") == "green")
    @Shared(.appStorage("point", store: AppStorage(defaults))) var same = Point()
    #expect(same.x == 3)
  }

  /// A key of the user's: what is loaded arrives later.
  struct RemoteConfigKey: SharedReaderKey, Hashable {
    let pending: Pending

    func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
      pending.continuation.withLock { $0 = continuation }
    }

    final class Pending: Sendable, Hashable {
      let continuation = Mutex<LoadContinuation<String>?>(nil)
      static func == (lhs: Pending, rhs: Pending) -> Bool { lhs === rhs }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
  }

  @Test func aKeyOfOnesOwnMayLoadLater() {
    let pending = RemoteConfigKey.Pending()
    @SharedReader(RemoteConfigKey(pending: pending)) var config = "default"
    #expect(config == "default" && $config.isLoading)
    pending.continuation.withLock { $0 }?.resume(returning: "remote")
    #expect(config == "remote" && !$config.isLoading)
  }

  @Test func whatFailsToLoadOrToSaveIsThrownAndKept() async {
    struct BrokenKey: SharedKey, Hashable {
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resume(throwing: TestError())
      }
      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        continuation.resume(throwing: TestError())
      }
    }
    @Shared(BrokenKey()) var count = 3
    $count.withLock { $0 = 4 }
    #expect(count == 4 && $count.loadError is TestError && $count.saveError is TestError)
    await #expect(throws: TestError.self) { try await $count.load() }
    await #expect(throws: TestError.self) { try await $count.save() }
    await #expect(throws: TestError.self) { try await Shared(require: BrokenKey()) }
  }

  @Test func whatNobodyRefersToIsLoadedAnew() {
    // Only the running program lets go of values.
    withDependencies {
      $0.context = .live
      $0.defaultAppStorage = .inMemory
    } operation: {
      do {
        @Shared(.appStorage("count")) var count = 0
        $count.withLock { $0 = 1 }
      }
      DependencyValues.defaultAppStorageNow["count"] = .int(9)
      @Shared(.appStorage("count")) var count = 0
      #expect(count == 9)
    }
  }
}

extension DependencyValues {
  fileprivate static var defaultAppStorageNow: AppStorage {
    @Dependency(\.defaultAppStorage) var storage
    return storage
  }
}

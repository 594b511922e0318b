import Core
import Testing

private struct ConstantKey: SharedReaderKey, Hashable {
  let number: Int

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(returning: number)
  }
}

// One name for keys of several types, of which the value, the default and what can be written select one.

extension SharedReaderKey where Self == AppStorageKey<Int>.Default {
  fileprivate static var count: Self { Self[.appStorage("count"), default: 1] }
}

extension SharedReaderKey where Self == InMemoryKey<String>.Default {
  fileprivate static var count: Self { Self[.inMemory("count"), default: "none"] }
}

extension SharedReaderKey where Self == InMemoryKey<Int?>.Default {
  fileprivate static var limit: Self { Self[.inMemory("limit"), default: 10] }
}

extension SharedReaderKey where Self == InMemoryKey<Int> {
  fileprivate static var total: Self { .inMemory("total") }
}

extension SharedReaderKey where Self == ConstantKey {
  fileprivate static var total: Self { ConstantKey(number: 5) }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var rate: Self { Self[.inMemory("rate"), default: 2] }
}

extension SharedReaderKey where Self == ConstantKey.Default {
  fileprivate static var rate: Self { Self[ConstantKey(number: 6), default: 0] }
}

struct SharedKeyNamesTests {
  @Test func theValueSelectsTheKey() {
    @Shared(.count) var number: Int
    @Shared(.count) var text: String
    @SharedReader(.count) var readNumber: Int
    @SharedReader(.count) var readText: String
    #expect(number == 1 && text == "none" && readNumber == 1 && readText == "none")
  }

  @Test func aReaderPrefersTheKeyThatCanBeWritten() {
    @Shared(.total) var total = 1
    @SharedReader(.total) var readTotal = 7
    @Shared(.rate) var rate
    @SharedReader(.rate) var readRate: Int
    @SharedReader(.rate) var readRateOrSeven = 7
    #expect(total == 1 && readTotal == 1)
    #expect(rate == 2 && readRate == 2 && readRateOrSeven == 2)
  }

  @Test func anOptionalKeyMayHaveADefault() {
    @Shared(.limit) var limit: Int?
    @SharedReader(.limit) var readLimit: Int?
    #expect(limit == 10 && readLimit == 10)
  }
}

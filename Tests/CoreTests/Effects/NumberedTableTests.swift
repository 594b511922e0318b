import TestSupport
import Testing

@testable import Core

struct NumberedTableTests {
  /// A table and the dictionary that it must agree with.
  private struct Pair {
    var table = NumberedTable<String>()
    var expected: [Int: String] = [:]

    mutating func insert(_ number: Int) {
      table.insert("\(number)", number: number)
      expected[number] = "\(number)"
    }

    mutating func remove(_ number: Int) {
      table.remove(number)
      expected[number] = nil
    }

    func check() {
      #expect(table.numbers == expected.keys.sorted())
      #expect(table.values == expected.sorted { $0.key < $1.key }.map(\.value))
      var visited: [String] = []
      table.forEach { visited.append($0) }
      #expect(visited == table.values)
      #expect(table.isEmpty == expected.isEmpty)
    }
  }

  @Test(arguments: [3, 16, 40, 200])
  func isADictionaryInTheOrderOfItsNumbers(size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    var pair = Pair()
    for _ in 0..<2_000 {
      let number = Int.random(in: 0..<2 * size, using: &random)
      #expect(pair.table[number] == pair.expected[number])
      if pair.expected[number] == nil { pair.insert(number) } else { pair.remove(number) }
      #expect(pair.table[number] == pair.expected[number])
      if number.isMultiple(of: 7) { pair.check() }
    }
    pair.check()
  }

  @Test func growsAndShrinksPastWhatAnArrayHolds() {
    var pair = Pair()
    for number in 0..<100 { pair.insert(number) }
    pair.check()
    for number in 0..<100 {
      pair.remove(number)
      pair.check()
    }
  }

  /// Effects that were started long ago keep their low numbers beside those of today.
  @Test func numbersMayBeFarApart() {
    var pair = Pair()
    let numbers = (0..<63).flatMap { [1 << $0, 1 << $0 | 5] } + [0, .max]
    for number in Set(numbers).sorted(by: { $0.nonzeroBitCount < $1.nonzeroBitCount }) { pair.insert(number) }
    pair.check()
    for number in Set(numbers).sorted(by: >) {
      #expect(pair.table[number] == "\(number)")
      pair.remove(number)
      pair.check()
    }
    #expect(pair.table[1 << 40] == nil)
  }

  @Test(arguments: [1, 16, 100])
  func aCopyStaysAsItIs(size: Int) {
    var pair = Pair()
    for number in 0..<size { pair.insert(number) }
    let copy = pair
    pair.insert(size)
    for number in 0..<size { pair.remove(number) }
    copy.check()
    pair.check()
  }

  @Test func whatIsNotThereIsNotTakenOut() {
    var pair = Pair()
    pair.remove(1)
    pair.check()
    for number in 0..<40 { pair.insert(number) }
    pair.remove(40)
    pair.check()
  }
}

import Foundation
import Testing

@testable import Core
@testable import TestSupport

/// Generic code that reorders any mutable collection in place reorders an identified array, too.
@Suite(.serialized) struct IdentifiedArraySortTests {
  private typealias Items = IdentifiedArrayOf<Item>

  private func shuffled(_ count: Int) -> Items {
    var generator = SplitMix64(seed: UInt64(count))
    return IdentifiedArray(uniqueElements: (0..<count).map { Item($0) }.shuffled(using: &generator))
  }

  /// Everything in the standard library and Foundation that permutes a mutable collection.
  private func permutations<C: MutableCollection & RandomAccessCollection>(
    of _: C.Type
  ) -> [String: (inout C) -> Void] where C.Element == Item, C.Index == Int {
    [
      "sort()": { $0.sort() },
      "sort(by:)": { $0.sort { $0.text > $1.text } },
      "sort(using:)": { $0.sort(using: KeyPathComparator(\.id, order: .reverse)) },
      "sort(using: [])": { $0.sort(using: [KeyPathComparator(\.text.count), KeyPathComparator(\.id)]) },
      "swapAt": { for index in $0.indices.dropLast() { $0.swapAt(index, index + 1) } },
      "partition": { _ = $0.partition { $0.id.isMultiple(of: 3) } },
      "reverse": { $0.reverse() },
      "shuffle": { items in
        var generator = SplitMix64(seed: 7)
        items.shuffle(using: &generator)
      },
      "moveSubranges": { items in
        let moved = items.indices { $0.id.isMultiple(of: 2) }
        _ = items.moveSubranges(moved, to: items.endIndex / 2)
      },
      "a slice sorted": { $0[($0.endIndex / 4)..<($0.endIndex / 2)].sort() },
      "a slice reversed": { $0[...($0.endIndex / 2)].reverse() },
      "assignments": { items in
        let sorted = items.sorted()
        for (index, element) in zip(items.indices, sorted) { items[index] = element }
      },
      "a slice swapped": { $0[..<($0.endIndex / 2)].swapAt(0, $0.endIndex / 2 - 1) },
      "a slice partitioned": { _ = $0[...].partition { $0.id.isMultiple(of: 2) } },
      "storage": { items in
        items.withContiguousMutableStorageIfAvailable { $0.swapAt(0, $0.endIndex - 1) }
      },
    ]
  }

  @Test(arguments: [4, 16, 40, 1_000])
  func genericPermutationsGiveTheSameOrderAsInAnArray(count: Int) async {
    for (name, permute) in permutations(of: Items.self) {
      let before = shuffled(count)
      var (items, array) = (before, Array(before))
      let issues = await issues { permute(&items) }
      permutations(of: [Item].self)[name]?(&array)
      if let factor = name.contains("partition") ? name.contains("slice") ? 2 : 3 : nil {
        // The order within the parts may differ.
        let pivot = array.firstIndex { $0.id.isMultiple(of: factor) } ?? array.endIndex
        #expect(Set(items[..<pivot]) == Set(array[..<pivot]), "\(name)")
        #expect(items[pivot...].allSatisfy { $0.id.isMultiple(of: factor) }, "\(name)")
      } else {
        #expect(items.elements == array, "\(name)")
      }
      #expect(Set(items) == Set(before) && issues == [], "\(name): \(issues)")
      #expect(items.brokenInvariant() == nil, "\(name)")
      #expect(before == shuffled(count), "\(name): a copy keeps its order")
    }
  }

  /// Counts comparisons of elements, and reads of ids, which grow with the number of moves.
  @Test(arguments: [1_000, 8_000])
  func aGenericSortIsNotQuadratic(count: Int) {
    struct Row: Identifiable {
      let number: Int
      let asked: CallCount
      var id: Int {
        asked.increment()
        return number
      }
    }
    func sort<C: MutableCollection & RandomAccessCollection>(
      _ rows: inout C,
      _ compared: CallCount
    ) where C.Element == Row {
      rows.sort {
        compared.increment()
        return $0.number < $1.number
      }
    }
    let (asked, compared) = (CallCount(), CallCount())
    let numbers = shuffled(count).map(\.id)
    var rows = IdentifiedArray(uniqueElements: numbers.map { Row(number: $0, asked: asked) })
    let start = asked.value
    sort(&rows, compared)
    #expect(rows.map(\.number) == Array(0..<count))
    #expect(compared.value < count * 30, "\(compared.value)")
    #expect(asked.value - start < count * 14, "\(asked.value - start)")
    #expect(rows[id: 5]?.number == 5)
  }

  @Test func elementsInOrderStayShared() {
    let before = items(0..<1_000)
    var sorted = before
    sorted.sort(using: KeyPathComparator(\.id))
    #expect(sorted.isIdentical(to: before))
    sorted.append(Item(-1))
    let appended = sorted
    sorted.sort(using: KeyPathComparator(\.id))
    #expect(sorted[0].id == -1)
    #expect(sorted.tree.nodes.subtracting(appended.tree.nodes).count < 12, "one element was moved")
  }

  @Test(arguments: [3, 50])
  func changesOfTheStorageAreKept(count: Int) async {
    struct Failure: Error {}
    var array = items(0..<count)
    #expect(throws: Failure.self) {
      try array.withContiguousMutableStorageIfAvailable { storage in
        storage[1].text = "changed"
        storage[2] = Item(-1)
        throw Failure()
      }
    }
    #expect(array[1].text == "changed" && array[id: -1] != nil && array[id: 2] == nil)
    #expect(array.brokenInvariant() == nil)
    let issues = await issues { array.withContiguousMutableStorageIfAvailable { $0[0] = $0[1] } }
    #expect(issues.count == 1 && array.count == count - 1, "of two elements with one id, the first is kept")
  }

  @Test func anEmptyArrayCanBeReordered() {
    var none: Items = []
    none.sort(using: KeyPathComparator(\.id))
    none[0..<0].reverse()
    #expect(none.isEmpty)
  }
}

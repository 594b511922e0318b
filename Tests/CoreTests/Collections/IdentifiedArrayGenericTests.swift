import Core
import Testing

@testable import TestSupport

/// What code written for any collection, or for an ordered set, finds in an identified array.
struct IdentifiedArrayGenericTests {
  struct Item: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  struct Color: Hashable, Identifiable {
    let name: String
    var id: Self { self }
  }

  private func items(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Item> {
    IdentifiedArray(uniqueElements: ids.map { Item(id: $0) })
  }

  private func issues(of operation: () -> Void) -> Int {
    let reporter = RecordingReporter()
    withIssueReporters([reporter], operation: operation)
    return reporter.messages.count
  }

  /// Everything that the protocol offers, as an array does it.
  private func edit<C: RangeReplaceableCollection & RandomAccessCollection>(
    _ collection: inout C,
    from other: C
  )
  where C.Index == Int, C.Element == Item {
    collection.append(Item(id: 5_000))
    collection.append(contentsOf: other.prefix(2))
    collection.insert(Item(id: 5_001), at: 1)
    collection.insert(contentsOf: other.dropFirst(2).prefix(2), at: collection.count / 2)
    collection.replaceSubrange(2..<4, with: other.dropFirst(4).prefix(5))
    collection.replaceSubrange(0...0, with: EmptyCollection())
    collection.remove(at: 3)
    collection.removeSubrange(1..<2)
    collection.removeFirst()
    collection.removeFirst(2)
    collection += other.suffix(2)
    collection.removeAll { $0.id.isMultiple(of: 7) }
    collection = collection + other.dropFirst(10).prefix(1)
    collection.reserveCapacity(100)
    collection = collection.filter { $0.id != 11 }
  }

  @Test(arguments: [10, 40, 1_000])
  func genericEditsAreThoseOfAnArray(count: Int) {
    var (list, array) = (items(0..<count), Array(items(0..<count)))
    let before = list
    let other = items(1_000..<1_050)
    let issues = issues {
      edit(&list, from: other)
      edit(&array, from: Array(other))
    }
    #expect(Array(list) == array && issues == 0)
    #expect(before == items(0..<count), "a copy keeps what it had")
    #expect(array.allSatisfy { list[id: $0.id] == $0 } && list.count == array.count)
  }

  @Test func aDuplicateThatGenericCodeInsertsIsLeftOut() {
    func append<C: RangeReplaceableCollection>(_ element: C.Element, to collection: inout C) {
      collection.append(element)
      collection.insert(element, at: collection.startIndex)
    }
    var list = items(0..<3)
    let again = [Item(id: 1, text: "again")]
    #expect(issues { append(again[0], to: &list) } == 0)
    #expect(issues { list += again + [Item(id: 5)] } == 0)
    let edits: [(inout IdentifiedArrayOf<Item>) -> Void] = [
      { $0.append(again[0]) }, { $0.append(contentsOf: again) },
    ]
    #expect(issues { for edit in edits { edit(&list) } } == 0, "in a closure without a result, too")
    #expect(list == [Item(id: 0), Item(id: 1), Item(id: 2), Item(id: 5)])
    #expect(issues { list.replaceSubrange(0..<1, with: [Item(id: 9)] + again) } == 1)
    #expect(issues { list.insert(contentsOf: again, at: 0) } == 1)
    #expect(list == [Item(id: 9), Item(id: 1), Item(id: 2), Item(id: 5)])
    let (isInserted, index) = list.append(again[0])
    #expect(!isInserted && index == 1 && list.insert(Item(id: 7), at: 0).inserted)
  }

  @Test func anArrayMayBeMadeOfElementsThatAreTheirOwnIDs() {
    let names = ["red", "green", "red"].map(Color.init)
    var colors: IdentifiedArray<Color, Color> = []
    let issues = issues { colors = IdentifiedArray(names) }
    #expect(colors.map(\.name) == ["red", "green"] && issues == 0, "the first of each stays")
    #expect(IdentifiedArray(items(0..<100).reversed()).ids.first == 99)
    #expect((items(0..<2) + [Item(id: 7)]).ids == [0, 1, 7])
  }

  @Test(arguments: [[], [3, 1, 2], Array(0..<50).reversed(), [9, 100, 4]])
  func idsAreAnOrderedSet(other: [Int]) {
    for ids in [items([]).ids, items([2, 3, 1, 9]).ids, items(0..<100).ids] {
      let (own, others) = (Array(ids), Set(other))
      let new = other.filter { !ids.contains($0) }
      #expect(ids == own && own == ids && ids.elements == own)
      #expect(ids.union(other) == own + new)
      #expect(ids.intersection(other) == own.filter { others.contains($0) })
      #expect(ids.subtracting(other) == own.filter { !others.contains($0) })
      #expect(ids.symmetricDifference(other) == own.filter { !others.contains($0) } + new)
      #expect(ids.isSubset(of: other) == Set(own).isSubset(of: others))
      #expect(ids.isStrictSubset(of: other) == Set(own).isStrictSubset(of: others))
      #expect(ids.isSuperset(of: other) == Set(own).isSuperset(of: others))
      #expect(ids.isStrictSuperset(of: other) == Set(own).isStrictSuperset(of: others))
      #expect(ids.isDisjoint(with: other) == Set(own).isDisjoint(with: others))
      #expect(ids.isEqualSet(to: other) == (Set(own) == others))
      #expect(ids.isEqualSet(to: ids.reversed()) && ids.isSubset(of: ids) && ids.isSuperset(of: ids))
      for id in other {
        #expect(ids.contains(id) == own.contains(id) && ids.firstIndex(of: id) == own.firstIndex(of: id))
      }
    }
  }

  /// Counts its comparisons.
  struct CountedID: Hashable {
    @TaskLocal static var comparisons = LockIsolated(0)
    let number: Int

    static func == (left: Self, right: Self) -> Bool {
      comparisons.withValue { $0 += 1 }
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func setOperationsCompareEachIDAFewTimes() {
    let list = IdentifiedArray(uniqueElements: (0..<2_000).map(CountedID.init), id: \.self)
    CountedID.$comparisons.withValue(LockIsolated(0)) {
      let ids = list.ids.union([CountedID(number: 2_000)])
      #expect(ids.isSuperset(of: ids) && ids.isSubset(of: ids) && !ids.isDisjoint(with: list.ids))
      #expect(ids.symmetricDifference(list.ids).count == 1)
      #expect(ids.lastIndex(of: CountedID(number: 2_000)) == 2_000)
      #expect(CountedID.comparisons.value < 2_000 * 20)
    }
  }
}

/// A slice of an identified array, changed at random like one of an array.
struct IdentifiedArraySliceTests {
  private typealias Item = IdentifiedArrayGenericTests.Item

  /// Anything that a slice of an array can do.
  ///
  /// - Returns: Whether the indices remain those of the array. The standard library's `Slice`, unlike its `ArraySlice`, begins
  ///   at 0 again after `removeAll(where:)` in generic code.
  private func change<C: RangeReplaceableCollection & MutableCollection & RandomAccessCollection>(
    _ slice: inout C,
    _ ids: inout Int,
    using random: inout SeededGenerator
  ) -> Bool where C.Index == Int, C.Element == Item, C.SubSequence == C {
    func place(_ end: Int, _ random: inout SeededGenerator) -> Int {
      Int.random(in: slice.startIndex...end, using: &random)
    }
    func new() -> Item {
      ids += 1
      return Item(id: ids)
    }
    let (choice, end) = (Int.random(in: 0..<15, using: &random), place(slice.endIndex, &random))
    let range = place(end, &random)..<end
    switch choice {
    case 0: slice.append(new())
    case 1: slice.insert(new(), at: end)
    case 2: slice.replaceSubrange(range, with: [new(), new()])
    case 3: slice.removeSubrange(range)
    case 4: slice.reverse()
    case 5: slice.sort { $0.id < $1.id }
    case 6: slice.shuffle(using: &random)
    case 7: slice = slice.filter { $0.id.isMultiple(of: 2) }
    case 8: slice.append(contentsOf: slice.prefix(1))
    case 9: slice = slice.prefix(1) + slice.suffix(2)
    case 10: slice.insert(contentsOf: slice[range], at: slice.startIndex)
    case 11: slice[range].reverse()
    case 12 where !slice.isEmpty: slice[slice.startIndex].text += "!"
    case 13 where !slice.isEmpty: slice.swapAt(slice.startIndex, slice.endIndex - 1)
    default:
      slice.removeAll { $0.id.isMultiple(of: 3) }
      return false
    }
    return true
  }

  @Test(arguments: 0..<60) func sliceBehavesLikeThatOfAnArray(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var list = IdentifiedArray(uniqueElements: (0..<[3, 40, 400][seed % 3]).map { Item(id: $0) })
    for round in 0..<20 {
      var array = Array(list)
      let end = Int.random(in: 0...array.count, using: &random)
      let range = Int.random(in: 0...end, using: &random)..<end
      var (slice, model, hasIndices) = (list[range], array[range], true)
      for step in 0..<8 {
        var (ids, again, copy) = (1_000 + 20 * (8 * round + step), 1_000 + 20 * (8 * round + step), random)
        hasIndices = change(&slice, &ids, using: &random) && hasIndices
        _ = change(&model, &again, using: &copy)
        #expect(
          Array(slice) == Array(model) && (!hasIndices || slice.indices == model.indices),
          "round \(round), step \(step): \(slice.indices), \(model.indices)"
        )
      }
      #expect(Array(list) == array, "a slice is a copy")
      let reporter = RecordingReporter()
      withIssueReporters([reporter]) { list[range] = slice }
      array[range] = model
      // Duplicates, if any, are omitted and reported: those in the slice give way.
      var known = Set((array[..<range.lowerBound] + array[(range.lowerBound + model.count)...]).map(\.id))
      let kept = model.filter { known.insert($0.id).inserted }
      #expect(reporter.messages.count == model.count - kept.count)
      array.replaceSubrange(range.lowerBound..<range.lowerBound + model.count, with: kept)
      #expect(Array(list) == array, "round \(round)")
      #expect(array.allSatisfy { list[id: $0.id] == $0 })
    }
  }

  @Test func slicesAreJoinedInOrder() {
    let all = IdentifiedArray(uniqueElements: (1...3).map { Item(id: $0) })
    #expect((all.prefix(1) + all.suffix(1)).map(\.id) == [1, 3])
    #expect((all.dropFirst() + all.prefix(2)).map(\.id) == [2, 3, 1, 2])
  }

  @Test func partOfAnArrayIsSortedInPlace() {
    var all = IdentifiedArray(uniqueElements: [3, 2, 1, 0].map { Item(id: $0) })
    all[1..<4].sort { $0.id < $1.id }
    #expect(all.ids == [3, 0, 1, 2])
  }
}

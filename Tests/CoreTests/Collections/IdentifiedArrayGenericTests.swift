import Core
import Testing

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
}

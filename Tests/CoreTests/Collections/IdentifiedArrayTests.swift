import Foundation
import Testing

@testable import Core
@testable import TestSupport

struct IdentifiedArrayTests {
  @Test func aMissingElementIsTheGivenOneAndAppendedByAChange() {
    struct Item: Identifiable, Equatable { let id: Int, count: Int }
    var items: IdentifiedArrayOf<Item> = [Item(id: 1, count: 1), Item(id: 2, count: 2)]
    #expect(items[id: 1, default: Item(id: 1, count: 9)].count == 1)
    #expect(items[id: 3, default: Item(id: 3, count: 9)].count == 9)
    #expect(items.count == 2)
    func increment(_ item: inout Item) { item = Item(id: item.id, count: item.count + 1) }
    increment(&items[id: 3, default: Item(id: 3, count: 0)])
    increment(&items[id: 1, default: Item(id: 1, count: 0)])
    #expect(items.elements == [Item(id: 1, count: 2), Item(id: 2, count: 2), Item(id: 3, count: 1)])
  }

  @Test(arguments: [0, 1, 32, 33, 500])
  func findsElementsByPositionAndById(count: Int) {
    let array = items(0..<count)
    #expect(array.count == count)
    #expect(array.isEmpty == (count == 0))
    #expect(array.elements == (0..<count).map { Item($0) })
    #expect(Array(array.ids) == Array(0..<count))
    for id in 0..<count {
      #expect(array[id].id == id)
      #expect(array[id: id] == Item(id))
      #expect(array.index(id: id) == id)
      #expect(array.ids.contains(id) && array.contains(id: id))
    }
    #expect(array[id: count] == nil && array.index(id: count) == nil && !array.ids.contains(count))
    #expect(array.brokenInvariant() == nil)
  }

  @Test(arguments: [3, 40])
  func appendAndInsertRefuseAnIdThatIsThere(count: Int) {
    var array = items(0..<count)
    #expect(array.append(Item(1, "second")) == (false, 1))
    #expect(array.insert(Item(2, "second"), at: 0) == (false, 2))
    #expect(array == items(0..<count))
    #expect(array.append(Item(count)) == (true, count))
    #expect(array.insert(Item(-1), at: 0) == (true, 0))
    array.append(contentsOf: [Item(0, "second"), Item(count + 1)])
    #expect(Array(array.ids) == Array(-1...(count + 1)))
    #expect(array[id: 0] == Item(0))
  }

  @Test(arguments: [3, 40])
  func updateReplacesOrAdds(count: Int) {
    var array = items(0..<count)
    #expect(array.updateOrAppend(Item(1, "new")) == Item(1))
    #expect(array.updateOrAppend(Item(count, "new")) == nil)
    #expect(array.updateOrInsert(Item(2, "new"), at: 0) == (Item(2), 2))
    #expect(array.updateOrInsert(Item(-1, "new"), at: 0) == (nil, 0))
    #expect(array.update(Item(0, "new"), at: 1) == Item(0))
    #expect(array.filter { $0.text == "new" }.map(\.id) == [-1, 0, 1, 2, count])
  }

  @Test(arguments: [3, 40])
  func subscriptByIdAppendsChangesAndRemoves(count: Int) {
    var array = items(0..<count)
    array[id: count] = Item(count)
    array[id: 0]?.text = "changed"
    array[id: 1] = nil
    array[id: -5]?.text = "nobody"
    array[id: -5] = nil
    #expect(array.elements == [Item(0, "changed")] + (2...count).map { Item($0) })
    #expect(array.brokenInvariant() == nil)
  }

  /// The optional of the first has room for `nil` among its bits, of the second not.
  @Test(arguments: [3, 40])
  func anElementIsPassedOnAsAnOptionalOne(count: Int) {
    struct Number: Identifiable, Equatable {
      let id: Int
      var square: Int
    }
    var texts = items(0..<count)
    let before = texts
    exchange(&texts[id: 1]) { Item(1, $0.text + "!") }
    exchange(&texts[id: 2]) { _ in nil }
    exchange(&texts[id: -1]) { $0 }
    replace(&texts[id: -2], with: Item(-2, "new"))
    let rest = (3..<count).map { Item($0) }
    #expect(texts.elements == [Item(0), Item(1, Item(1).text + "!")] + rest + [Item(-2, "new")])
    #expect(before == items(0..<count))
    #expect(texts.brokenInvariant() == nil)

    var numbers = IdentifiedArray(uniqueElements: (0..<count).map { Number(id: $0, square: 0) })
    exchange(&numbers[id: 1]) { Number(id: 1, square: $0.square + 1) }
    exchange(&numbers[id: 2]) { _ in nil }
    exchange(&numbers[id: -1]) { $0 }
    replace(&numbers[id: -2], with: Number(id: -2, square: 4))
    #expect(numbers.map(\.square) == [0, 1] + (3..<count).map { _ in 0 } + [4])
    #expect(numbers.brokenInvariant() == nil)

    func exchange<Element>(_ element: inout Element?, _ change: (Element) -> Element?) {
      if let old = element { element = change(old) }
    }
    func replace<Element>(_ element: inout Element?, with new: Element) {
      #expect(element == nil)
      element = nil
      element = new
    }
  }

  @Test func anElementThatIsRemovedInPlaceIsReleasedOnce() {
    final class Token {}
    struct Held: Identifiable {
      let id: Int
      var token: Token?
      var name = ""
    }
    weak var released: Token?
    weak var kept: Token?
    var list = IdentifiedArray(uniqueElements: (0..<3).map { Held(id: $0, token: Token()) })
    released = list[id: 1]?.token
    kept = list[id: 2]?.token
    let clear = { (element: inout Held?) in element = nil }
    clear(&list[id: 1])
    list[id: 2]?.name = "changed"
    #expect(released == nil && kept != nil && kept === list[id: 2]?.token && list.count == 2)
    list = []
    #expect(kept == nil)
  }

  @Test(arguments: [3, 40])
  func removalsGiveBackWhatTheyRemoved(count: Int) {
    var array = items(0..<count)
    #expect(array.remove(id: 1) == Item(1))
    #expect(array.remove(id: 1) == nil)
    #expect(array.remove(Item(2, "other text")) == Item(2))
    #expect(array.remove(at: 0) == Item(0))
    array = items(0..<count)
    #expect(array.removeFirst() == Item(0) && array.removeLast() == Item(count - 1))
    array = items(0..<count)
    array.removeFirst(2)
    array.removeSubrange(1...)
    #expect(array.popLast() == Item(2))
    #expect(array.popFirst() == nil && array.popLast() == nil && array.isEmpty)
    array = items(0..<count)
    array.removeAll(keepingCapacity: true)
    #expect(array == [] && array.brokenInvariant() == nil)
  }

  @Test func movesAsAListOnScreenDoes() {
    // Source positions, destination, and what comes out of 0...5.
    let cases: [(IndexSet, Int, [Int])] = [
      ([0], 0, [0, 1, 2, 3, 4, 5]), ([0], 1, [0, 1, 2, 3, 4, 5]), ([0], 2, [1, 0, 2, 3, 4, 5]),
      ([0], 6, [1, 2, 3, 4, 5, 0]), ([5], 0, [5, 0, 1, 2, 3, 4]), ([1, 3], 5, [0, 2, 4, 1, 3, 5]),
      ([1, 4], 0, [1, 4, 0, 2, 3, 5]), ([0, 5], 3, [1, 2, 0, 5, 3, 4]), ([2, 3], 3, [0, 1, 2, 3, 4, 5]),
      ([], 3, [0, 1, 2, 3, 4, 5]),
    ]
    for (source, destination, expected) in cases {
      var array = items(0..<6)
      array.move(fromOffsets: source, toOffset: destination)
      #expect(Array(array.ids) == expected, "\(Array(source)) to \(destination)")
    }
  }

  @Test func removesAtOffsets() {
    var array = items(0..<6)
    array.remove(atOffsets: [0, 2, 5])
    #expect(Array(array.ids) == [1, 3, 4])
  }

  @Test(arguments: [6, 100])
  func positionsCanBeInAnyOrderAndDuplicate(count: Int) {
    let positions = [4, 0, 4, 2]
    var (removed, moved, sorted) = (items(0..<count), items(0..<count), items(0..<count))
    removed.remove(atOffsets: positions)
    #expect(Array(removed.ids) == (0..<count).filter { !positions.contains($0) })
    moved.move(fromOffsets: positions, toOffset: 5)
    sorted.move(fromOffsets: IndexSet(positions), toOffset: 5)
    #expect(Array(moved.ids) == Array(sorted.ids))
    #expect(moved.brokenInvariant() == nil)
  }

  @Test(arguments: [10, 33, 100, 1_000])
  func sortingIsStable(count: Int) {
    var array = items(0..<count)
    array.sort { $0.id % 7 < $1.id % 7 }
    let expected = (0..<7).flatMap { rest in (0..<count).filter { $0 % 7 == rest } }
    #expect(Array(array.ids) == expected)
    array.sort()
    #expect(array == items(0..<count))
    #expect(array.brokenInvariant() == nil)
  }

  @Test func sortingMovesFinishedItemsBehindAsTheTodosDo() {
    var array = items(0..<200)
    array[id: 3]?.isDone = true
    let before = array
    array.sort { $1.isDone && !$0.isDone }
    #expect(array.last?.id == 3)
    #expect(array.tree.nodes.subtracting(before.tree.nodes).count < 8, "Only one element had to move")
  }

  @Test(arguments: [10, 100])
  func whatChangesNothingKeepsTheVersion(count: Int) {
    let array = items(0..<count)
    let operations: [(String, (inout IdentifiedArrayOf<Item>) -> Void)] = [
      ("sort", { $0.sort() }),
      ("move", { $0.move(fromOffsets: [3, 4], toOffset: 4) }),
      ("removeAll(where:)", { $0.removeAll { $0.id < 0 } }),
      ("filter", { $0 = $0.filter { $0.id >= 0 } }),
      ("partition", { $0.partition { $0.id > 4 } }),
      ("remove(id:)", { $0.remove(id: -1) }),
      ("remove(atOffsets:)", { $0.remove(atOffsets: []) }),
      ("swapAt", { $0.swapAt(2, 2) }),
      ("append of what is there", { $0.append(Item(3)) }),
      ("optional chaining without an element", { $0[id: -1]?.isDone = true }),
    ]
    for (name, operation) in operations {
      var copy = array
      operation(&copy)
      #expect(copy.isIdentical(to: array), "\(name)")
    }
  }

  @Test func partitionReversesAndShuffles() {
    var array = items(0..<100)
    #expect(array.partition { $0.id % 2 == 0 } == 50)
    #expect(array.prefix(50).allSatisfy { $0.id % 2 == 1 })
    array = items(0..<100)
    array.reverse()
    #expect(Array(array.ids) == (0..<100).reversed())
    var generator = SeededGenerator(seed: 1)
    array.shuffle(using: &generator)
    #expect(array.ids.sorted() == Array(0..<100) && array != items(0..<100))
    #expect(array.brokenInvariant() == nil)
  }

  @Test func equalArraysAreEqualWhateverTheirHistory() {
    var grown: IdentifiedArrayOf<Item> = []
    for id in (0..<300).reversed() { grown.insert(Item(id), at: 0) }
    let built = items(0..<300)
    #expect(grown == built && grown.hashValue == built.hashValue)
    #expect(!grown.isIdentical(to: built))
    #expect(grown.ids == built.ids)
    grown[299].isDone = true
    #expect(grown != built && grown.ids == built.ids)
    #expect(items(0..<3) != items(0..<4))
  }

  @Test(arguments: [2, 50])
  func encodesAsAnArray(count: Int) throws {
    let array = items(0..<count)
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode([Item].self, from: data) == array.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == array)
  }

  @Test func decodingRefusesTwoElementsWithOneId() throws {
    let data = try JSONEncoder().encode([Item(1), Item(2), Item(1)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data)
    }
    #expect("\(error as Any)".contains("element at 2"))
  }

  @Test func describesAndReflectsItselfAsAnArray() {
    struct Letter: Identifiable { let id: String }
    let array: IdentifiedArrayOf<Letter> = [Letter(id: "a")]
    #expect(array.description == [Letter(id: "a")].description)
    #expect(array.debugDescription.hasPrefix("IdentifiedArray<String, Letter>(["))
    #expect(Mirror(reflecting: array).displayStyle == .collection)
    #expect(Mirror(reflecting: items(0..<40)).children.count == 40)
    #expect(array.ids.description == #"["a"]"#)
  }

  @Test func identifiesElementsByAKeyPath() {
    var words = IdentifiedArray(uniqueElements: ["one", "three", "fifteen"], id: \.count)
    #expect(words[id: 5] == "three")
    #expect(words.append("two").inserted == false)
    let longest = IdentifiedArray(["a", "b", "cc"], id: \.count) { $0 + "+" + $1 }
    #expect(longest.elements == ["a+b", "cc"])
    var empty = IdentifiedArray<Int, String>(id: \.count)
    empty[id: 3] = "six"
    #expect(empty.elements == ["six"])
  }

  @Test func unitesElementsWithOneId() {
    let array = IdentifiedArray([Item(1, "a"), Item(2, "b"), Item(1, "c")]) { Item($0.id, $0.text + $1.text) }
    #expect(array.elements == [Item(1, "ac"), Item(2, "b")])
  }

  @Test func replacesSubranges() {
    var array = items(0..<6)
    array.replaceSubrange(1..<4, with: [Item(2, "back"), Item(10), Item(11)])
    #expect(Array(array.ids) == [0, 2, 10, 11, 4, 5])
  }

  @Test func idsAreFoundByGenericAlgorithmsToo() {
    func find<C: Collection>(_ id: Int, in ids: C) -> C.Index? where C.Element == Int {
      ids.firstIndex(of: id)
    }
    let ids = items(0..<100).ids
    #expect(find(70, in: ids) == 70 && find(100, in: ids) == nil)
    #expect(ids.lastIndex(of: 3) == 3 && ids.first == 0 && ids.last == 99)
  }

  @Test func worksWhenAllHashesAreEqual() {
    struct Clash: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    struct Holder: Identifiable, Equatable { let id: Clash }
    let holders = (0..<200).map { Holder(id: Clash(number: $0)) }
    var array = IdentifiedArray(uniqueElements: holders)
    #expect(array.index(id: Clash(number: 77)) == 77)
    array.insert(Holder(id: Clash(number: 500)), at: 100)
    #expect(array.remove(id: Clash(number: 3)) != nil && array.remove(id: Clash(number: 3)) == nil)
    array.swapAt(0, 150)
    array.move(fromOffsets: [5], toOffset: 90)
    #expect(array.brokenInvariant() == nil)
    let before = array
    array[7] = Holder(id: Clash(number: 900))
    #expect(array.removedIDs(since: before) == [before.ids[7]] && array.brokenInvariant() == nil)
    array.removeAll()
    #expect(array.isEmpty)
  }

  @Test func holdsElementsOfAnySizeAndAlignment() {
    struct Wide: Identifiable, Equatable {
      let id: UInt8
      var vector = SIMD16<Double>(repeating: 1)
    }
    struct Bare: Identifiable, Equatable { var id: Int { 0 } }
    var wide = IdentifiedArray(uniqueElements: (0..<200).map { Wide(id: $0) })
    wide[id: 150]?.vector[3] = 7
    wide.insert(Wide(id: 255), at: 100)
    #expect(wide[id: 150]?.vector[3] == 7 && wide.brokenInvariant() == nil)
    var bare: IdentifiedArrayOf<Bare> = [Bare()]
    #expect(bare.append(Bare()) == (false, 0) && bare.remove(at: 0) == Bare() && bare.isEmpty)
  }

  /// An optional element may be stored like the element itself, or not.
  @Test(arguments: [3, 50])
  func anElementIsChangedThroughItsIDWhateverItsLayout(count: Int) {
    enum Choice: Equatable { case number(Int), text(String), flag(Bool) }
    final class Object { var isDone = false }
    struct Row<Value>: Identifiable { let id: Int, isFirst: Bool, value: Value }
    struct Number: Identifiable { let id: Int }
    func check<Element: Identifiable>(_ make: (Int) -> Element) where Element.ID == Int {
      var rows = IdentifiedArray(uniqueElements: (0..<count).map(make))
      rows[id: 1] = make(1)
      func replace(_ element: inout Element?) { element = make(1) }
      replace(&rows[id: 1])
      #expect(rows.map(\.id) == Array(0..<count))
      rows[id: 2] = nil
      _ = rows[id: 0].take()
      #expect(rows.count == count - 2 && rows[id: 2] == nil && rows[id: 1]?.id == 1)
      #expect(rows.brokenInvariant() == nil)
    }
    check { Number(id: $0) }
    check { Row(id: $0, isFirst: $0 == 0, value: ()) }
    check { Row(id: $0, isFirst: true, value: "a long text, which is not stored inline") }
    check { Row(id: $0, isFirst: true, value: Object()) }
    check { Row(id: $0, isFirst: true, value: Choice.number($0)) }
    check { Row(id: $0, isFirst: true, value: Choice?.none) }
    check { Row(id: $0, isFirst: true, value: Bool??.some(nil)) }
    check { Row(id: $0, isFirst: true, value: { 1 } as () -> Int) }
  }
}

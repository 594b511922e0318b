import Foundation
import Testing

@testable import Core
@testable import TestSupport

/// What the operations of an identified array cost as it grows, counted in nodes, bytes and questions to ids.
@Suite(.serialized) struct IdentifiedArrayCostTests {
  @Test(arguments: [1_000, 10_000, 100_000])
  func aRetainedChangeKeepsLessThanThreeKibibytes(count: Int) {
    // As large as an observable state: a UUID, a text, a truth value, a registrar.
    struct Todo: Identifiable {
      let id: UUID
      var text = ""
      var isDone = false
      let registrar: (Int, Int) = (0, 0)
    }
    let old = IdentifiedArray(uniqueElements: (0..<count).map { Todo(id: UUID($0)) })
    var new = old
    new[count / 2].isDone = true
    #expect(new.tree.bytes(without: old.tree) < 3 * 1_024)
  }

  @Test(arguments: [false, true])
  func aRetainedChangeOfAnArrayThatGrewKeepsNoMoreThanOfOneThatWasMade(atStart: Bool) {
    let made = items(0..<1_000)
    var grown = items(0..<0)
    for id in 0..<1_000 { grown.insert(Item(id), at: atStart ? 0 : id) }
    let costs = [made, grown].map { old in
      (0..<1_000).map { position in
        var new = old
        new[position].isDone = true
        return new.tree.bytes(without: old.tree)
      }
    }
    // A grown leaf may be full, where those that are made are equally so, and its branches have some children more or less.
    #expect((costs[1].max() ?? 0) * 4 <= (costs[0].max() ?? 0) * 5, "\(costs.map { $0.max() ?? 0 })")
  }

  @Test func aChangeCopiesTheWayFromWhereItIsShared() {
    var array = items(0..<1_000)
    let old = array
    for position in [0, 1, 999, 500, 501] {
      array[position].isDone = true
      #expect(array.brokenInvariant() == nil)
    }
    // The root once, and of the leaves and branches what lies on the way to one of three places.
    let copied = array.tree.nodes.subtracting(old.tree.nodes).count
    let between = array
    array[id: 502]?.isDone = true
    #expect(array.tree.nodes.subtracting(between.tree.nodes).count == 3)
    #expect(copied == 7, "Three leaves, the three branches above them and the root")
    #expect((0..<1_000).filter { array[$0].isDone } == [0, 1, 500, 501, 502, 999])
    #expect(!old.contains(where: \.isDone) && !between[502].isDone)
  }

  @Test func aRetainedChangeCopiesLittleMoreInALargeArrayThanInASmallOne() {
    let costs = [1_000, 100_000].map { count in
      let old = items(0..<count)
      var new = old
      new[id: count / 2]?.isDone = true
      return new.tree.bytes(without: old.tree)
    }
    #expect(costs[1] <= 2 * costs[0], "\(costs)")
  }

  @Test(arguments: [10, 100, 1_000, 10_000, 100_000])
  func anElementIsFoundByItsIdInAFewQuestions(count: Int) {
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Asked(id: AskedID(number: $0)) })
    let id = AskedID(number: count / 2)
    let look = AskedID.cost { #expect(array[id: id]?.id == id) }
    let change = AskedID.cost { array[id: id]?.isDone.toggle() }
    let miss = AskedID.cost { #expect(array[id: AskedID(number: -1)] == nil) }
    // The hash leads to the one, or sometimes two.
    #expect(look.comparisons <= 4)
    #expect(change.comparisons <= 4)
    #expect(miss.comparisons <= 3)
    #expect(max(look.hashes, change.hashes, miss.hashes) <= 1)
  }

  @Test(arguments: [100, 10_000, 100_000])
  func anInsertionAsksAsFewIdsInALargeArrayAsInASmallOne(count: Int) {
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Asked(id: AskedID(number: $0)) })
    let old = array
    let cost = AskedID.cost {
      array.insert(Asked(id: AskedID(number: -1)), at: 0)
      array.remove(id: AskedID(number: count / 2))
      array.move(fromOffsets: [1], toOffset: count / 3)
    }
    #expect(cost.comparisons <= 12, "\(cost)")
    #expect(cost.hashes <= 12, "\(cost)")
    #expect(old.count == count)
  }

  /// Between the fields of a `Todo` and behind them there is room that nobody writes.
  private struct Todo: Identifiable {
    let id: AskedID
    var isDone = false
    var number = 0
    var isLast = false
  }

  @Test(arguments: [100, 10_000, 100_000])
  func aChangeInPlaceIsFoundByComparingOneId(count: Int) {
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Todo(id: AskedID(number: $0)) })
    var old: [IdentifiedArrayOf<Todo>] = []
    for position in stride(from: 0, to: count, by: count / 100) {
      old.append(array)
      array[position].isDone.toggle()
    }
    var regions: [[DifferingRegion]] = []
    let removals = AskedID.cost { #expect(array.removedIDs(since: old[0]).isEmpty) }
    #expect(removals.comparisons == 0 && removals.hashes == 0, "No id was removed: \(removals)")
    let cost = AskedID.cost {
      for (version, next) in zip(old, old.dropFirst() + [array]) {
        regions.append(next.differingRegions(from: version))
      }
    }
    let changed = stride(from: 0, to: count, by: count / 100).map { $0..<$0 + 1 }
    #expect(regions == changed.map { [DifferingRegion(old: $0, new: $0)] })
    #expect(cost.comparisons == changed.count && cost.hashes == 0, "\(cost)")
  }

  @Test func aWalkCopiesNothing() {
    var array = items(0..<1_000)
    let nodes = array.tree.nodes
    var sum = 0
    for item in array { sum += item.id }
    array[0].isDone = true
    #expect(array.tree.nodes == nodes, "The walk has given back what it held")
    #expect(sum == 999 * 500)
  }

  @Test func aWalkOutlivesItsArray() {
    var iterator = items(0..<1_000).makeIterator()
    var small = items(0..<3).makeIterator()
    var sum = 0
    while let item = iterator.next() { sum += item.id + item.text.count * 0 }
    while let item = small.next() { sum += item.id }
    #expect(sum == 999 * 500 + 3)
    #expect(iterator.next() == nil && small.next() == nil)
  }
}

extension OrderTree {
  /// The bytes of the nodes that another version does not share.
  fileprivate func bytes(without old: OrderTree) -> Int {
    let known = old.nodes
    var bytes = 0
    func visit(_ node: Node) {
      guard !known.contains(ObjectIdentifier(node)) else { return }
      bytes += 16 + MemoryLayout<OrderNodeHeader>.stride
      bytes += Int(node.head.pointee.room) * (node.isLeaf ? 8 + MemoryLayout<Value>.stride : 24)
      for slot in 0..<node.slotCount where !node.isLeaf { visit(node.children[slot]) }
    }
    visit(root)
    return bytes
  }
}

private struct Asked: Identifiable {
  let id: AskedID
  var isDone = false
}

/// An id that counts how often it is compared and hashed.
private struct AskedID: Hashable {
  let number: Int

  private static let comparisons = SharedCount()
  private static let hashes = SharedCount()

  static func == (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.number == b.number
  }

  func hash(into hasher: inout Hasher) {
    Self.hashes.add(1)
    hasher.combine(number)
  }

  static func cost(of body: () -> Void) -> (comparisons: Int, hashes: Int) {
    comparisons.store(0)
    hashes.store(0)
    body()
    return (comparisons.load(), hashes.load())
  }
}

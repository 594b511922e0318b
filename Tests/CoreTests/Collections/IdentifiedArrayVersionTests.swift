import Testing

@testable import Core
@testable import TestSupport

/// What it costs to keep versions and to compare them, in nodes rather than seconds.
struct IdentifiedArrayVersionTests {
  @Test(arguments: [10, 100, 1_000, 10_000, 100_000])
  func aChangeOfARetainedVersionCopiesOnePath(count: Int) {
    var array = items(0..<count)
    let old = array
    array[id: count / 2]?.isDone = true
    let new = array.tree.nodes.subtracting(old.tree.nodes)
    #expect(new.count == array.tree.root.height + 1)
    #expect(old == items(0..<count))
  }

  @Test(arguments: [100, 10_000, 100_000])
  func comparingVersionsElementByElementLooksOnlyWhereTheyDiffer(count: Int) {
    let old = items(0..<count)
    var new = old
    new[id: count / 2]?.isDone = true
    var compared = 0
    func isSame(_ new: Item, _ old: Item) -> Bool {
      compared += 1
      return new.id == old.id
    }
    #expect(new.elementsEqual(toThoseOf: old, by: isSame))
    #expect(compared < 100)
    #expect(!new.elementsEqual(toThoseOf: old) { $0.isDone == $1.isDone })

    new.swapAt(0, count - 1)
    #expect(!new.elementsEqual(toThoseOf: old, by: isSame))
    new = items(0..<count)
    compared = 0
    #expect(new.elementsEqual(toThoseOf: old, by: isSame))
    #expect(compared == count)
    new.removeLast()
    #expect(!new.elementsEqual(toThoseOf: old, by: isSame))
  }

  @Test(arguments: [10, 100, 10_000])
  func aChangeInPlaceCopiesNothing(count: Int) {
    var array = items(0..<count)
    let nodes = array.tree.nodes
    array[id: count / 2]?.isDone = true
    array[count / 3].text += "!"
    array.swapAt(0, count - 1)
    array.updateOrAppend(Item(3))
    func change(_ item: inout Item) { item.isDone.toggle() }
    change(&array[1])
    #expect(array.tree.nodes == nodes)
  }

  @Test func aChangeInPlaceDoesNotCopyWhatTheElementHolds() {
    struct Holder: Identifiable {
      let id: Int
      var numbers: [Int]
      var address: Int { numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    }
    for count in [5, 500] {
      var array = IdentifiedArray(uniqueElements: (0..<count).map { Holder(id: $0, numbers: [$0, 2, 3]) })
      let address = array[3].address
      array[id: 3]?.numbers[0] = 10
      array[3].numbers[1] = 20
      #expect(array[3].address == address)
      #expect(array[id: 3]?.numbers == [10, 20, 3])
    }
  }

  @Test(arguments: [1_000, 10_000, 100_000])
  func editsOfARetainedVersionShareAllButAFewNodes(count: Int) {
    let edits: [(String, (inout IdentifiedArrayOf<Item>) -> Void)] = [
      ("insert at 0", { $0.insert(Item(-1), at: 0) }),
      ("insert in the middle", { $0.insert(Item(-1), at: count / 2) }),
      ("append", { $0.append(Item(-1)) }),
      ("remove", { $0.remove(at: count / 3) }),
      ("move", { $0.move(fromOffsets: [count / 4], toOffset: count) }),
      ("swap", { $0.swapAt(1, count - 1) }),
    ]
    let old = items(0..<count)
    for (name, edit) in edits {
      var array = old
      edit(&array)
      let new = array.tree.nodes.subtracting(old.tree.nodes)
      #expect(new.count <= 3 * (old.tree.root.height + 2), "\(name): \(new.count)")
    }
  }

  @Test func memoryIsGivenBack() {
    final class Token: Sendable {}
    struct Holder: Identifiable { let id: Int; let token: Token }
    weak var token: Token?
    do {
      let held = Token()
      token = held
      var array = IdentifiedArray(uniqueElements: (0..<300).map { Holder(id: $0, token: held) })
      let old = array
      array[id: 5] = nil
      array.insert(Holder(id: 900, token: held), at: 7)
      array.reverse()
      #expect(old.count == 300 && array.count == 300)
    }
    #expect(token == nil)
  }

  private func tree(_ count: Int) -> OrderTree<Int> {
    let (start, step) = OrderTree<Int>.Spacing.fresh(count: count)
    return OrderTree(Array(0..<count)) { start + step * UInt64($0) }
  }

  @Test(.enabled(if: isDebugBuild), arguments: [0, 500, 999])
  func aBrokenNodeIsNoticedOnTheWayToItsElements(position: Int) {
    let count = tree(1_000)
    count.root.count += 1
    #expect(count.brokenInvariant(near: position)?.hasPrefix("A node counts 1001 elements") == true)
    let labels = tree(1_000)
    (labels.root.labels[0], labels.root.labels[1]) = (labels.root.labels[1], labels.root.labels[0])
    #expect(labels.brokenInvariant(near: position) != nil && labels.brokenInvariant() != nil)
    let counts = tree(1_000)
    counts.root.counts[0] += 1
    #expect(counts.brokenInvariant(near: position) == "A slot does not have the count of its child")
    #expect(tree(1_000).brokenInvariant(near: position) == nil)
  }

  /// Ten thousand insertions at one place: labels run out again and again there.
  @Test(arguments: [0, 100, 10_000])
  func insertionsAtOnePlaceRenewFewLabels(count: Int) {
    enum Pattern: CaseIterable { case behindTheLast, beforeTheLast, always }
    for pattern in Pattern.allCases {
      var tree = tree(count)
      var renewed = 0
      for step in 0..<10_000 {
        let middle = count / 2
        let position =
          switch pattern {
          case .behindTheLast: middle + step
          case .beforeTheLast: middle
          case .always: min(middle + 1, tree.count)
          }
        if tree.availableLabel(at: position) == nil {
          renewed += tree.renewLabels(around: position).positions.count
        }
        guard let label = tree.availableLabel(at: position) else {
          Issue.record("No label at \(position) after \(step) insertions")
          return
        }
        tree.insert(step, label: label, at: position)
      }
      #expect(tree.brokenInvariant() == nil)
      #expect(tree.root.height <= 6)
      #expect(
        renewed < 10_000 * 16,
        "\(pattern): \(renewed) labels renewed, \(renewed / 10_000) an insertion"
      )
    }
  }

  /// Appending and removing the first element, millions of times, uses up the labels at an end.
  @Test(arguments: [1, 100, 1_000], [true, false])
  func labelsThatRanOutAtAnEndAreRenewed(count: Int, isAtStart: Bool) throws {
    typealias Spacing = OrderTree<Item>.Spacing
    var array = items(0..<count)
    let before = array.elements
    let first = isAtStart ? 1 : Spacing.greatest - UInt64(count)
    array.tree = OrderTree(before) { first + UInt64($0) }
    for item in before { array.labels[item.id] = first + UInt64(item.id) }
    let old = array
    #expect(array.brokenInvariant() == nil)
    for id in count..<count + 100 { array.insert(Item(id), at: isAtStart ? 0 : array.count) }
    let added = (count..<count + 100).map { Item($0) }
    #expect(array.elements == (isAtStart ? added.reversed() + before : before + added))
    #expect(array.brokenInvariant() == nil)
    #expect(old.elements == before && old.brokenInvariant() == nil)
    let inserted = VersionStep.inserted(new: isAtStart ? 0..<100 : count..<count + 100)
    #expect(array.steps(from: old).contains(inserted))
  }

  @Test func stepsPassOverWhatIsShared() {
    let old = items(0..<10_000)
    var new = old
    #expect(new.steps(from: old) == [.unchanged(old: 0..<10_000, new: 0..<10_000)])
    new[id: 7]?.isDone = true
    var steps: [VersionStep] = [
      .unchanged(old: 0..<7, new: 0..<7), .updated(old: 7, new: 7),
      .unchanged(old: 8..<10_000, new: 8..<10_000),
    ]
    #expect(new.steps(from: old) == steps)
    new.remove(id: 5_000)
    new.insert(Item(-1), at: 0)
    steps = [
      .inserted(new: 0..<1), .unchanged(old: 0..<7, new: 1..<8), .updated(old: 7, new: 8),
      .unchanged(old: 8..<5_000, new: 9..<5_001), .removed(old: 5_000..<5_001),
      .unchanged(old: 5_001..<10_000, new: 5_001..<10_000),
    ]
    #expect(new.steps(from: old) == steps)
    #expect(new.removedIDs(since: old) == [5_000])
    #expect(old.removedIDs(since: new) == [-1])
  }

  @Test func aMoveIsARemovalAndAnInsertion() {
    let old = items(0..<1_000)
    var new = old
    new.move(fromOffsets: [10], toOffset: 500)
    let steps: [VersionStep] = [
      .unchanged(old: 0..<10, new: 0..<10), .removed(old: 10..<11),
      .unchanged(old: 11..<500, new: 10..<499), .inserted(new: 499..<500),
      .unchanged(old: 500..<1_000, new: 500..<1_000),
    ]
    #expect(new.steps(from: old) == steps)
    #expect(new.removedIDs(since: old) == [])
  }

  @Test func anElementReplacedByAnEqualOneWithAnotherIdIsRemoved() {
    struct Alike: Identifiable, Equatable {
      let id: Int
      static func == (_: Self, _: Self) -> Bool { true }
    }
    let old = IdentifiedArray(uniqueElements: (0..<100).map { Alike(id: $0) })
    var new = old
    new.remove(at: 40)
    new.insert(Alike(id: 100), at: 40)
    #expect(new.removedIDs(since: old) == [40])
  }

  @Test func versionsOfEqualArraysAreComparedOnlyWhereTheyDiffer() {
    let known = EqualNodes()
    var (old, new) = (items(0..<10_000), items(0..<10_000))
    var compared = 0
    func areSame() -> Bool {
      new.tree.elementsEqual(old.tree, known: known) { new, old in
        compared += 1
        return new == old
      }
    }
    #expect(areSame() && compared == 10_000)
    for id in stride(from: 0, to: 10_000, by: 100) {
      old[id: id]?.isDone = true
      #expect(!areSame())
      new[id: id]?.isDone = true
      #expect(areSame())
    }
    #expect(compared < 10_000 + 100 * 3 * 32, "each change compares a leaf")
    old.remove(at: 5_000)
    new.remove(at: 5_000)
    new.insert(Item(-1), at: 5_000)
    old.insert(Item(-1), at: 4_000)
    #expect(!areSame())
  }

  @Test func unrelatedArraysHaveStepsToo() {
    #expect(items(0..<0).steps(from: items(0..<0)) == [])
    #expect(items(0..<3).steps(from: items(0..<0)) == [.inserted(new: 0..<3)])
    #expect(items(0..<0).steps(from: items(0..<3)) == [.removed(old: 0..<3)])
    let steps = items(1..<100).steps(from: items(0..<99))
    #expect(steps.first == .removed(old: 0..<1) && steps.last == .inserted(new: 98..<99))
    #expect(Set(items(50..<90).removedIDs(since: items(0..<100))) == Set(Array(0..<50) + Array(90..<100)))
  }

  /// The work that a comparison does, counted in elements that it looks at.
  @Test(arguments: [100, 10_000, 100_000])
  func comparingVersionsLooksAtFewElements(count: Int) {
    let old = tree(count)
    var new = old
    new.uniquePlace(at: count / 2).element.pointee = -1
    var looked = 0
    var cursor = VersionCursor(from: old.root, to: new.root)
    let runs = cursor.runs { old, new in
      looked += 1
      return old.load(as: Int.self) == new.load(as: Int.self) ? .shared : .changed
    }
    #expect(looked <= 64, "Only the elements of the leaf that was written are looked at")
    #expect(runs.map(\.kind) == [.shared, .changed, .shared])
  }
}

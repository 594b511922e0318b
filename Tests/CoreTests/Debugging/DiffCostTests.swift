import Core
import Testing

@testable import TestSupport

/// What a diff costs, counted in comparisons and reads of elements, never in seconds.
@Suite(.serialized) struct DiffCostTests {
  @Test func aSharedArrayIsNotCompared() {
    let rows = (0..<1_000).map(Counted.init)
    let cost = Counted.cost { #expect(diff(Two(a: rows, b: 1), Two(a: rows, b: 2)) != nil) }
    #expect(cost == 0)
  }

  @Test func aChangedArrayIsComparedOnce() {
    for count in [10, 100, 1_000] {
      let old = (0..<count).map(Counted.init)
      var new = old
      new[count / 2].value = -1
      let cost = Counted.cost { #expect(diff(Two(a: old, b: 1), Two(a: new, b: 1)) != nil) }
      #expect(cost <= 3 * count + 20, "\(cost) comparisons for \(count) elements")
    }
  }

  @Test func aCollectionThatKnowsItsChangesIsNotWalked() throws {
    var costs: [Int] = []
    for count in [10, 1_000, 100_000] {
      let old = Known(elements: (0..<count).map(Counted.init), change: nil)
      let new = old.changing(at: count / 2)
      Known.reads.store(0)
      let cost = try Counted.cost {
        let text = try #require(diff(Two(a: old, b: 1), Two(a: new, b: 1)))
        #expect(text.contains("… (\(count / 2) unchanged)"))
        #expect(text.contains("[\(count / 2)]"))
      }
      costs.append(cost + Known.reads.load())
    }
    #expect(costs[0] <= 20)
    #expect(Set(costs).count == 1, "\(costs)")
  }

  @Test func aCollectionThatKnowsItsChangesDiffsLikeAnArray() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<100 {
      let (old, new) = (random.rows(), random.rows())
      let list = Regions(elements: old)
      #expect(diff(list, Regions(elements: new)) == diff(old, new), "round \(round)")
    }
  }

  @Test func aVeryDifferentListIsDiffedCompletely() throws {
    // The shortest script between these takes 10⁸ steps; the diff is still all there.
    let old = (0..<5_000).map { Row(id: $0, title: "") }
    var random = SeededGenerator(seed: 7)
    let shuffled = old.shuffled(using: &random)
    let text = try #require(diff(old, shuffled))
    #expect(text.contains("unchanged") || text.contains("Row(…)"))
    let other = try #require(diff((0..<5_000).map { $0 }, (5_000..<10_000).map { $0 }))
    #expect(other.split(separator: "\n").count == 10_002)
  }
}

/// An element that counts how often it is compared.
private struct Counted: Equatable {
  var value: Int

  init(_ value: Int) { self.value = value }

  private static let comparisons = SharedCount()

  static func == (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.value == b.value
  }

  static func cost(of body: () throws -> Void) rethrows -> Int {
    comparisons.store(0)
    try body()
    return comparisons.load()
  }
}

/// A list that remembers where it was changed, as a persistent tree knows it.
private struct Known: RegionDiffable {
  let elements: [Counted]
  let change: (position: Int, element: Counted)?

  static let reads = SharedCount()

  var dumpCount: Int { elements.count }

  func dumpElement(at position: Int) -> Any {
    Self.reads.add(1)
    if let change, change.position == position { return change.element }
    return elements[position]
  }

  func changing(at position: Int) -> Self { Self(elements: elements, change: (position, Counted(-1))) }

  func differingRegions(from old: Self) -> [DifferingRegion] {
    guard let change else { return [] }
    let region = change.position..<change.position + 1
    return [DifferingRegion(old: region, new: region)]
  }
}

/// A list that gives all of itself as one region.
private struct Regions: RegionDiffable {
  let elements: [Row]

  var dumpCount: Int { elements.count }

  func dumpElement(at position: Int) -> Any { elements[position] }

  func differingRegions(from old: Self) -> [DifferingRegion] {
    if old.elements == elements { return [] }
    return [DifferingRegion(old: 0..<old.dumpCount, new: 0..<dumpCount)]
  }
}

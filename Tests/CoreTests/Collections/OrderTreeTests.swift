import Testing

@testable import Core
@testable import TestSupport

struct OrderTreeTests {
  /// Inserts and removes elements in a tree and in an array at once.
  private func check<Value>(_ value: (Int) -> Value, _ number: @escaping (Value) -> Int) throws {
    var random = SeededGenerator(seed: 1)
    var (tree, plain) = (OrderTree<Value>(), [Int]())
    var old = (tree: tree, plain: plain)
    for step in 0..<3_000 {
      if plain.isEmpty || Int.random(in: 0..<5, using: &random) < (step < 2_000 ? 4 : 1) {
        let places = [0, plain.count, Int.random(in: 0...plain.count, using: &random)]
        let place = places[step % 3]
        if tree.availableLabel(at: place) == nil { _ = tree.renewLabels(around: place) }
        tree.insert(value(step), label: try #require(tree.availableLabel(at: place)), at: place)
        plain.insert(number(value(step)), at: place)
      } else {
        let place = Int.random(in: 0..<plain.count, using: &random)
        #expect(number(tree.remove(at: place)) == plain.remove(at: place))
      }
      guard step.isMultiple(of: 100) else { continue }
      try #require(tree.brokenInvariant() == nil)
      for (tree, plain) in [(tree, plain), old] {
        var (elements, addresses) = (tree.makeIterator(), [UInt]())
        var found: [Int] = []
        while let element = elements.next() { found.append(number(element)) }
        #expect(found == plain)
        _ = tree.root.forEachAddress { address in
          addresses.append(UInt(bitPattern: address))
          return true
        }
        #expect(addresses.count == plain.count)
        #expect(addresses.allSatisfy { $0.isMultiple(of: UInt(MemoryLayout<Value>.alignment)) })
      }
      old = (tree, plain)
    }
  }

  @Test func elementsAreAsFarApartAsTheirAlignmentDemands() throws {
    try check({ SIMD4(repeating: $0) }, \.x)
    try check({ (UInt8(truncatingIfNeeded: $0), SIMD2(repeating: Double($0))) }, { Int($0.1.x) })
  }

  @Test func elementsMayTakeNoMemory() throws {
    try check({ _ in () }, { _ in 0 })
  }

  @Test(arguments: [0, 1]) func nodesAreFullWhereElementsAreAddedAtOneEnd(end: Int) {
    var tree = OrderTree<Int>()
    for number in 0..<10_000 {
      let place = number * end
      if let label = tree.availableLabel(at: place) { tree.insert(number, label: label, at: place) }
    }
    #expect(tree.count == 10_000)
    #expect(tree.brokenInvariant() == nil)
    let leaves = 10_000 / OrderNode<Int>.leafCapacity
    #expect(tree.nodes.count < leaves * 12 / 10)
  }

  @Test func aRemovalCopiesNoUnsharedNode() {
    var tree = OrderTree<Int>()
    for number in 0..<10 * OrderNode<Int>.leafCapacity {
      if let label = tree.availableLabel(at: number) { tree.insert(number, label: label, at: number) }
    }
    var nodes = tree.nodes
    for step in 1...tree.count {
      _ = tree.remove(at: step * 7 % tree.count)
      // Leaves that grew one element at a time have room for what is merged into them.
      #expect(tree.nodes.isSubset(of: nodes), "step \(step)")
      nodes = tree.nodes
    }
  }
}

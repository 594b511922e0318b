import Core
import CustomDump
import Testing

@testable import TestSupport

/// Diffs of identified arrays, which know where two versions differ, beside the reference's of plain arrays.
struct IdentifiedArrayDiffTests {
  @Test(arguments: [0, 1, 5, 17, 60])
  func anEditedArrayDiffsLikeAPlainOne(_ count: Int) {
    let seed = UInt64(20_261_121 + count)
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let old = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, title: "row \($0)") })
      var new = old
      for _ in 0...random.below(4) { random.edit(&new) }
      let reference = CustomDump.diff(Array(old), Array(new))
      #expect(Core.diff(old, new) == reference, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [2, 5, 17, 60])
  func aMovedElementIsRemovedAndAdded(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<20 {
      let old = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, title: "row \($0)") })
      var new = old
      let element = new.remove(at: random.below(count))
      new.insert(element, at: random.below(count))
      // Which of two neighbours moved past the other is a matter of taste; how much is shown is not.
      let ours = diffLines(old, new)?.filter { $0.kind != .same }.count ?? 0
      let reference = diffLines(Array(old), Array(new))?.filter { $0.kind != .same }.count ?? 0
      #expect(ours == reference)
    }
  }

  @Test func theDumpIsThatOfAPlainArray() {
    let rows = (0..<40).map { Row(id: $0, title: "row \($0)") }
    #expect(String(coreDump: IdentifiedArray(uniqueElements: rows)) == String(referenceDump: rows))
    #expect(String(coreDump: IdentifiedArray(uniqueElements: [Row]())) == "[]")
  }

  @Test func oneChangeReadsAFewElementsWhateverTheCount() {
    for count in [10, 1_000, 20_000] {
      let old = IdentifiedArray(uniqueElements: (0..<count).map { ComparedRow(id: $0, isComplete: false) })
      var new = old
      new[count / 2].isComplete = true
      ComparedRow.comparisons.store(0)
      let text = Core.diff(Two(a: old, b: 1), Two(a: new, b: 1))
      #expect(text?.contains("isComplete: true") == true)
      #expect(ComparedRow.comparisons.load() <= 64, "\(ComparedRow.comparisons.load()) of \(count)")
    }
  }
}

extension SeededGenerator {
  /// Changes, removes or inserts a row; moves none.
  fileprivate mutating func edit(_ rows: inout IdentifiedArrayOf<Row>) {
    switch below(3) {
    case 0 where !rows.isEmpty: rows[below(rows.count)].title += "!"
    case 1 where !rows.isEmpty: rows.remove(at: below(rows.count))
    default: rows.insert(Row(id: 1_000 + below(1_000_000), title: "new"), at: below(rows.count + 1))
    }
  }
}

private struct ComparedRow: Equatable, Identifiable {
  let id: Int
  var isComplete: Bool

  static let comparisons = SharedCount()

  static func == (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.id == b.id && a.isComplete == b.isComplete
  }
}

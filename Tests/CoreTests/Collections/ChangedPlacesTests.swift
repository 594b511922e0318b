import TestSupport
import Testing

@testable import Core

/// The places at which two versions of an identified array differ.
struct ChangedPlacesTests {
  private struct Row: Identifiable, Equatable {
    let id: Int
    var count = 0
  }

  private func rows(_ count: Int) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
  }

  private func places(_ new: IdentifiedArrayOf<Row>, since old: IdentifiedArrayOf<Row>) -> [Range<Int>] {
    new.changedPlaces(since: old)
  }

  @Test func theyAreThoseThatWereWrittenTo() {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let old = rows(generator.below(3_000) + 1)
      var new = old
      let written = Set((0...generator.below(6)).map { _ in generator.below(old.count) })
      for place in written { new[place].count += 1 }
      #expect(places(new, since: old).flatMap { Array($0) } == written.sorted(), "seed \(seed)")
      #expect(places(old, since: old) == [])
    }
  }

  @Test func whereElementsCameWentOrMovedTheVersionsAreAligned() {
    let old = rows(100)
    var (inserted, removed, replaced) = (old, old, old)
    inserted.insert(Row(id: 100), at: 50)
    removed.remove(id: 50)
    replaced.remove(id: 50)
    replaced.insert(Row(id: 100), at: 50)
    #expect(places(inserted, since: old) == [50..<51])
    #expect(places(removed, since: old) == [50..<50])
    #expect(places(replaced, since: old) == [50..<51])
  }
}

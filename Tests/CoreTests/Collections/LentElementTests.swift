import TestSupport
import Testing

@testable import Core

/// Closures are given elements where they are, in the memory of the tree.
struct LentElementTests {
  private final class Text: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private struct Row: Identifiable {
    let id: Int
    let text: Text
  }

  private final class Model {
    var rows: IdentifiedArrayOf<Row>

    init(_ count: Int) { rows = LentElementTests.rows(count) }
  }

  private struct Failure: Error {}

  private static func rows(_ count: Int) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0, text: Text("row \($0)")) })
  }

  /// One leaf, and trees of several levels.
  @Test(arguments: [3, 1_000], [0, 1, 2, 999])
  func aClosureCanReplaceTheListThatIsSearched(count: Int, match: Int) {
    let model = Model(count)
    let found = model.rows.firstIndex { row in
      model.rows = []
      return row.text.text == "row \(match)"
    }
    #expect(found == (match < count ? match : nil))
    let other = Model(count)
    let texts = other.rows.map { row in
      if !other.rows.isEmpty { other.rows.remove(at: 0) }
      return row.text.text
    }
    #expect(texts == (0..<count).map { "row \($0)" })
    #expect(other.rows.isEmpty)
  }

  @Test(arguments: [3, 1_000]) func anErrorChangesNothing(count: Int) {
    var rows = Self.rows(count)
    let before = rows
    var left = 0
    func fail(_ row: Row) throws -> Bool {
      left -= 1
      if left == 0 { throw Failure() }
      return row.id.isMultiple(of: 2)
    }
    for attempt in 0..<4 {
      left = 2
      #expect(throws: Failure.self) {
        switch attempt {
        case 0: try rows.sort { first, _ in try fail(first) }
        case 1: try rows.removeAll { try fail($0) }
        case 2: try rows.partition { try fail($0) }
        default: _ = try rows.map { try fail($0) }
        }
      }
      #expect(rows.isIdentical(to: before))
    }
  }
}

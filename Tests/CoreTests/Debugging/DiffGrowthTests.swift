import Core
import Testing

@testable import TestSupport

/// How the cost of a printed diff grows with a state whose lists share what did not change.
@Suite(.serialized) struct DiffGrowthTests {
  @Test func oneChangedElementIsDescribedAloneWhateverTheCount() throws {
    let costs = try [10, 1_000, 10_000].map { count in
      let old = Board(cards: IdentifiedArray(uniqueElements: (0..<count).map { Card(id: $0) }))
      var new = old
      new.cards[count / 2].title = Title("changed")
      Title.descriptions.store(0)
      let text = try #require(diff(old, new))
      #expect(text.contains("[\(count / 2)]"))
      #expect(text.contains("… (\(count / 2) unchanged)"))
      return Title.descriptions.load()
    }
    // The old title and the new one.
    #expect(costs == [2, 2, 2])
  }

  @Test(arguments: [10, 10_000])
  func changesAreDescribedEach(count: Int) throws {
    let old = Board(cards: IdentifiedArray(uniqueElements: (0..<count).map { Card(id: $0) }))
    var new = old
    new.cards[1].title = Title("changed")
    new.cards.remove(at: count / 2)
    new.cards.insert(Card(id: -1), at: 0)
    Title.descriptions.store(0)
    _ = try #require(diff(old, new))
    #expect(Title.descriptions.load() == 4)
  }

  @Test func comparisonsDoNotGrow() {
    let costs = [1_000, 10_000].map { count in
      let old = Board(cards: IdentifiedArray(uniqueElements: (0..<count).map { Card(id: $0) }))
      var new = old
      new.cards[count / 2].title = Title("changed")
      Title.comparisons.store(0)
      _ = diff(old, new)
      return Title.comparisons.load()
    }
    // Those of one leaf, each time the versions are compared.
    #expect(costs.allSatisfy { $0 <= 4 * 32 }, "\(costs)")
    #expect(costs[1] <= costs[0] + 32, "\(costs)")
  }
}

@ObservableState
private struct Board: Equatable {
  var name = "board"
  var cards: IdentifiedArrayOf<Card>
}

private struct Card: Equatable, Identifiable {
  let id: Int
  var title = Title("card")
}

/// A text that counts how often it is described and compared.
private struct Title: Equatable, CustomDumpStringConvertible {
  let text: String

  init(_ text: String) { self.text = text }

  static let descriptions = SharedCount()
  static let comparisons = SharedCount()

  var customDumpDescription: String {
    Self.descriptions.add(1)
    return text
  }

  static func == (a: Self, b: Self) -> Bool {
    comparisons.add(1)
    return a.text == b.text
  }
}

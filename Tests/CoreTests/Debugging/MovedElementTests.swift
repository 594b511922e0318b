import Core
import Testing

/// Elements that moved, in the format that shows them as moved.
struct MovedElementTests {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var name = ""
  }

  private func moves<T>(_ old: [T], _ new: [T]) -> String? { diff(old, new, format: .withMoves) }

  private func items(_ ids: Int...) -> [Item] { ids.map { Item(id: $0) } }

  @Test func aMovedElementTakesOneLine() {
    #expect(
      moves(items(0, 1, 2), items(1, 2, 0)) == """
          [
            … (2 unchanged),
        ~   [0 → 2]: MovedElementTests.Item(…)
          ]
        """
    )
  }

  @Test func whatChangedInAMovedElementIsShown() {
    var new = items(1, 2, 0)
    new[2].name = "x"
    #expect(
      moves(items(0, 1, 2), new) == """
          [
            … (2 unchanged),
        ~   [0 → 2]: MovedElementTests.Item(
              id: 0,
        -     name: ""
        +     name: "x"
            )
          ]
        """
    )
  }

  @Test func valuesWithoutAnIdentityMoveToo() {
    #expect(
      moves(["a", "b", "c"], ["c", "a", "d"]) == """
          [
        -   [1]: "b",
            [0]: "c",
        ~   [0 → 1]: "a",
        +   [2]: "d"
          ]
        """
    )
  }

  @Test func theDefaultFormatRemovesAndAdds() {
    #expect(diff(["a", "b", "c"], ["b", "c", "a"])?.contains("→") == false)
  }

  /// Whatever the lists: each index is shown as moved, added or removed at most once, and never both.
  @Test func everyPermutationIsExplainedByMovesAlone() {
    for new in [items(3, 2, 1, 0), items(1, 0, 3, 2), items(2, 0, 3, 1)] {
      let text = moves(items(0, 1, 2, 3), new)
      #expect(
        text?.split(separator: "\n").contains { "+-".contains($0.first ?? " ") } == false,
        "\(text ?? "")"
      )
    }
  }
}

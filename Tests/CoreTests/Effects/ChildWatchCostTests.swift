import Testing

@testable import Core
@testable import TestSupport

/// What it costs to detect removed children, when each of many rows has effects in flight in a child of its own.
struct ChildWatchCostTests {
  @Test(arguments: [100, 1_000])
  func aRoundOfTicksLooksAtEachRowAFewTimes(count: Int) {
    var list = WatchedList(count: count)
    let before = list.looks.value
    for id in 0..<count {
      list.rows[id: id]?.ticks += 1
      #expect(list.missing == 0)
    }
    #expect(list.looks.value - before <= 4 * count)
  }

  @Test func aCheckWithoutAChangeLooksAtNothing() {
    let list = WatchedList(count: 100)
    let before = list.looks.value
    #expect(list.missing == 0)
    #expect(list.looks.value == before)
  }

  @Test func aChildThatIsGoneWhenItStartsIsFoundInAnUnchangedRow() {
    let list = WatchedList(count: 100)
    list.start(in: 7, detail: 1)
    #expect(list.missing == 1)
  }

  @Test func whatIsRemovedFromARowIsFoundAlongWithRemovedRows() {
    var list = WatchedList(count: 100)
    list.rows.remove(id: 3)
    list.rows[id: 90]?.detail = nil
    #expect(list.missing == 2)
  }

  @Test func aChangeOfAllRowsLooksOnlyAtThoseWithEffects() {
    var list = WatchedList(count: 1_000, startedCount: 10)
    let before = list.looks.value
    for id in 0..<1_000 { list.rows[id: id]?.ticks += 1 }
    list.rows[id: 5]?.detail = nil
    #expect(list.missing == 1)
    #expect(list.looks.value - before <= 40)
  }
}

private struct WatchedRow: Identifiable {
  let id: Int
  var ticks = 0
  var detail: Detail? = Detail(id: 0)

  struct Detail: Identifiable {
    let id: Int
  }
}

/// Rows, and the effects in flight in them.
private struct WatchedList {
  /// How often a row was read.
  let looks = CallCount()
  var rows: IdentifiedArrayOf<WatchedRow>
  private let root = EffectScope()
  private let place: ChildPlace
  private let detailPlace = ChildPlace(\WatchedRow.detail) { (row: WatchedRow) in row.detail }

  /// - Parameter startedCount: In how many of the first rows an effect is in flight; by default in all.
  init(count: Int, startedCount: Int? = nil) {
    let looks = looks
    rows = IdentifiedArray(uniqueElements: (0..<count).map { WatchedRow(id: $0) })
    place = ChildPlace(
      \WatchedList.rows,
      { (list: WatchedList) in list.rows },
      hasOccupants: true,
      child: { row in
        looks.increment()
        return row
      }
    )
    for id in 0..<(startedCount ?? count) { start(in: id) }
    #expect(missing == 0)
  }

  /// Starts an effect in the detail of a row.
  func start(in id: Int, detail: Int = 0) {
    let row = root.scope(place.scope(of: id, occupant: AnyHashable(id)), in: place, at: [], dismissal: nil)
    let child = ChildIdentity(place: \WatchedRow.detail, id: AnyHashable(detail))
    _ = row.scope(child, in: detailPlace, at: [], dismissal: nil)
  }

  /// How many scopes are found to be missing.
  var missing: Int {
    var missing: [EffectScope] = []
    root.findMissing(in: TypedBox(self), &missing)
    return missing.count
  }
}

/// The elements removed from one list and those inserted in another.
///
/// The script is that of the standard library's `difference(from:)`, which is the shortest. Its cost grows with the
/// number of changes, so beyond a limit the script is no longer the shortest: if elements can be looked up, those
/// that occur once in each list and are in the same order are kept.
package struct EditScript {
  private var isRemoved: [Bool]
  private var isInserted: [Bool]

  /// One step through both lists, with the positions it concerns.
  package enum Step {
    case kept(old: Int, new: Int)
    case replaced(old: Int, new: Int)
    case removed(Int)
    case inserted(Int)
  }

  /// The steps through both lists, in order.
  package var steps: [Step] {
    var steps: [Step] = []
    var (x, y) = (0, 0)
    while x < isRemoved.count || y < isInserted.count {
      let isGone = x < isRemoved.count && isRemoved[x]
      let isNew = y < isInserted.count && isInserted[y]
      switch (isGone, isNew) {
      case (true, true): steps.append(.replaced(old: x, new: y))
      case (true, false): steps.append(.removed(x))
      case (false, true): steps.append(.inserted(y))
      case (false, false): steps.append(.kept(old: x, new: y))
      }
      if isGone || !isNew { x += 1 }
      if isNew || !isGone { y += 1 }
    }
    return steps
  }

  /// - Parameters:
  ///   - oldCount: The number of old elements.
  ///   - newCount: The number of new elements.
  ///   - isSame: Whether an old element equals a new one, by their positions.
  package init(_ oldCount: Int, _ newCount: Int, isSame: (Int, Int) -> Bool) {
    isRemoved = Array(repeating: true, count: oldCount)
    isInserted = Array(repeating: true, count: newCount)
    if oldCount == 0 || newCount == 0 { return }
    if oldCount == 1, newCount == 1 {
      (isRemoved, isInserted) = isSame(0, 0) ? ([false], [false]) : ([true], [true])
      return
    }
    if Self.isCheap(oldCount, newCount, isSame) { keepShortest(isSame) }
  }

  /// A script between two lists of hashable elements.
  package init<Element: Hashable>(_ oldElements: [Element], _ newElements: [Element]) {
    // Equal elements get equal numbers, because comparing elements may take long.
    var known: [Element: Int] = [:]
    func number(_ element: Element) -> Int {
      if let number = known[element] { return number }
      known[element] = known.count
      return known.count - 1
    }
    let (old, new) = (oldElements.map(number), newElements.map(number))
    isRemoved = Array(repeating: true, count: old.count)
    isInserted = Array(repeating: true, count: new.count)
    if Self.isCheap(old.count, new.count, { old[$0] == new[$1] }) {
      keepShortest { old[$0] == new[$1] }
    } else {
      keepAscending(old, new)
    }
  }

  /// Whether the lists differ by few enough changes to compute the shortest script.
  ///
  /// Follows the diagonals reachable with an increasing number of changes (Myers, "An O(ND) Difference Algorithm and
  /// Its Variations", 1986), and stores only the last round.
  private static func isCheap(_ n: Int, _ m: Int, _ isSame: (Int, Int) -> Bool) -> Bool {
    let limit = min(500, 4_000_000 / (n + m + 1))
    if n + m <= 64 { return true }
    // Indexed by diagonal from `-limit - 1`; a diagonal is reached from whichever neighbour reached farther.
    var reached = Array(repeating: -1, count: 2 * limit + 3)
    reached[limit + 2] = 0
    for changes in 0...limit {
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let place = diagonal + limit + 1
        var x = max(reached[place - 1] + 1, reached[place + 1])
        while x < n, x - diagonal < m, isSame(x, x - diagonal) { x += 1 }
        reached[place] = x
        if x >= n, x - diagonal >= m { return true }
      }
    }
    return false
  }

  private mutating func keepShortest(_ isSame: (Int, Int) -> Bool) {
    // Old positions are encoded as negative numbers, so that a pair tells which is which.
    let old = isRemoved.indices.map { -1 - $0 }
    for index in isRemoved.indices { isRemoved[index] = false }
    for index in isInserted.indices { isInserted[index] = false }
    let difference = isInserted.indices.difference(from: old) { isSame(-1 - min($0, $1), max($0, $1)) }
    for change in difference {
      switch change {
      case .remove(let offset, _, _): isRemoved[offset] = true
      case .insert(let offset, _, _): isInserted[offset] = true
      }
    }
  }

  /// Keeps a longest increasing subsequence of the elements that occur once in each list.
  private mutating func keepAscending(_ old: [Int], _ new: [Int]) {
    let places = Self.uniquePlaces(new)
    let pairs = Self.uniquePlaces(old).compactMap { value, x in places[value].map { (x: x, y: $0) } }
      .sorted { $0.x < $1.x }
    for position in increasingSubsequence(of: pairs.map(\.y)) {
      isRemoved[pairs[position].x] = false
      isInserted[pairs[position].y] = false
    }
  }

  private static func uniquePlaces(_ values: [Int]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (place, value) in values.enumerated() {
      places[value] = places[value] == nil ? place : -1
    }
    return places.filter { $0.value >= 0 }
  }
}

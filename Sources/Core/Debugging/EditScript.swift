/// Which elements of one list are gone in another, and which are new: a shortest script, found greedily.
///
/// Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986), forward, with ties resolved as the
/// standard library's `difference(from:)` resolves them. Its cost grows with the square of the number of changes, so
/// beyond a limit the script is no longer the shortest: equal elements are then matched by value in ascending order,
/// if there is a way to look them up, or not at all.
struct EditScript {
  private(set) var isRemoved: [Bool]
  private(set) var isInserted: [Bool]

  /// - Parameters:
  ///   - oldCount: The number of old elements.
  ///   - newCount: The number of new elements.
  ///   - limit: The number of changes up to which the script is a shortest one.
  ///   - isSame: Whether an old element equals a new one, by their positions.
  /// - Complexity: O((n + m) · d + d²) for d changes, with d at most `limit`.
  init(_ oldCount: Int, _ newCount: Int, limit: Int, isSame: (Int, Int) -> Bool) {
    isRemoved = Array(repeating: true, count: oldCount)
    isInserted = Array(repeating: true, count: newCount)
    guard let rounds = Self.rounds(oldCount, newCount, limit, isSame) else { return }
    keep(rounds)
  }

  /// A script between two lists of numbers, equal where the elements are.
  init(_ old: [Int], _ new: [Int], limit: Int) {
    isRemoved = Array(repeating: true, count: old.count)
    isInserted = Array(repeating: true, count: new.count)
    if let rounds = Self.rounds(old.count, new.count, limit, { old[$0] == new[$1] }) {
      keep(rounds)
    } else {
      keepAscending(old, new)
    }
  }

  /// How far each diagonal was reached, for each number of changes.
  private struct Round {
    /// By diagonal, from `-changes` to `changes`.
    var reached: [Int]
    let changes: Int

    subscript(diagonal: Int) -> Int {
      get { reached[diagonal + changes] }
      set { reached[diagonal + changes] = newValue }
    }

    /// Whether the way to `diagonal` in the round after this one is by an insertion rather than a removal.
    func isInsertion(to diagonal: Int) -> Bool {
      let next = changes + 1
      return diagonal == -next || (diagonal != next && self[diagonal - 1] < self[diagonal + 1])
    }
  }

  private static func rounds(_ n: Int, _ m: Int, _ limit: Int, _ isSame: (Int, Int) -> Bool) -> [Round]? {
    var rounds: [Round] = []
    for changes in 0...(n + m) {
      if changes > limit { return nil }
      var round = Round(reached: Array(repeating: -1, count: 2 * changes + 1), changes: changes)
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        var x = 0
        if let last = rounds.last {
          x = last.isInsertion(to: diagonal) ? last[diagonal + 1] : last[diagonal - 1] + 1
        }
        var y = x - diagonal
        while x >= 0, y >= 0, x < n, y < m, isSame(x, y) {
          x += 1
          y += 1
        }
        round[diagonal] = x
        if x >= n, y >= m {
          return rounds + [round]
        }
      }
      rounds.append(round)
    }
    return rounds
  }

  /// Walks the rounds back from the end, and marks the elements on the diagonals as kept.
  private mutating func keep(_ rounds: [Round]) {
    var (x, y) = (isRemoved.count, isInserted.count)
    for (changes, _) in rounds.enumerated().reversed() {
      let diagonal = x - y
      var (startX, startY) = (0, 0)
      var (beforeX, beforeY) = (0, 0)
      if changes > 0 {
        let last = rounds[changes - 1]
        let isInsertion = last.isInsertion(to: diagonal)
        beforeX = isInsertion ? last[diagonal + 1] : last[diagonal - 1]
        beforeY = beforeX - (isInsertion ? diagonal + 1 : diagonal - 1)
        (startX, startY) = isInsertion ? (beforeX, beforeY + 1) : (beforeX + 1, beforeY)
      }
      while x > startX, y > startY {
        x -= 1
        y -= 1
        isRemoved[x] = false
        isInserted[y] = false
      }
      (x, y) = (beforeX, beforeY)
    }
  }

  /// Keeps a longest ascending run of the elements that each list has once.
  ///
  /// - Complexity: O(n log n)
  private mutating func keepAscending(_ old: [Int], _ new: [Int]) {
    let places = Self.uniquePlaces(new)
    let pairs = Self.uniquePlaces(old).compactMap { value, x in places[value].map { (x: x, y: $0) } }
      .sorted { $0.x < $1.x }
    var tails: [Int] = []  // The pair that ends the best run of each length.
    var before = Array(repeating: -1, count: pairs.count)
    for (position, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].y < pair.y { low = middle + 1 } else { high = middle }
      }
      before[position] = low == 0 ? -1 : tails[low - 1]
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var position = tails.last ?? -1
    while position >= 0 {
      isRemoved[pairs[position].x] = false
      isInserted[pairs[position].y] = false
      position = before[position]
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

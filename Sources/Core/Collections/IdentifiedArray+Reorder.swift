import HashTreeCollections

extension IdentifiedArray {
  /// Sorts the elements, stably.
  ///
  /// If they are already sorted, nothing is copied, and the array stays identical to its copies. If few are out of
  /// place, only these are moved.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first of two elements must precede the second: a strict weak
  ///   ordering.
  /// - Throws: What the predicate throws, in which case the order is unchanged.
  /// - Complexity: O(`count` · log `count`); O(`count`) if they are already sorted
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    if let order = try tree.order(by: areInIncreasingOrder) { rearrange(order) }
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func reverse() {
    rearrange(indices.reversed())
  }

  /// Shuffles the elements.
  ///
  /// - Parameter generator: The random number generator.
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange(indices.shuffled(using: &generator))
  }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Moves the elements that satisfy a predicate after those that do not, stably.
  ///
  /// - Returns: The position of the first element that satisfies the predicate, or `count`.
  /// - Throws: What the predicate throws, in which case the order is unchanged.
  /// - Complexity: O(`count`)
  @inlinable @discardableResult
  public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    let second = try positions(where: belongsInSecondPartition)
    let pivot = count - second.count
    guard let first = second.first, first < pivot else { return pivot }
    let isSecond = Set(second)
    rearrange(indices.filter { !isSecond.contains($0) } + second)
    return pivot
  }

  /// Swaps two elements.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    precondition(i >= 0 && i < count && j >= 0 && j < count, "Index out of range")
    guard i != j else { return }
    let (first, second) = (tree.uniquePlace(at: i), tree.uniquePlace(at: j))
    swap(&first.element.pointee, &second.element.pointee)
    labels[identity(first.element)] = first.label
    labels[identity(second.element)] = second.label
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements, stably.
  ///
  /// - Complexity: O(`count` · log `count`); O(`count`) if they are already sorted
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}

extension IdentifiedArray {
  /// Moves the elements at some positions to another position, preserving their order.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move, in any order: an array, a range, an `IndexSet`.
  ///   - destination: The position of the element to insert them before, or `count`. It refers to the positions
  ///     before the move, as in SwiftUI's `onMove`.
  /// - Complexity: O(*n* · log `count`) on average for *n* elements, at most O(`count` · log `count`)
  @inlinable
  public mutating func move(fromOffsets source: some Collection<Int>, toOffset destination: Int) {
    precondition(destination >= 0 && destination <= count, "Destination out of range")
    let source = distinctPositions(source)
    if source.isEmpty { return }
    if isInPlace(source, at: destination) { return }
    let moved = source.reversed().map { remove(at: $0) }
    var target = destination - source.prefix { $0 < destination }.count
    for element in moved.reversed() {
      insert(element, at: target)
      target += 1
    }
  }

  /// Whether a move would have no effect.
  @inlinable
  func isInPlace(_ source: [Int], at destination: Int) -> Bool {
    guard let first = source.first, let last = source.last, last - first + 1 == source.count else {
      return false
    }
    return first <= destination && destination <= last + 1
  }
}

extension IdentifiedArray {
  /// Replaces all elements by the same number of elements, most of which are the same or only moved.
  @inlinable
  mutating func overwrite(_ old: [Element], with new: [Element]) {
    let order = new.compactMap { index(id: self.id(of: $0)) }
    guard order.count == new.count, Set(order).count == new.count else {
      self = Self(new, identity: identity, duplicate: reportDuplicate(id:))
      return
    }
    rearrange(order)
    for position in indices {
      var (before, after) = (old[order[position]], new[position])
      if !isKnownSame(&before, &after) { tree.uniquePlace(at: position).element.pointee = after }
    }
  }

  /// Reorders the elements: moves those that are out of place if they are few, so that the others stay shared with
  /// other versions.
  ///
  /// - Parameter order: For each new position, the old position of its element: a permutation.
  @inlinable
  mutating func rearrange(_ order: [Int]) {
    guard let first = order.indices.first(where: { order[$0] != $0 }),
      let last = order.indices.last(where: { order[$0] != $0 })
    else { return }
    let moved = Self.moved(first...last, by: order)
    guard moved.count * 8 < count else {
      let elements = self.elements
      self = Self(order.map { elements[$0] }, identity: identity, duplicate: reportDuplicate(id:))
      return
    }
    let elements = moved.map { tree.element(at: order[$0]) }
    // The ids stay, and get the labels of their new places.
    for position in moved.map({ order[$0] }).sorted(by: >) { _ = tree.remove(at: position) }
    for (position, element) in zip(moved, elements) { insertNew(element, id: id(of: element), at: position) }
  }

  /// The new positions in a range whose elements must be moved to reach the order, as few as possible.
  @inlinable
  static func moved(_ range: ClosedRange<Int>, by order: [Int]) -> [Int] {
    let (first, last) = (range.lowerBound, range.upperBound)
    // Usually one element has moved: to the end of the range, or to its start.
    if order[last] == first, (first..<last).allSatisfy({ order[$0] == $0 + 1 }) { return [last] }
    if order[first] == last, (first + 1...last).allSatisfy({ order[$0] == $0 - 1 }) { return [first] }
    var isMoved = Array(repeating: true, count: range.count)
    for place in increasingSubsequence(of: Array(order[range])) { isMoved[place] = false }
    return range.filter { isMoved[$0 - first] }
  }
}

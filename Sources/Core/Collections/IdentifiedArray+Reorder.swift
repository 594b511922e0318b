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
    let elements = self.elements
    rearrange(elements, try indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func reverse() {
    rearrange(elements, indices.reversed())
  }

  /// Shuffles the elements.
  ///
  /// - Parameter generator: The random number generator.
  /// - Complexity: O(`count`)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    rearrange(elements, indices.shuffled(using: &generator))
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
    rearrange(elements, indices.filter { !isSecond.contains($0) } + second)
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
    guard !tree.isOneLeaf else { return }
    let (firstID, secondID) = (identity.id(of: first.element), identity.id(of: second.element))
    labelIndex.update(LabelIndex.hash(firstID), from: second.label, to: first.label)
    labelIndex.update(LabelIndex.hash(secondID), from: first.label, to: second.label)
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
  /// Replaces all elements by the same number of elements, most of which are the same or only moved.
  ///
  /// Elements whose bits are the same stay shared with other versions.
  @inlinable
  mutating func overwrite(_ old: [Element], with new: UnsafeBufferPointer<Element>) {
    func isSame(_ i: Int, _ j: Int) -> Bool {
      old.withUnsafeBufferPointer { old in
        guard let old = old.baseAddress, let new = new.baseAddress else { return true }
        return haveSameBits(old + i, new + j, MemoryLayout<Element>.size)
      }
    }
    let changed = old.indices.filter { !isSame($0, $0) }
    guard let first = changed.first, let last = changed.last else { return }
    var positions: [ID: Int] = [:]
    for position in first...last { positions[identity.id(of: old[position])] = position }
    var order = Array(old.indices)
    for position in first...last {
      guard let source = positions.removeValue(forKey: identity.id(of: new[position])) else {
        self = Self(new, identity: identity, duplicate: reportDuplicate(id:))
        return
      }
      order[position] = source
    }
    rearrange(old, order)
    for position in first...last where !isSame(order[position], position) {
      tree.uniquePlace(at: position).element.pointee = new[position]
    }
  }

  /// Reorders the elements.
  ///
  /// - Parameters:
  ///   - elements: All elements in their current order.
  ///   - order: For each new position, the old position of its element: a permutation.
  @inlinable
  mutating func rearrange(_ elements: [Element], _ order: [Int]) {
    guard let first = order.indices.first(where: { order[$0] != $0 }),
      let last = order.indices.last(where: { order[$0] != $0 })
    else { return }
    let window = first...last
    let inPlace = Set(increasingSubsequence(of: Swift.Array(order[window])).map { order[first + $0] })
    if canMoveEach, (window.count - inPlace.count) * 8 < count {
      move(elements, order, window: window, inPlace: inPlace)
    } else {
      assign(elements, order, window: window)
    }
  }

  /// Moves only the elements of a window that are out of place, so that the others stay shared with other versions.
  @inlinable
  mutating func move(_ elements: [Element], _ order: [Int], window: ClosedRange<Int>, inPlace: Set<Int>) {
    var labels: [Int: UInt64] = [:]
    for position in window.reversed() where !inPlace.contains(position) {
      labels[position] = tree.remove(at: position).label
    }
    for position in window {
      guard let label = labels[order[position]] else { continue }
      reinsert(elements[order[position]], label: label, at: position)
    }
  }

  /// Whether elements can be removed and reinserted without the tree becoming a single leaf or ceasing to be one, for
  /// which the index would have to be dropped or rebuilt.
  @inlinable
  var canMoveEach: Bool {
    tree.isOneLeaf || count > 2 * OrderTree<Element>.Shape.leafCapacity
  }

  /// Writes the elements of a window to their new positions, which keep their labels.
  @inlinable
  mutating func assign(_ elements: [Element], _ order: [Int], window: ClosedRange<Int>) {
    let labels = tree.isOneLeaf ? [] : tree.labels
    for position in window where order[position] != position {
      let element = elements[order[position]]
      tree.uniquePlace(at: position).element.pointee = element
      guard !labels.isEmpty else { continue }
      let hash = LabelIndex.hash(identity.id(of: element))
      labelIndex.update(hash, from: labels[order[position]], to: labels[position])
    }
  }
}

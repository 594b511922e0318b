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
    if canMoveEach, source.count <= Swift.max(1, count / 8) { return moveEach(source, to: destination) }
    var isMoved = [Bool](repeating: false, count: count)
    for position in source { isMoved[position] = true }
    let order =
      (0..<destination).filter { !isMoved[$0] } + source + (destination..<count).filter { !isMoved[$0] }
    rearrange(elements, order)
  }

  /// Whether a move would have no effect.
  @inlinable
  func isInPlace(_ source: [Int], at destination: Int) -> Bool {
    guard let first = source.first, let last = source.last, last - first + 1 == source.count else {
      return false
    }
    return first <= destination && destination <= last + 1
  }

  @inlinable
  mutating func moveEach(_ source: [Int], to destination: Int) {
    var moved: [(element: Element, label: UInt64)] = []
    for position in source.reversed() { moved.append(tree.remove(at: position)) }
    var target = destination - source.prefix { $0 < destination }.count
    for (element, label) in moved.reversed() {
      reinsert(element, label: label, at: target)
      target += 1
    }
  }
}

import Foundation
extension IdentifiedArray {
  /// Moves the elements at some positions to another position, preserving their order.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move.
  ///   - destination: The position of the element to insert them before, or `count`. It refers to the positions
  ///     before the move, as in SwiftUI's `onMove`.
  /// - Complexity: O(*n* · log `count`) on average for *n* elements, at most O(`count` · log `count`)
  @inlinable
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(destination >= 0 && destination <= count, "Destination out of range")
    guard let last = source.last else { return }
    precondition(last < count, "Index out of range")
    if isInPlace(source, at: destination) { return }
    if canMoveEach, source.count <= Swift.max(1, count / 8) { return moveEach(source, to: destination) }
    let moved = Array(source)
    let order =
      (0..<destination).filter { !source.contains($0) } + moved
      + (destination..<count).filter { !source.contains($0) }
    rearrange(elements, order)
  }

  /// Whether a move would have no effect.
  @inlinable
  func isInPlace(_ source: IndexSet, at destination: Int) -> Bool {
    guard let first = source.first, let last = source.last, last - first + 1 == source.count else {
      return false
    }
    return first <= destination && destination <= last + 1
  }

  @inlinable
  mutating func moveEach(_ source: IndexSet, to destination: Int) {
    var moved: [(element: Element, label: UInt64)] = []
    for position in source.reversed() { moved.append(tree.remove(at: position)) }
    var target = destination - source.count(in: 0..<destination)
    for (element, label) in moved.reversed() {
      reinsert(element, label: label, at: target)
      target += 1
    }
  }
}

extension RangeReplaceableCollection where Self: MutableCollection & RandomAccessCollection, Index == Int {
  /// Removes the elements at some positions, in any order: an array, a range, an `IndexSet`.
  ///
  /// - Complexity: O(`count`)
  public mutating func remove(atOffsets offsets: some Collection<Int>) {
    let removed = Set(offsets)
    var position = startIndex
    removeAll { _ in
      defer { position += 1 }
      return removed.contains(position)
    }
  }

  /// Moves the elements at some positions to another position, preserving their order.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move, in any order: an array, a range, an `IndexSet`.
  ///   - destination: The position of the element to insert them before, or `endIndex`. It refers to the positions before
  ///     the move, as in SwiftUI's `onMove`.
  /// - Complexity: O(`count`)
  public mutating func move(fromOffsets source: some Collection<Int>, toOffset destination: Int) {
    let positions = Set(source).sorted()
    let moved = positions.map { self[$0] }
    remove(atOffsets: positions)
    insert(contentsOf: moved, at: destination - positions.prefix { $0 < destination }.count)
  }
}

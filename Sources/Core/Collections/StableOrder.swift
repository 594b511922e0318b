extension Array {
  /// The positions of the elements in sorted order, equal ones as they stand; `nil` if they are sorted.
  ///
  /// A merge sort of its own, because the one of the standard library does not promise to be stable.
  ///
  /// - Complexity: O(*n* · log *n*); O(*n*) if they are sorted
  @usableFromInline
  func stableOrder(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Int]? {
    var runs: [Range<Int>] = []
    var start = 0
    for index in indices.dropFirst() where try areInIncreasingOrder(self[index], self[index - 1]) {
      runs.append(start..<index)
      start = index
    }
    guard start > 0 else { return nil }
    runs.append(start..<count)
    var order = Swift.Array(indices)
    var merged = order
    while runs.count > 1 {
      var next: [Range<Int>] = []
      for pair in stride(from: 0, to: runs.count, by: 2) {
        let left = runs[pair]
        let right = pair + 1 < runs.count ? runs[pair + 1] : left.upperBound..<left.upperBound
        try merge(left, right, of: order, into: &merged, by: areInIncreasingOrder)
        next.append(left.lowerBound..<right.upperBound)
      }
      swap(&order, &merged)
      runs = next
    }
    return order
  }

  private func merge(
    _ left: Range<Int>,
    _ right: Range<Int>,
    of order: [Int],
    into merged: inout [Int],
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    var left = left
    var right = right
    for target in left.lowerBound..<right.upperBound {
      let takesRight =
        try left.isEmpty
        || (!right.isEmpty
          && areInIncreasingOrder(self[order[right.lowerBound]], self[order[left.lowerBound]]))
      if takesRight {
        merged[target] = order[right.lowerBound]
        right = (right.lowerBound + 1)..<right.upperBound
      } else {
        merged[target] = order[left.lowerBound]
        left = (left.lowerBound + 1)..<left.upperBound
      }
    }
  }
}

/// The longest growing subsequence of distinct numbers: in a permutation, what need not be moved to sort it.
///
/// - Complexity: O(*n* · log *n*)
@usableFromInline
func longestRun(of numbers: ArraySlice<Int>) -> [Int] {
  // For each length, the index of the smallest number that ends a growing subsequence of that length.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  let base = numbers.startIndex
  for index in numbers.indices {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[index - base] = ends[low - 1] }
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var run: [Int] = []
  var next = ends.last ?? -1
  while next >= 0 {
    run.append(numbers[next])
    next = previous[next - base]
  }
  return run.reversed()
}

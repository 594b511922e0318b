extension Array where Element: Hashable {
  /// The elements without repetitions, each at its first position.
  package var removingDuplicates: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

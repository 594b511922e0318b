extension Array where Element: Hashable {
  /// The elements without those that came before.
  package var removingDuplicates: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

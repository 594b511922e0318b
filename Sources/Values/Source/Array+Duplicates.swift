extension Array where Element: Hashable {
  /// The elements without repetitions, each at its first position.
  package var removingDuplicates: [Element] {
    var (seen, elements) = (Set<Element>(), [Element]())
    for element in self where seen.insert(element).inserted { elements.append(element) }
    return elements
  }
}

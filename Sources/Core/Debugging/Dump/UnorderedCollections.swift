import HashTreeCollections

/// A dictionary with the order of its hashes, which differs from run to run. Its dump is sorted.
protocol UnorderedPairs {
  var anyPairs: [(key: Any, value: Any)] { get }
}

/// A set with the order of its hashes, which differs from run to run. Its dump is sorted.
protocol UnorderedMembers {
  var anyMembers: [Any] { get }
}

extension Dictionary: UnorderedPairs {
  var anyPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

extension TreeDictionary: UnorderedPairs {
  var anyPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

extension Set: UnorderedMembers {
  var anyMembers: [Any] { map { $0 } }
}

extension TreeSet: UnorderedMembers {
  var anyMembers: [Any] { map { $0 } }
}

/// The elements, sorted by the text of their dumps.
func sortedByDump<Element>(_ elements: [Element], by key: (Element) -> Any) -> [Element] {
  elements
    .map { (text: String(customDumping: key($0)), element: $0) }
    .sorted { $0.text < $1.text }
    .map(\.element)
}

/// A collection that can stand for a set, so that states are compared with its elements in a fixed order.
package protocol UnorderedCollection {
  /// The same elements, ordered by their content, except for the values of UUIDs.
  var inCanonicalOrder: Self { get }
}

extension Array: UnorderedCollection {
  package var inCanonicalOrder: [Element] { canonicalOrder(of: self).map { self[$0] } }
}

extension IdentifiedArray: UnorderedCollection {
  package var inCanonicalOrder: IdentifiedArray {
    let places = canonicalOrder(of: self).enumerated().map { (ids[$1], $0) }
    let place = Dictionary(places) { first, _ in first }
    var copy = self
    copy.sort { place[id(of: $0), default: 0] < place[id(of: $1), default: 0] }
    return copy
  }
}

/// The positions of elements by the digests of their contents.
private func canonicalOrder<Elements: RandomAccessCollection>(of elements: Elements) -> [Int] {
  let shape = Shape.of(Elements.Element.self)
  let digests = elements.map { element in
    var digest = ContentDigest(comparesIDs: false)
    withUnsafePointer(to: element) { digest.add($0, of: shape) }
    return digest.state.value
  }
  return digests.indices.sorted { (digests[$0], $0) < (digests[$1], $1) }
}

import Core
import HashTreeCollections

// Collections of any type, read without copying them, so that O(1) operations remain O(1).
extension Collection {
  static var elementType: Any.Type { Element.self }

  /// The number of elements, capped at `Int.max`: the count of a larger range would trap.
  var elementCount: Int {
    Shape.of(Self.self).has(.integers) ? (self as? any RangeOfIntegers)?.cappedCount ?? count : count
  }

  /// Whether the order of the elements varies between runs.
  package var isUnordered: Bool { Shape.of(Self.self).has(.unordered) }

  /// The element at a position, counted from the start.
  ///
  /// - Complexity: O(1) if the collection has random access, otherwise O(*n*).
  func element(at offset: Int) -> Any? { flattened(self[index(startIndex, offsetBy: offset)]) }

  /// All elements. Those of a set or dictionary are sorted by their numbers or texts, so that every run has the same
  /// order.
  package var allElements: [Any] {
    (self as? any UnorderedElements)?.sortedElements ?? Array(self)
  }

  /// An iterator over the elements that copies them only if they must be sorted.
  var erasedIterator: AnyIterator<Any> {
    if isUnordered { return AnyIterator(allElements.makeIterator()) }
    var iterator = makeIterator()
    return AnyIterator { iterator.next().map { $0 as Any } }
  }
}

/// The type of a collection's elements; `nil` if the type is not a collection.
func elementType(of type: Any.Type) -> Any.Type? { (type as? any Collection.Type)?.elementType }

extension Shape {
  /// Whether a collection is treated as one value: a string, data, a range of numbers.
  var isOneValue: Bool { has(.string) || has(.integers) || element?.type == UInt8.self }
}

/// A value of any type, if it is a collection.
package func collection(_ value: Any) -> (any Collection)? {
  Shape.of(value: value).has(.collection) ? value as? any Collection : nil
}

extension Peek {
  /// A copy of a collection.
  var collection: (any Collection)? { shape.has(.collection) ? TodoShellValues.collection(value) : nil }
}

/// A range of integers, which may have more elements than `Int.max`.
protocol RangeOfIntegers: WrittenRange where Bound: BinaryInteger {}

extension Range: RangeOfIntegers where Bound: BinaryInteger {}
extension ClosedRange: RangeOfIntegers where Bound: BinaryInteger {}

extension RangeOfIntegers {
  fileprivate var cappedCount: Int {
    // Bounds have at most 128 bits; a larger distance is capped.
    let (distance, overflows) = Int128(clamping: upperBound)
      .subtractingReportingOverflow(Int128(clamping: lowerBound))
    if overflows || distance == .max { return .max }
    return Int(clamping: isClosed ? distance + 1 : distance)
  }
}

/// Collections whose order varies between runs.
protocol UnorderedElements {
  /// The elements, sorted by their numbers or texts, or those of their keys.
  var sortedElements: [Any] { get }
  /// The collection of the same type with the elements for which a condition holds, evaluated in the same order in
  /// every run.
  func keeping(_ condition: (Any) throws -> Bool) rethrows -> Any
  /// Whether a value is an element; `nil` if it has another type.
  func has(_ value: Any) -> Bool?
}

extension UnorderedElements where Self: SetAlgebra & Collection, Element: Hashable {
  var sortedElements: [Any] { inOrder(self) { $0 } }

  func has(_ value: Any) -> Bool? { unboxed(value, as: Element.self).map(contains) }

  func keeping(_ condition: (Any) throws -> Bool) rethrows -> Any {
    var kept = Self()
    for element in inOrder(self, by: { $0 }) where try condition(element) { kept.insert(element) }
    return kept
  }
}

extension Set: UnorderedElements {}
extension TreeSet: UnorderedElements {}

protocol DictionaryElements: UnorderedElements, UnorderedPairs, Collection {
  init()
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value?
}

extension DictionaryElements {
  private var sortedByKey: [Element] { inOrder(self, by: \.key) }

  var pairsSortedByKey: [(key: Any, value: Any)] { sortedByKey.map { ($0, $1) } }

  var sortedElements: [Any] { sortedByKey }

  func has(_: Any) -> Bool? { nil }

  func keeping(_ condition: (Any) throws -> Bool) rethrows -> Any {
    var kept = Self()
    for entry in sortedByKey where try condition(entry) {
      _ = kept.updateValue(entry.value, forKey: entry.key)
    }
    return kept
  }
}

extension Dictionary: DictionaryElements {}
extension TreeDictionary: DictionaryElements {}

/// The elements sorted by their keys: numbers by value, then others by their texts.
private func inOrder<Element>(_ elements: some Sequence<Element>, by key: (Element) -> Any)
  -> [Element]
{
  let keyed = elements.map { element in
    let key = key(element)
    return (element, number: Number(key), text: String(describing: key))
  }
  return keyed.sorted { left, right in
    switch (left.number, right.number) {
    case (let left?, let right?): left < right
    case (nil, nil): left.text < right.text
    default: left.number != nil
    }
  }.map(\.0)
}

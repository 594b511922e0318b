import Core

/// Reads collections of any type without copying them, so that O(1) operations remain O(1).
package enum CollectionAccess {
  /// The number of elements, capped at `Int.max`: the count of a larger range would trap.
  package static func count(_ collection: any Collection) -> Int {
    guard Shape.of(value: collection).has(.integers) else { return collection.count }
    return (collection as? any RangeOfIntegers)?.cappedCount ?? collection.count
  }

  /// The type of the elements; `nil` if the type is not a collection.
  package static func elementType(of type: Any.Type) -> Any.Type? {
    func open<C: Collection>(_: C.Type) -> Any.Type { C.Element.self }
    return (type as? any Collection.Type).map { open($0) }
  }

  /// The element at a position, counted from the start.
  ///
  /// - Complexity: O(1) if the collection has random access, otherwise O(*n*).
  package static func element(of collection: any Collection, at offset: Int) -> Any? {
    func open<C: Collection>(_ collection: C) -> Any {
      collection[collection.index(collection.startIndex, offsetBy: offset)]
    }
    return Reflection.flattened(open(collection))
  }

  private static func last(of collection: any Collection) -> Any? {
    func open<C: BidirectionalCollection>(_ collection: C) -> Any? {
      collection.last.flatMap(Reflection.flattened)
    }
    if let collection = collection as? any BidirectionalCollection { return open(collection) }
    return collection.isEmpty ? nil : element(of: collection, at: count(collection) - 1)
  }

  /// All elements. Those of a set or dictionary are sorted by their texts, so that every run has the same order.
  package static func elements(of collection: any Collection) -> [Any] {
    func open<C: Collection>(_ collection: C) -> [Any] { collection.map { $0 as Any } }
    let elements = open(collection)
    guard isUnordered(collection) else { return elements }
    return sortedByText(elements).map(\.element)
  }

  package static func isUnordered(_ collection: Any) -> Bool { Shape.of(value: collection).has(.unordered) }

  /// Whether a collection is treated as one value: a string, data, a range of numbers.
  static func isOneValue(_ collection: any Collection) -> Bool {
    let shape = Shape.of(value: collection)
    return shape.has(.string) || shape.has(.integers)
      || elementType(of: type(of: collection)) == UInt8.self
  }

  static let memberNames = ["count", "isEmpty", "first", "last"]
  static let unorderedNames = ["count", "isEmpty"]
  static let dictionaryNames = ["count", "isEmpty", "keys", "values"]

  static func memberNames(of collection: any Collection) -> [String] {
    if collection is any DictionaryElements { return dictionaryNames }
    return isUnordered(collection) ? unorderedNames : memberNames
  }

  /// - Returns: `nil` if there is no such member; `.some(nil)` for the first element of an empty collection.
  package static func member(_ name: String, of collection: any Collection) -> Any?? {
    switch name {
    case "count": return .some(count(collection))
    case "isEmpty": return .some(collection.isEmpty)
    case "first" where !isUnordered(collection):
      return .some(collection.isEmpty ? nil : element(of: collection, at: 0))
    case "last" where !isUnordered(collection):
      return .some(last(of: collection))
    case "keys": return (collection as? any DictionaryElements).map { $0.sortedKeys }
    case "values": return (collection as? any DictionaryElements).map { $0.valuesSortedByKey }
    default: return nil
    }
  }
}

/// A range of integers, which may have more elements than `Int.max`.
protocol RangeOfIntegers {
  var cappedCount: Int { get }
}

extension Range: RangeOfIntegers where Bound: BinaryInteger {
  var cappedCount: Int { countOfIntegers(lowerBound, upperBound, isClosed: false) }
}

extension ClosedRange: RangeOfIntegers where Bound: BinaryInteger {
  var cappedCount: Int { countOfIntegers(lowerBound, upperBound, isClosed: true) }
}

private func countOfIntegers<Bound: BinaryInteger>(_ lower: Bound, _ upper: Bound, isClosed: Bool) -> Int {
  // Bounds have at most 128 bits; a larger distance is capped.
  let (distance, overflows) = Int128(clamping: upper).subtractingReportingOverflow(Int128(clamping: lower))
  return overflows ? .max : Int(clamping: isClosed ? distance.advancedByOne : distance)
}

extension Int128 {
  fileprivate var advancedByOne: Int128 { self == .max ? self : self + 1 }
}

/// Collections whose order varies between runs.
protocol UnorderedElements {
  /// The collection of the same type with the elements for which a condition holds, evaluated in the same order in
  /// every run.
  func keeping(_ condition: (Any) throws(Diagnostic) -> Bool) throws(Diagnostic) -> Any
}

extension Set: UnorderedElements {
  func keeping(_ condition: (Any) throws(Diagnostic) -> Bool) throws(Diagnostic) -> Any {
    var kept: Self = []
    for (_, element) in sortedByText(self) where try condition(element) { kept.insert(element) }
    return kept
  }
}

extension Dictionary: UnorderedElements {
  func keeping(_ condition: (Any) throws(Diagnostic) -> Bool) throws(Diagnostic) -> Any {
    var kept: Self = [:]
    for (_, entry) in sortedByKey where try condition(entry) {
      kept.updateValue(entry.value, forKey: entry.key)
    }
    return kept
  }
}

private func sortedByText<Element>(_ elements: some Sequence<Element>) -> [(text: String, element: Element)] {
  elements.map { (String(describing: $0), $0) }.sorted { $0.text < $1.text }
}

protocol DictionaryElements {
  var sortedKeys: [Any] { get }
  var valuesSortedByKey: [Any] { get }
}

extension Dictionary: DictionaryElements {
  fileprivate var sortedByKey: [(text: String, element: Element)] {
    map { (String(describing: $0.key), $0) }.sorted { $0.text < $1.text }
  }

  var sortedKeys: [Any] { sortedByKey.map(\.element.key) }
  var valuesSortedByKey: [Any] { sortedByKey.map(\.element.value) }
}

extension CollectionAccess {
  /// The elements at some positions, not copied.
  static func part(_ offsets: Range<Int>, of collection: any Collection) -> any Collection {
    func open<C: Collection>(_ collection: C) -> any Collection {
      let start = collection.index(collection.startIndex, offsetBy: offsets.lowerBound)
      return collection[start..<collection.index(start, offsetBy: offsets.count)]
    }
    return open(collection)
  }

  /// An iterator over the elements that copies them only if they must be sorted.
  static func iterator(over collection: any Collection) -> AnyIterator<Any> {
    func open<C: Collection>(_ collection: C) -> AnyIterator<Any> {
      var iterator = collection.makeIterator()
      return AnyIterator { iterator.next().map { $0 as Any } }
    }
    if isUnordered(collection) { return AnyIterator(elements(of: collection).makeIterator()) }
    return open(collection)
  }
}

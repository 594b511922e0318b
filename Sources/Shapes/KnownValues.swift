import HashTreeCollections

/// A text that dumps as a literal.
package protocol TextValue {
  var literalText: String { get }
}

extension String: TextValue { package var literalText: String { self } }
extension Substring: TextValue { package var literalText: String { String(self) } }
extension Character: TextValue { package var literalText: String { String(self) } }
extension Unicode.Scalar: TextValue { package var literalText: String { String(self) } }
extension StaticString: TextValue { package var literalText: String { description } }

/// A number or Bool: its description is its dump, and its memory is its content.
package protocol ScalarValue: CustomStringConvertible {}

extension Bool: ScalarValue {}
extension Int: ScalarValue {}
extension Int8: ScalarValue {}
extension Int16: ScalarValue {}
extension Int32: ScalarValue {}
extension Int64: ScalarValue {}
extension UInt: ScalarValue {}
extension UInt8: ScalarValue {}
extension UInt16: ScalarValue {}
extension UInt32: ScalarValue {}
extension UInt64: ScalarValue {}
extension Float: ScalarValue {}
extension Double: ScalarValue {}

/// Any optional.
package protocol OptionalType {
  static var wrappedType: Any.Type { get }
  static var noValue: Any { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalType {
  package static var wrappedType: Any.Type { Wrapped.self }
  package static var noValue: Any { Optional.none as Any }
  package var wrapped: Any? { self }
}

/// A type whose values dump as lists of their elements.
///
/// The requirements take the address of a list, because a copy would retain it.
package protocol ListValue {
  static var elementType: Any.Type { get }
  /// The number of elements.
  static func count(of list: UnsafeRawPointer) -> Int
  /// Calls a closure with the address of each element, in order, until it returns `false`. The address is valid only during
  /// the call.
  static func forEachAddress(in list: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Bool) rethrows
  /// Calls a closure with the address of the element at a position; `nil` if there is none. The address of an element that is
  /// neither an existential nor an object is valid as long as the list.
  static func withAddress<Result>(
    at position: Int,
    in list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result?
}

extension ListValue where Self: RandomAccessCollection {
  package static var elementType: Any.Type { Element.self }

  package static func count(of list: UnsafeRawPointer) -> Int {
    list.assumingMemoryBound(to: Self.self).pointee.count
  }

  package static func forEachAddress(
    in list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws -> Bool
  ) rethrows {
    _ = try list.assumingMemoryBound(to: Self.self).pointee.withContiguousStorageIfAvailable { elements in
      guard let first = elements.baseAddress else { return }
      for index in elements.indices where try !body(first + index) { return }
    }
  }

  package static func withAddress<Result>(
    at position: Int,
    in list: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    let result = list.assumingMemoryBound(to: Self.self).pointee.withContiguousStorageIfAvailable {
      elements in
      position < elements.count ? elements.baseAddress.map { body($0 + position) } : nil
    }
    return result ?? nil
  }
}

/// A list whose elements are not in memory.
enum ComputedList<List: RegionDiffable>: ListValue {
  static var elementType: Any.Type { Any.self }

  private static func list(at address: UnsafeRawPointer) -> List {
    address.assumingMemoryBound(to: List.self).pointee
  }

  static func count(of address: UnsafeRawPointer) -> Int { list(at: address).dumpCount }

  static func forEachAddress(
    in address: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws -> Bool
  ) rethrows {
    let list = list(at: address)
    for position in 0..<list.dumpCount
    where try !withUnsafePointer(to: list.dumpElement(at: position), { try body($0) }) { return }
  }

  static func withAddress<Result>(
    at position: Int,
    in address: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    let list = list(at: address)
    guard position < list.dumpCount else { return nil }
    return withUnsafePointer(to: list.dumpElement(at: position)) { body($0) }
  }
}

extension RegionDiffable {
  static func differingRegions(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [DifferingRegion] {
    new.assumingMemoryBound(to: Self.self).pointee
      .differingRegions(from: old.assumingMemoryBound(to: Self.self).pointee)
  }
}

extension Array: ListValue {}
extension ContiguousArray: ListValue {}
extension ArraySlice: ListValue {}

/// A collection in the order of its hashes.
package protocol Unordered {
  /// The types of its elements, or of its keys and values.
  static var memberTypes: [Any.Type] { get }
}

/// A dictionary with the order of its hashes, which differs from run to run. Its dump is sorted.
package protocol UnorderedPairs: Unordered {
  var anyPairs: [(key: Any, value: Any)] { get }
}

extension Dictionary: UnorderedPairs {
  package static var memberTypes: [Any.Type] { [Key.self, Value.self] }
  package var anyPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

extension TreeDictionary: UnorderedPairs {
  package static var memberTypes: [Any.Type] { [Key.self, Value.self] }
  package var anyPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

/// A set with the order of its hashes, which differs from run to run. Its dump is sorted.
package protocol UnorderedMembers: Unordered {
  var anyMembers: [Any] { get }
}

extension Set: UnorderedMembers {
  package static var memberTypes: [Any.Type] { [Element.self] }
  package var anyMembers: [Any] { map { $0 } }
}

extension TreeSet: UnorderedMembers {
  package static var memberTypes: [Any.Type] { [Element.self] }
  package var anyMembers: [Any] { map { $0 } }
}

/// The storage of a wrapped property, which is written as its value, under the name of the property.
package protocol PropertyStorage {}

/// The storage of a wrapped property whose value can be read in place.
package protocol ReadableStorage: PropertyStorage, SendableMetatype {
  static var valueType: Any.Type { get }
  /// The address of the value of the storage at an address; `nil` if there is no value.
  static func valueAddress(in storage: UnsafeRawPointer) -> UnsafeRawPointer?
}

/// The storage of a shared property.
package protocol SharedPropertyStorage: PropertyStorage {
  /// The value on a side of a comparison.
  func value(on side: ComparisonSide) -> Any
}

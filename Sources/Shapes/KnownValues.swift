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

/// A collection that dumps as a list of its elements.
///
/// Its elements are in memory. The requirements take the list's address, because a copy would retain them.
package protocol ListValue: RandomAccessCollection {
  /// The number of elements of the list at an address.
  static func count(of list: UnsafePointer<Self>) -> Int
  /// Calls a closure with the address of each element, in order. The address is valid only during the call.
  static func forEachAddress(in list: UnsafePointer<Self>, _ body: (UnsafeRawPointer) -> Void)
  /// Calls a closure with the addresses of the elements at each position at which the bits of two versions differ.
  ///
  /// - Returns: `false` if the versions cannot be compared by position, for example because elements were added or removed.
  static func forEachDifference(
    from old: UnsafePointer<Self>,
    to new: UnsafePointer<Self>,
    _ body: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Void
  ) -> Bool
  /// Calls a closure with the address of the element at a position, which is valid as long as the list.
  ///
  /// - Returns: `false` if there is none.
  static func withAddress(
    at position: Int,
    in list: UnsafePointer<Self>,
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool
}

extension ListValue {
  package static func count(of list: UnsafePointer<Self>) -> Int { list.pointee.count }

  package static func forEachAddress(in list: UnsafePointer<Self>, _ body: (UnsafeRawPointer) -> Void) {
    _ = list.pointee.withContiguousStorageIfAvailable { elements in
      guard let first = elements.baseAddress else { return }
      for index in elements.indices { body(first + index) }
    }
  }

  package static func forEachDifference(
    from _: UnsafePointer<Self>,
    to _: UnsafePointer<Self>,
    _: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) -> Bool { false }

  package static func withAddress(
    at position: Int,
    in list: UnsafePointer<Self>,
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool {
    let isFound = list.pointee.withContiguousStorageIfAvailable { elements in
      guard position < elements.count, let first = elements.baseAddress else { return false }
      body(first + position)
      return true
    }
    return isFound ?? false
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

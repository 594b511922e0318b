import HashTreeCollections

/// A type with its own way of reading its values. A shape looks it up once per type.
///
/// The requirements take an address, because passing a value of any type would box it.
package protocol KnownValue: SendableMetatype {
  static var kind: Shape.Kind { get }
  /// The text of a string, of a number, or of a type that describes itself.
  static func text(at address: UnsafeRawPointer) -> String?
  /// The type of the value that an optional wraps, or a storage stores; `nil` for others.
  static var valueType: Any.Type? { get }
  /// The address of that value; `nil` if there is none.
  static func valueAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer?
  /// The value that stands for the one at an address, on a side of a comparison.
  static func representation(at address: UnsafeRawPointer, on side: ComparisonSide) -> Any?
  static func mirror(at address: UnsafeRawPointer) -> Mirror?
  /// The types of the elements of an unordered collection, or of its keys and values.
  static var memberTypes: [Any.Type] { get }
  /// The values of such a collection with their keys. An element of a set is its own key.
  static func members(at address: UnsafeRawPointer) -> [(key: Any, value: Any)]
}

extension KnownValue {
  package static func text(at _: UnsafeRawPointer) -> String? { nil }
  package static var valueType: Any.Type? { nil }
  package static func valueAddress(in _: UnsafeRawPointer) -> UnsafeRawPointer? { nil }
  package static func representation(at _: UnsafeRawPointer, on _: ComparisonSide) -> Any? { nil }
  package static func mirror(at _: UnsafeRawPointer) -> Mirror? { nil }
  package static var memberTypes: [Any.Type] { [] }
  package static func members(at _: UnsafeRawPointer) -> [(key: Any, value: Any)] { [] }
}

extension UnsafeRawPointer {
  /// The value here.
  fileprivate func read<Value>(_: Value.Type) -> Value { assumingMemoryBound(to: Value.self).pointee }
}

/// A value whose description is its text.
package protocol DescribedValue: KnownValue, CustomStringConvertible {}

extension DescribedValue {
  package static func text(at address: UnsafeRawPointer) -> String? { address.read(Self.self).description }
}

/// A string or character: its description is the text itself.
package protocol TextValue: DescribedValue {}

extension TextValue {
  package static var kind: Shape.Kind { .text }
}

extension String: TextValue {}
extension Substring: TextValue {}
extension Character: TextValue {}
extension Unicode.Scalar: TextValue {}
extension StaticString: TextValue {}

/// A number or Bool: its description is its dump, and its memory is its content.
package protocol ScalarValue: DescribedValue {}

extension ScalarValue {
  package static var kind: Shape.Kind { .scalar }
}

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
package protocol OptionalType: KnownValue {
  static var noValue: Any { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalType {
  package static var noValue: Any { Optional.none as Any }
  package static var kind: Shape.Kind { .optional }
  package static var valueType: Any.Type? { Wrapped.self }
  package static func valueAddress(in address: UnsafeRawPointer) -> UnsafeRawPointer? {
    address.read(Self.self) == nil ? nil : address
  }
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
  /// Calls a closure with the address of the element at a position; `nil` if there is none. Unless the
  /// element is an existential or an object, its address is valid as long as the list.
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

/// A list whose elements are computed.
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

/// A dictionary with the order of its hashes, which differs from run to run. Its dump is sorted.
package protocol UnorderedPairs: KnownValue, Sequence where Element == (key: Key, value: Value) {
  associatedtype Key
  associatedtype Value
}

extension UnorderedPairs {
  package static var kind: Shape.Kind { .table }
  package static var memberTypes: [Any.Type] { [Key.self, Value.self] }
  package static func members(at address: UnsafeRawPointer) -> [(key: Any, value: Any)] {
    address.read(Self.self).map { ($0.key, $0.value) }
  }
}

extension Dictionary: UnorderedPairs {}
extension TreeDictionary: UnorderedPairs {}

/// A set with the order of its hashes, which differs from run to run. Its dump is sorted.
package protocol UnorderedMembers: KnownValue, Sequence {}

extension UnorderedMembers {
  package static var kind: Shape.Kind { .set }
  package static var memberTypes: [Any.Type] { [Element.self] }
  package static func members(at address: UnsafeRawPointer) -> [(key: Any, value: Any)] {
    address.read(Self.self).map { ($0, $0) }
  }
}

extension Set: UnorderedMembers {}
extension TreeSet: UnorderedMembers {}

/// The storage of a wrapped property, which is written as its value, under the name of the property.
package protocol PropertyStorage: KnownValue, CustomDumpRepresentable {}

extension PropertyStorage {
  package static var kind: Shape.Kind { .standIn }
  package static func representation(at address: UnsafeRawPointer, on _: ComparisonSide) -> Any? {
    address.read(Self.self).customDumpValue
  }
}

/// The storage of a shared property.
package protocol SharedPropertyStorage: PropertyStorage {
  /// The value on a side of a comparison.
  func value(on side: ComparisonSide) -> Any
}

extension SharedPropertyStorage {
  package static func representation(at address: UnsafeRawPointer, on side: ComparisonSide) -> Any? {
    address.read(Self.self).value(on: side)
  }
}

/// Readers for types that describe their values, in order of precedence.
enum CustomValue {
  /// - Returns: `nil` if the type does not describe its values.
  static func reader(of type: Any.Type) -> (any KnownValue.Type)? {
    func standIn<Value: CustomDumpRepresentable>(_: Value.Type) -> any KnownValue.Type { StandIn<Value>.self }
    func described<Value: CustomDumpStringConvertible>(_: Value.Type) -> any KnownValue.Type {
      Described<Value>.self
    }
    func mirrored<Value: CustomDumpReflectable>(_: Value.Type) -> any KnownValue.Type { Mirrored<Value>.self }
    return (type as? any CustomDumpRepresentable.Type).map { standIn($0) }
      ?? (type as? any CustomDumpStringConvertible.Type).map { described($0) }
      ?? (type as? any CustomDumpReflectable.Type).map { mirrored($0) }
  }

  private enum StandIn<Value: CustomDumpRepresentable>: KnownValue {
    static var kind: Shape.Kind { .standIn }
    static func representation(at address: UnsafeRawPointer, on _: ComparisonSide) -> Any? {
      address.read(Value.self).customDumpValue
    }
  }

  private enum Described<Value: CustomDumpStringConvertible>: KnownValue {
    static var kind: Shape.Kind { .described }
    static func text(at address: UnsafeRawPointer) -> String? {
      address.read(Value.self).customDumpDescription
    }
  }

  private enum Mirrored<Value: CustomDumpReflectable>: KnownValue {
    static var kind: Shape.Kind { .mirrored }
    static func mirror(at address: UnsafeRawPointer) -> Mirror? { address.read(Value.self).customDumpMirror }
  }
}

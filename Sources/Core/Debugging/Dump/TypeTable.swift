/// A table keyed by type, using the address of the type's metadata.
///
/// Hashing an address in a dictionary would take longer than most callers need for the result, and the table is
/// consulted for every value. The addresses of types are distinct enough to be distributed by one multiplication.
@usableFromInline
package struct TypeTable<Value> {
  /// A power of two, of which at least a fourth is free, so that every search ends.
  @usableFromInline var slots: [(type: ObjectIdentifier, value: Value)?]
  @usableFromInline var count = 0

  /// Creates an empty table.
  @inlinable
  package init() {
    slots = Array(repeating: nil, count: 64)
  }

  /// The value for a type.
  ///
  /// - Complexity: O(1)
  @inlinable
  package subscript(type: ObjectIdentifier) -> Value? {
    slots[slot(of: type)]?.value
  }

  /// Sets the value for a type.
  ///
  /// - Complexity: O(1) on average
  @inlinable
  package mutating func note(_ value: Value, of type: ObjectIdentifier) {
    if 4 * count >= 3 * slots.count { grow() }
    let slot = slot(of: type)
    if slots[slot] == nil { count += 1 }
    slots[slot] = (type, value)
  }

  /// The slot of a type, or the free slot for it.
  @inlinable
  func slot(of type: ObjectIdentifier) -> Int {
    let mask = slots.count &- 1
    let spread = (UInt(bitPattern: type) >> 3) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: spread >> 32) & mask
    while let entry = slots[slot], entry.type != type { slot = (slot &+ 1) & mask }
    return slot
  }

  @inlinable
  mutating func grow() {
    let entries = slots
    slots = Array(repeating: nil, count: 2 * entries.count)
    for case let entry? in entries { slots[slot(of: entry.type)] = entry }
  }
}

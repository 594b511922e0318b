/// What is known about types, found by their addresses.
///
/// A dictionary would hash an address with more work than most have with what they find, and what is asked of types is
/// asked for each value. The addresses of types differ enough to be spread by one multiplication.
@usableFromInline
package struct TypeTable<Value> {
  /// As many as a power of two, a fourth of them free, so that every search comes to an end.
  @usableFromInline var slots: [(type: ObjectIdentifier, value: Value)?]
  @usableFromInline var count = 0

  /// A table that knows nothing.
  @inlinable
  package init() {
    slots = Array(repeating: nil, count: 64)
  }

  /// What is known about a type.
  ///
  /// - Complexity: O(1)
  @inlinable
  package subscript(type: ObjectIdentifier) -> Value? {
    slots[slot(of: type)]?.value
  }

  /// Keeps what is known about a type, in place of what was known before.
  ///
  /// - Complexity: O(1) on average
  @inlinable
  package mutating func note(_ value: Value, of type: ObjectIdentifier) {
    if 4 * count >= 3 * slots.count { grow() }
    let slot = slot(of: type)
    if slots[slot] == nil { count += 1 }
    slots[slot] = (type, value)
  }

  /// Where a type stands, or would.
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

import Synchronization

/// What is known about types, by the addresses of their metadata, for any number of threads.
///
/// The table is consulted for every value. Hashing an address in a dictionary would take longer than most callers need for
/// the result, and a lock would make explore's threads wait for each other. So readers take none: an entry never
/// changes, and entries and tables are not released when they are replaced. The addresses of types are
/// distinct enough to be distributed by one multiplication.
package final class TypeTable<Value: Sendable>: Sendable {
  @usableFromInline final class Entry: Sendable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let value: Value

    init(_ type: ObjectIdentifier, _ value: Value) { (self.type, self.value) = (type, value) }
  }

  /// The number of slots minus one, followed by the slots: the address of an entry or 0. The number is a power of two,
  /// and at least a quarter of the slots is free, so that every search ends.
  @usableFromInline typealias Slots = UnsafeMutablePointer<Atomic<UInt>>

  /// The address of the slots.
  @usableFromInline let address: Atomic<UInt>
  /// The number of entries. Held by the thread that adds one.
  private let count = Mutex(0)

  /// Creates an empty table.
  package init() { address = Atomic(UInt(bitPattern: Self.slots(64))) }

  /// The value for a type.
  ///
  /// - Complexity: O(1) on average
  @inlinable
  package subscript(type: ObjectIdentifier) -> Value? {
    guard let slots = Slots(bitPattern: address.load(ordering: .acquiring)) else { return nil }
    return Self.entry(of: type, in: slots, at: Self.slot(of: type, in: slots))?.value
  }

  /// Adds the value for a type, unless it has one.
  ///
  /// - Returns: The value of the type.
  /// - Complexity: O(1) on average
  package func insert(_ value: Value, for type: ObjectIdentifier) -> Value {
    count.withLock { count in
      guard var slots = Slots(bitPattern: address.load(ordering: .relaxed)) else { return value }
      if let known = Self.entry(of: type, in: slots, at: Self.slot(of: type, in: slots)) {
        return known.value
      }
      count += 1
      if 4 * count >= 3 * Int(slots[0].load(ordering: .relaxed) + 1) { slots = grow(slots) }
      let entry = Unmanaged.passRetained(Entry(type, value)).toOpaque()
      slots[Self.slot(of: type, in: slots)].store(UInt(bitPattern: entry), ordering: .releasing)
      return value
    }
  }

  /// The slot of a type, or the free slot for it.
  @inlinable
  static func slot(of type: ObjectIdentifier, in slots: Slots) -> Int {
    let mask = Int(bitPattern: slots[0].load(ordering: .relaxed))
    let spread = (UInt(bitPattern: type) >> 3) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: spread >> 32) & mask
    while let entry = entry(of: nil, in: slots, at: slot + 1), entry.type != type {
      slot = (slot &+ 1) & mask
    }
    return slot + 1
  }

  /// The entry in a slot, if it is of the given type or none is given.
  @inlinable
  static func entry(of type: ObjectIdentifier?, in slots: Slots, at slot: Int) -> Entry? {
    let address = slots[slot].load(ordering: .acquiring)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    let entry = Unmanaged<Entry>.fromOpaque(pointer).takeUnretainedValue()
    return type == nil || entry.type == type ? entry : nil
  }

  private static func slots(_ count: Int) -> Slots {
    let slots = Slots.allocate(capacity: 1 + count)
    (slots + 0).initialize(to: Atomic(UInt(count - 1)))
    for slot in 1...count { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }

  /// A table of twice the size, which is published when it has all entries.
  private func grow(_ old: Slots) -> Slots {
    let count = Int(old[0].load(ordering: .relaxed)) + 1
    let new = Self.slots(2 * count)
    for slot in 1...count {
      guard let entry = Self.entry(of: nil, in: old, at: slot) else { continue }
      new[Self.slot(of: entry.type, in: new)].store(old[slot].load(ordering: .relaxed), ordering: .relaxed)
    }
    address.store(UInt(bitPattern: new), ordering: .releasing)
    return new
  }
}

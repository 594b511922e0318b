/// Some properties of an exploration, or monitors, by their positions.
///
/// Bits, because workers would wait for each other to count references to an array that they share.
struct PropertySet: Sequence, IteratorProtocol, Equatable {
  private var bits: UInt64 = 0

  func contains(_ position: Int) -> Bool { bits & 1 << UInt64(position) != 0 }

  mutating func insert(_ position: Int) { bits |= 1 << UInt64(position) }

  mutating func formUnion(_ other: Self) { bits |= other.bits }

  var count: Int { bits.nonzeroBitCount }

  var isEmpty: Bool { bits == 0 }

  mutating func next() -> Int? {
    guard !isEmpty else { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}

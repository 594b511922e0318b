/// A set of properties of an exploration, or of monitors, by their positions.
///
/// It consists of bits: if workers shared an array, they would wait for each other to count references to it.
struct PropertySet: Sequence, IteratorProtocol, Equatable {
  private var bits: UInt64 = 0

  func contains(_ position: Int) -> Bool { bits & 1 << UInt64(position) != 0 }

  mutating func insert(_ position: Int) {
    assert(position < UInt64.bitWidth)
    bits |= 1 << UInt64(position)
  }

  mutating func formUnion(_ other: Self) { bits |= other.bits }

  var count: Int { bits.nonzeroBitCount }

  var isEmpty: Bool { bits == 0 }

  mutating func next() -> Int? {
    guard !isEmpty else { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}

/// Whether two pieces of memory have the same contents.
///
/// Values with equal bits are equal, and finding that takes no call. Values with other bits need not differ: two
/// strings may be equal in different storage.
///
/// - Complexity: O(`size`)
@inlinable @inline(__always)
func haveSameBits(_ a: UnsafeRawPointer?, _ b: UnsafeRawPointer?, _ size: Int) -> Bool {
  guard let a, let b else { return a == b }
  let words = size & ~7
  for offset in stride(from: 0, to: words, by: 8)
  where a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  {
    return false
  }
  for offset in words..<size
  where a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
    return false
  }
  return true
}

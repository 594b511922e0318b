/// Compares values with one by their memory alone.
///
/// Equal bits are equal values, and comparing them takes no call. Other bits need not be another value: two
/// strings may be equal in different storage.
@usableFromInline
struct BitComparison<Value> {
  @usableFromInline let value: Value

  @inlinable @inline(__always)
  init(_ value: Value) {
    self.value = value
  }

  @inlinable @inline(__always)
  func callAsFunction(_ other: Value) -> Bool {
    withUnsafeBytes(of: value) { x in
      withUnsafeBytes(of: other) { y in haveSameBits(x.baseAddress, y.baseAddress, MemoryLayout<Value>.size) }
    }
  }
}

/// Whether two pieces of memory have the same contents.
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

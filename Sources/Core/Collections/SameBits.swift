import Foundation

/// Whether two pieces of memory have the same contents.
///
/// Values with equal bits are equal, and to find that no witness is asked. Values with other bits need not differ: two
/// strings may be equal in different storage, and what lies between fields is left to chance.
///
/// - Complexity: O(`size`)
@usableFromInline
func haveSameBits(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ size: Int) -> Bool {
  memcmp(a, b, size) == 0
}

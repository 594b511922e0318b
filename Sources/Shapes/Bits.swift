import TodoShellSystem

/// Whether the values at two addresses have the same bits, so that they are the same.
package func haveSameBits(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, size: Int) -> Bool {
  memcmp(first, second, size) == 0
}

/// A value in place: where it is, and what it consists of.
///
/// It owns nothing: it is valid while the value that it looks into is alive and not changed.
package struct Peek {
  package let address: UnsafeRawPointer
  package let shape: Shape

  package init(at address: UnsafeRawPointer, _ shape: Shape) { (self.address, self.shape) = (address, shape) }

  /// A copy of the value.
  package var value: Any { shape.value(at: address) }
}

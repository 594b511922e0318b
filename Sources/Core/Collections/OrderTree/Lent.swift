/// An element, lent to a function where it is.
///
/// To pass an element on, the compiler copies it out of the memory of a tree, which retains all that it holds: three quarters of
/// what it takes to compare two todos. What cannot be copied, it lends.
@usableFromInline
struct Lent<Value>: ~Copyable {
  @usableFromInline let value: Value

  @inlinable
  borrowing func read<Result, Failure: Error>(
    _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(value)
  }

  @inlinable
  borrowing func isBefore(_ other: borrowing Lent, by areInOrder: (Value, Value) throws -> Bool) rethrows
    -> Bool
  {
    try areInOrder(value, other.value)
  }
}

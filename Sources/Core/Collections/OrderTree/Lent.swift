/// An element that is passed to a function where it is.
///
/// An element that can be copied is copied before it is passed, and everything that it holds is retained: three quarters of
/// the cost of comparing two todos. The parts of a value that cannot be copied are passed as they are.
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
  borrowing func isRelated(to other: borrowing Lent, by relation: (Value, Value) throws -> Bool) rethrows
    -> Bool
  {
    try relation(value, other.value)
  }
}

import Synchronization

/// What is found out when it is first needed, by any thread. Threads that need it at the same time may each find it out.
///
/// An `AtomicLazyReference` would not do: reading it takes 600 instructions.
package struct Once<Value>: ~Copyable, @unchecked Sendable {
  // Unchecked: the value never changes.
  @usableFromInline final class Box {
    @usableFromInline let value: Value

    @usableFromInline init(_ value: Value) { self.value = value }
  }

  @usableFromInline let box = Atomic<Unmanaged<Box>?>(nil)

  @inlinable package init() {}

  /// The value.
  ///
  /// - Parameter find: Finds it out.
  @inlinable
  package borrowing func callAsFunction(_ find: () -> Value) -> Value {
    (box.load(ordering: .acquiring)?.takeUnretainedValue() ?? fill(with: find())).value
  }

  @inlinable
  borrowing func fill(with value: Value) -> Box {
    let made = Unmanaged.passRetained(Box(value))
    let (isFirst, first) = box.compareExchange(
      expected: nil,
      desired: made,
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let first else { return made.takeUnretainedValue() }
    made.release()
    return first.takeUnretainedValue()
  }

  deinit { box.load(ordering: .acquiring)?.release() }
}

import Synchronization

/// The first object that a thread stores, for all threads.
///
/// Not generic, because another module would not specialize it: reading an `AtomicLazyReference`, or a generic type of this
/// one's kind, takes hundreds of instructions there.
package struct FirstObject: ~Copyable, @unchecked Sendable {
  // Unchecked: whether threads may share the object is up to its owner.
  @usableFromInline let first = Atomic<UnsafeRawPointer?>(nil)

  @inlinable package init() {}

  /// The object; `nil` if none was stored yet.
  @inlinable
  package var object: AnyObject? { unretained?.takeUnretainedValue() }

  /// The object, without counting a reference to it: it is kept here, and threads that count references to the same object
  /// wait for each other.
  @inlinable
  package var unretained: Unmanaged<AnyObject>? {
    first.load(ordering: .acquiring).map { Unmanaged.fromOpaque($0) }
  }

  /// Stores an object, unless there is one.
  ///
  /// - Returns: The first one.
  @discardableResult
  package func fill(with object: AnyObject) -> AnyObject {
    let made = Unmanaged.passRetained(object)
    let (isFirst, other) = first.compareExchange(
      expected: nil,
      desired: UnsafeRawPointer(made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let other else { return object }
    made.release()
    return Unmanaged<AnyObject>.fromOpaque(other).takeUnretainedValue()
  }

  deinit {
    guard let first = first.load(ordering: .acquiring) else { return }
    Unmanaged<AnyObject>.fromOpaque(first).release()
  }
}

/// A value that is computed when any thread first needs it. Threads that need it at the same time may each compute it.
package struct Once<Value>: ~Copyable {
  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box = FirstObject()

  package init() {}

  /// The value.
  ///
  /// - Parameter find: Computes the value.
  package borrowing func callAsFunction(_ find: () -> Value) -> Value { read(find) { $0 } }

  /// Gives access to the value in place.
  package borrowing func read<Result>(_ find: () -> Value, _ body: (Value) -> Result) -> Result {
    let known = box.unretained ?? Unmanaged.passUnretained(box.fill(with: Box(find())))
    return known._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Box.self).value) }
  }
}

extension Once: Sendable where Value: Sendable {}

// Stands for the standard library's module, which on Linux needs the C library of Linux. It is only compiled.

public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ value: consuming sending Value) {}
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { fatalError() }
}

public enum AtomicLoadOrdering { case relaxed, acquiring, sequentiallyConsistent }
public enum AtomicStoreOrdering { case relaxed, releasing, sequentiallyConsistent }
public enum AtomicUpdateOrdering {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

public struct Atomic<Value>: ~Copyable, @unchecked Sendable {
  public typealias Change = (oldValue: Value, newValue: Value)

  public init(_ value: consuming Value) {}
  public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
  public borrowing func store(_ value: consuming Value, ordering: AtomicStoreOrdering) {}
  public borrowing func exchange(_ value: consuming Value, ordering: AtomicUpdateOrdering) -> Value {
    fatalError()
  }
  public borrowing func compareExchange(
    expected: consuming Value,
    desired: consuming Value,
    ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) { fatalError() }
}

extension Atomic where Value: FixedWidthInteger {
  @discardableResult
  public borrowing func add(_ value: Value, ordering: AtomicUpdateOrdering) -> Change { fatalError() }
  @discardableResult
  public borrowing func wrappingAdd(_ value: Value, ordering: AtomicUpdateOrdering) -> Change { fatalError() }
  @discardableResult
  public borrowing func subtract(_ value: Value, ordering: AtomicUpdateOrdering) -> Change { fatalError() }
  @discardableResult
  public borrowing func min(_ value: Value, ordering: AtomicUpdateOrdering) -> Change { fatalError() }
  @discardableResult
  public borrowing func bitwiseOr(_ value: Value, ordering: AtomicUpdateOrdering) -> Change { fatalError() }
}

public struct AtomicLazyReference<Instance: AnyObject>: ~Copyable, @unchecked Sendable {
  public init() {}
  public borrowing func load() -> Instance? { nil }
  public borrowing func storeIfNil(_ desired: consuming Instance) -> Instance { desired }
}

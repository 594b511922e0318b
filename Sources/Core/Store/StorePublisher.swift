/// The state of a store, or part of it, over time: the value at the start of the iteration, then each new value.
///
/// ```swift
/// for await count in store.publisher.count {
///   print(count)
/// }
/// ```
///
/// Like other observers, it sees the state after each batch of actions. Consecutive equal values are skipped if the
/// value is `Equatable`. Values are buffered until they are read.
///
/// The sequence keeps the store alive. It ends when the iterating task is cancelled.
@dynamicMemberLookup
public struct StorePublisher<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  fileprivate let read: @MainActor @Sendable () -> Value
  fileprivate let subscribe: @MainActor @Sendable (@escaping @MainActor () -> Void) -> AnyCancellable

  /// Part of the value over time.
  public subscript<Part: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Part> & Sendable
  ) -> StorePublisher<Part> {
    StorePublisher<Part>(read: { [read] in read()[keyPath: keyPath] }, subscribe: subscribe)
  }
}

extension Store where State: Sendable {
  /// The state over time: `store.publisher.count` is an asynchronous sequence of `count`'s values.
  public var publisher: StorePublisher<State> {
    StorePublisher(
      read: { self.withState { $0 } },
      subscribe: { self.core.subscribe($0) }
    )
  }
}

extension StorePublisher {
  /// This sequence, for code written for Combine's `values`.
  public var values: Self { self }

  /// Creates an iterator, which begins to observe at the first call of `next()`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(publisher: self) }

  /// Observes from the first value on, for as long as it exists.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let publisher: StorePublisher
    fileprivate var changes: Changes?

    /// The next value; `nil` once the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      if changes == nil { changes = await publisher.begin() }
      return await changes?.values.next(isolation: actor)
    }

    /// The next value; `nil` once the task is cancelled.
    public mutating func next() async -> Value? { await next(isolation: nil) }
  }

  fileprivate struct Changes {
    var values: AsyncStream<Value>.Iterator
    let subscription: AnyCancellable
  }

  @MainActor
  private func begin() -> sending Changes {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    var last = read()
    continuation.yield(last)
    let subscription = subscribe { [read] in
      let value = read()
      if areKnownEqual(last, value) { return }
      last = value
      continuation.yield(value)
    }
    return Changes(values: stream.makeAsyncIterator(), subscription: subscription)
  }
}

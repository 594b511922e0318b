/// The state of a store, or a part of it, over time: the value at the start of the iteration, and then each that
/// replaces it.
///
/// ```swift
/// for await count in store.publisher.count {
///   print(count)
/// }
/// ```
///
/// As other observers do, it sees the state after all actions that were processed together. A value that is equal to the
/// one before it is left out, if it is `Equatable`. Values that come faster than they are taken wait.
///
/// The sequence keeps the store alive. It ends when the task that iterates it is cancelled.
@dynamicMemberLookup
public struct StorePublisher<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  private let read: @MainActor @Sendable () -> Value
  private let subscribe: @MainActor @Sendable (@escaping @MainActor () -> Void) -> AnyCancellable

  fileprivate init(
    read: @escaping @MainActor @Sendable () -> Value,
    subscribe: @escaping @MainActor @Sendable (@escaping @MainActor () -> Void) -> AnyCancellable
  ) {
    self.read = read
    self.subscribe = subscribe
  }

  /// A part of the value over time.
  public subscript<Part: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Part> & Sendable
  ) -> StorePublisher<Part> {
    StorePublisher<Part>(read: { [read] in read()[keyPath: keyPath] }, subscribe: subscribe)
  }
}

extension Store where State: Sendable {
  /// The state over time: `store.publisher.count` is an asynchronous sequence of the values of `count`.
  public var publisher: StorePublisher<State> {
    StorePublisher(
      read: { self.withState { $0 } },
      subscribe: { self.core.subscribe($0) }
    )
  }
}

extension StorePublisher {
  /// Makes an iterator, which begins to listen when the first value is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(publisher: self) }

  /// Listens from the first value on, for as long as it is kept.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let publisher: StorePublisher
    private var changes: Changes?

    fileprivate init(publisher: StorePublisher) {
      self.publisher = publisher
    }

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

/// A shared value over time: the value at the start of the iteration, then each new value.
///
/// Consecutive equal values are skipped. Values are buffered until they are read.
public struct SharedPublisher<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  let pointer: SharedPointer<Value>

  /// Starts with the value at the time of the first request.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pointer) }

  /// Observes for as long as it exists.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var values: AsyncStream<Value>.Iterator
    private let listener: AnyCancellable
    private var last: Value?

    fileprivate init(_ pointer: SharedPointer<Value>) {
      let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
      values = stream.makeAsyncIterator()
      // Subscribes before reading the value: a value in between is at worst yielded twice, and then skipped as a
      // duplicate.
      let subscription = pointer.subscribe(in: SharedWorld.current) { continuation.yield($0) }
      listener = AnyCancellable { subscription.cancel() }
      if let view = SharedScope.view {
        continuation.yield(pointer.value(in: view))
      } else {
        pointer.yieldPresent { continuation.yield($0) }
      }
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      // Resumes only after a write, so a test that waits for nothing else need not wait for this.
      RunningEffect.current?.didFallAsleep()
      defer { RunningEffect.current?.didWakeUp() }
      while let value = await values.next(isolation: actor) {
        if let last, areKnownEqual(last, value) { continue }
        last = value
        return value
      }
      return nil
    }

    public mutating func next() async -> Value? { await next(isolation: nil) }
  }
}

import Synchronization

/// A shared value over time: the value at the start of the iteration, and then each that replaces it.
///
/// A value that is equal to the one before it is left out. Values that come faster than they are taken wait.
public struct SharedPublisher<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  let reference: any SharedReaderReference<Value>

  /// Begins with the value as it is when the first is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reference) }

  /// Listens for as long as it is kept.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var values: AsyncStream<Value>.Iterator
    private let listener: Listener
    private var last: Value?

    fileprivate init(_ reference: some SharedReaderReference<Value>) {
      let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
      values = stream.makeAsyncIterator()
      // Listens before it looks: a value that comes in between is given twice at worst, and then left out.
      listener = Listener(reference.subscribe(in: SharedWorld.current) { continuation.yield($0) })
      continuation.yield(reference.value(in: SharedScope.view))
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      // This continues only after a write, so a test that has nothing else to wait for need not wait for it.
      EffectContext.current?.didFallAsleep()
      defer { EffectContext.current?.didWakeUp() }
      while let value = await values.next(isolation: actor) {
        if let last, areKnownEqual(last, value) { continue }
        last = value
        return value
      }
      return nil
    }

    public mutating func next() async -> Value? { await next(isolation: nil) }
  }

  /// Ends a subscription when it is released.
  private final class Listener: Sendable {
    private let subscription: SharedSubscription

    init(_ subscription: SharedSubscription) {
      self.subscription = subscription
    }

    deinit { subscription.cancel() }
  }
}

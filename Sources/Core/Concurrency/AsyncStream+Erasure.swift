extension AsyncStream {
  /// A stream without elements that ends only when the reading task is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has finished.
  public static var finished: Self { Self { $0.finish() } }

  /// Creates a stream of a sequence's elements, which ends when the sequence ends or throws.
  ///
  /// Nothing is buffered: the sequence runs where the stream is read, and thus within a session's virtual time.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let elements = ElementsOnDemand(sequence)
    self.init { try? await elements.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends only when the reading task is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has finished, with an error if one is given.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// Creates a stream of a sequence's elements, which ends or throws when the sequence does. Nothing is buffered.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let elements = ElementsOnDemand(sequence)
    self.init { try await elements.next() }
  }
}

extension AsyncSequence where Self: Sendable {
  /// A type-erased stream of the same elements, for use in a dependency's endpoints.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// A type-erased stream of the same elements and errors, for use in a dependency's endpoints.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> { AsyncThrowingStream(self) }
}

/// Reads a sequence one element at a time. A stream has a single reader, which awaits each element before the next.
private final class ElementsOnDemand<S: AsyncSequence & Sendable>: @unchecked Sendable {
  private let sequence: S
  private var iterator: S.AsyncIterator?

  init(_ sequence: S) {
    self.sequence = sequence
  }

  func next() async throws -> S.Element? {
    if iterator == nil { iterator = sequence.makeAsyncIterator() }
    return try await iterator?.next()
  }
}

extension Task {
  /// The task's value. If the awaiting task is cancelled, this one is cancelled too.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value. If the awaiting task is cancelled, this one is cancelled too.
  @_disfavoredOverload
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension AsyncStream {
  /// A stream that gives nothing, and ends only when the task that reads it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended.
  public static var finished: Self { Self { $0.finish() } }

  /// Gives what a sequence gives, and ends with it, also if it throws.
  ///
  /// Nothing is read ahead: the sequence runs where the stream is read, and so within a session's virtual time.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let elements = ElementsOnDemand(sequence)
    self.init { try? await elements.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that gives nothing, and ends only when the task that reads it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended, with an error if there is one.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// Gives what a sequence gives, and ends or throws as it does. Nothing is read ahead.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    let elements = ElementsOnDemand(sequence)
    self.init { try await elements.next() }
  }
}

extension AsyncSequence where Self: Sendable {
  /// The same elements, without the sequence's type: for an endpoint of a dependency.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// The same elements and errors, without the sequence's type: for an endpoint of a dependency.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> { AsyncThrowingStream(self) }
}

/// Reads a sequence one element at a time. A stream has one reader, which waits for each element before the next.
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
  /// The task's value. If the task that waits for it is cancelled, so is this one.
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
  /// The task's value. If the task that waits for it is cancelled, so is this one.
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

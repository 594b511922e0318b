import Synchronization

/// A stream that an answer can describe by its elements.
package protocol AnswerableStream {
  static var element: Any.Type { get }

  /// Whether an error can end it.
  static var canFail: Bool { get }

  /// A stream of what an answer consists of.
  static func answering(_ answer: StreamedAnswer) -> Self
}

extension AsyncStream: AnswerableStream {
  package static var element: Any.Type { Element.self }
  package static var canFail: Bool { false }

  package static func answering(_ answer: StreamedAnswer) -> Self {
    Self(unfolding: { try? await answer.next() })
  }
}

extension AsyncThrowingStream: AnswerableStream where Failure == any Error {
  package static var element: Any.Type { Element.self }
  package static var canFail: Bool { true }

  package static func answering(_ answer: StreamedAnswer) -> Self {
    Self(unfolding: { try await answer.next() })
  }
}

/// What is left of a stream.
package final class StreamedAnswer: Sendable {
  private let rest: Mutex<ArraySlice<(delay: Duration, outcome: DependencyAnswer.Outcome)>>
  private let clock: VirtualClock<Duration>

  init(
    _ elements: [(delay: Duration, outcome: DependencyAnswer.Outcome)],
    timedBy clock: VirtualClock<Duration>
  ) {
    rest = Mutex(elements[...])
    self.clock = clock
  }

  /// The next element, once it is due; `nil` at the end, or if it never comes and the task was cancelled.
  ///
  /// - Throws: The error that ends the stream, or a `CancellationError`.
  nonisolated(nonsending) func next<Element>() async throws -> Element? {
    guard let next = rest.withLock({ $0.popFirst() }) else { return nil }
    if next.delay > .zero { try await clock.sleep(for: next.delay) }
    switch next.outcome {
    // Only here: a cast of `nil`, the end, would make an element of optionals.
    case .value(let value): return value as? Element
    case .failure(let error): throw error
    case .never, .original, .stream:
      await Task.waitUntilCancelled()
      return nil
    }
  }
}

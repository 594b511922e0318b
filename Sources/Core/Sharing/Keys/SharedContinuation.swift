import Synchronization

/// Receives a loaded value. It must be resumed exactly once.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let once: ResumeOnce<Value?>

  /// Creates a continuation for a key that wraps another.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the value, `nil` if there is none, or the error that prevented loading it.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A shared key",
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void
  ) {
    once = ResumeOnce(description, unresumed: nil, callback)
  }

  /// Resumes with the value, or with `nil` if there is none.
  public func resume(with result: Result<Value?, any Error>) { once.resume(with: result) }

  /// Resumes with the value.
  public func resume(returning value: Value) { once.resume(with: .success(value)) }

  /// Resumes without a value.
  public func resumeReturningInitialValue() { once.resume(with: .success(nil)) }

  /// Resumes with an error that prevented loading the value.
  public func resume(throwing error: any Error) { once.resume(with: .failure(error)) }
}

/// Receives the outcome of saving a value. It must be resumed exactly once.
public struct SaveContinuation: Sendable {
  private let once: ResumeOnce<Void>

  /// Creates a continuation for a key that wraps another.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the outcome.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A shared key",
    callback: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
  ) {
    once = ResumeOnce(description, unresumed: (), callback)
  }

  /// Resumes with the outcome.
  public func resume(with result: Result<Void, any Error>) { once.resume(with: result) }

  /// Resumes with success.
  public func resume() { once.resume(with: .success(())) }

  /// Resumes with an error that prevented saving the value.
  public func resume(throwing error: any Error) { once.resume(with: .failure(error)) }
}

/// Calls a function once: with the first result, or with a fixed one if it is released without a result.
private final class ResumeOnce<Success: Sendable>: Sendable {
  private typealias Callback = @Sendable (Result<Success, any Error>) -> Void

  private let callback: Mutex<Callback?>
  private let key: @Sendable () -> String
  private let unresumed: Success

  init(
    _ key: @escaping @Sendable () -> String,
    unresumed: Success,
    _ callback: @escaping @Sendable (Result<Success, any Error>) -> Void
  ) {
    self.callback = Mutex(callback)
    self.key = key
    self.unresumed = unresumed
  }

  func resume(with result: Result<Success, any Error>) {
    guard let callback = take() else {
      return reportIssue("\(key()) resumed its continuation more than once. Only the first call counts.")
    }
    callback(result)
  }

  deinit {
    guard let callback = take() else { return }
    reportIssue(
      """
      \(key()) never resumed its continuation. The load or save ends all the same, without a result.

      Call one of the "resume" methods exactly once in every path through "load" and "save".
      """
    )
    callback(.success(unresumed))
  }

  private func take() -> Callback? { callback.withLock { $0.take() } }
}

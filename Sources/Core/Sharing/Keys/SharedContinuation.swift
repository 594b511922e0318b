import Synchronization

/// Receives a loaded value, or `nil` if there is none; see ``SharedContinuation``.
public typealias LoadContinuation<Value: Sendable> = SharedContinuation<Value?>

/// Receives the outcome of saving a value; see ``SharedContinuation``.
public typealias SaveContinuation = SharedContinuation<Void>

/// Receives the outcome of loading or saving a shared value. It must be resumed exactly once.
public final class SharedContinuation<Success: Sendable>: Sendable {
  private let callback: Mutex<(@Sendable (Result<Success, any Error>) -> Void)?>
  private let key: @Sendable () -> String
  /// The result of a continuation that is released without being resumed.
  private let unresumed: Success

  private init(
    _ key: @escaping @Sendable () -> String,
    unresumed: Success,
    _ callback: @escaping @Sendable (Result<Success, any Error>) -> Void
  ) {
    self.callback = Mutex(callback)
    self.key = key
    self.unresumed = unresumed
  }

  /// Resumes with the outcome: to load, the value, or `nil` if there is none.
  public func resume(with result: Result<Success, any Error>) {
    guard let callback = take() else {
      return reportIssue("\(key()) resumed its continuation more than once. Only the first call counts.")
    }
    callback(result)
  }

  /// Resumes with an error that prevented loading or saving the value.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

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

  private func take() -> (@Sendable (Result<Success, any Error>) -> Void)? { callback.withLock { $0.take() } }
}

extension SharedContinuation {
  /// Creates a continuation for a key that wraps another.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the value, `nil` if there is none, or the error that prevented loading it.
  public convenience init<Value>(
    _ description: @autoclosure @escaping @Sendable () -> String = "A shared key",
    callback: @escaping @Sendable (_ result: Result<Value?, any Error>) -> Void
  ) where Success == Value? {
    self.init(description, unresumed: nil, callback)
  }

  /// Resumes with the value.
  public func resume<Value>(returning value: Value) where Success == Value? { resume(with: .success(value)) }

  /// Resumes without a value.
  public func resumeReturningInitialValue<Value>() where Success == Value? { resume(with: .success(nil)) }
}

extension SharedContinuation<Void> {
  /// Creates a continuation for a key that wraps another.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the outcome.
  public convenience init(
    _ description: @autoclosure @escaping @Sendable () -> String = "A shared key",
    callback: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
  ) {
    self.init(description, unresumed: (), callback)
  }

  /// Resumes with success.
  public func resume() { resume(with: .success(())) }
}

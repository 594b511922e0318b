import Core

/// Runs the command language on a `Debugger`, without a terminal.
///
/// ```swift
/// let interpreter = Interpreter(application)
/// let observation = interpreter.observe { event in … }
/// let result = interpreter.execute("toggle 0")
/// let completions = interpreter.complete("tog", at: 3)
/// ```
///
/// Observers receive events as they happen, and the result of a line is returned, for front ends to print, draw or
/// send. The interpreter is independent of the feature, whose commands come from a ``Vocabulary``. Not thread-safe
/// except for `interrupt()`.
public final class Interpreter<State, Action>: AnyInterpreter {
  /// Creates an interpreter with a new session, which prints nothing.
  ///
  /// - Parameters:
  ///   - application: The feature and its vocabulary.
  ///   - seed: The seed of the random numbers given to the feature.
  ///   - epoch: The date at the start; by default the beginning of the year 2001, UTC.
  public convenience init(
    _ application: ShellApplication<State, Action>,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    self.init(
      application: application.erased,
      origin: SessionOrigin(seed: seed, epoch: epoch),
      console: .silent()
    )
    debugger.isInterrupted = { [interruption] in
      interruption.withValue { isRequested in
        defer { isRequested = false }
        return isRequested
      }
    }
  }

  /// The session after the last line.
  public var session: Session<State, Action> { Session(anySession) }

  /// Sends actions as one turn, labelled with the text of the command.
  ///
  /// - Throws: An error of `body`, or an error if the turn was stopped because it did not end.
  public func turn(_ body: (Session<State, Action>.TurnScope) throws -> Void) throws {
    try (self as AnyInterpreter).turn { try body(Session<State, Action>.TurnScope($0)) }
  }
}

import Core

/// A session to drive and query through an API, without the command language or a terminal.
///
/// ```swift
/// let debugger = Debugger(program: "counter") { seed, epoch in
///   Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
/// }
/// let observation = debugger.observe { event in print(event.jsonText) }
/// try debugger.send(.incrementButtonTapped)
/// try debugger.advance(by: .seconds(1))
/// let cause = try debugger.blame(Expression(parsing: SourceText("count")))
/// ```
///
/// Besides the session it keeps the watches and breakpoints, the asserted actions, and the record of the commands. It
/// emits ``Event``s to observers, and returns ``Answer``s to queries.
public final class Debugger<State, Action>: AnyDebugger {
  /// Creates a debugger with a new session.
  ///
  /// - Parameters:
  ///   - program: The name of the program, used in session files.
  ///   - origin: The inputs of the session other than its commands. A state that cannot be read is left out.
  ///   - makeSession: Creates a session from a seed and a start date.
  public init(
    program: String,
    origin: SessionOrigin = SessionOrigin(),
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    super.init(program: program, origin: origin) { AnySession(makeSession($0, $1)) }
  }

  /// The feature's session. Actions sent to it directly are neither labelled nor recorded, so use the debugger's
  /// methods.
  public var session: Session<State, Action> { Session(anySession) }

  /// Sends an action as a turn. It is recorded as Swift text; an action that cannot be written as text is recorded as a
  /// line that does not load.
  ///
  /// - Throws: `CommandFailure` if the turn was stopped because it would not end, or was interrupted; `SessionError` if
  ///   it cannot be recorded.
  public func send(_ action: Action) throws {
    try asCommand(actionText(action)) { try turn { $0.send(action) } }
  }

  /// Replays the line with an action in place of a moment's command.
  ///
  /// - Throws: `SessionError`; the session then remains where it was.
  public func amend(_ moment: Int, with action: Action) throws -> WhatIfAnswer {
    let text = actionText(action)
    return try asCommand("amend \(moment) \(text)") {
      try amend(moment, with: text) { try during(DirectCommand(text)) { try turn { $0.send(action) } } }
    }
  }
}

import Core

/// Driving the session. Each of these methods is recorded as a command.
extension AnyDebugger {
  /// Advances the clock; effects continue as they come due.
  ///
  /// - Throws: As ``Debugger/send(_:)``.
  public func advance(by duration: Duration) throws {
    try asCommand("advance \(duration.formatted)") {
      try moveClock(orSay: "no time has passed") { try $0.advance(by: duration, label: $1) }
    }
  }

  /// Advances the clock until exactly one action has been received from an effect.
  ///
  /// - Throws: As ``Debugger/send(_:)``.
  public func step() throws { try asCommand("step") { try moveClock { try $0.step(label: $1) } } }

  /// Advances the clock until nothing is in flight.
  ///
  /// - Throws: As ``Debugger/send(_:)``.
  public func run() throws { try asCommand("run") { try moveClock { try $0.run(label: $1) } } }

  /// Undoes the last command, or the last few.
  ///
  /// - Throws: `SessionError` if fewer commands can be undone.
  public func undo(_ count: Int = 1) throws {
    try asCommand("undo \(count)") { try travel { try $0.undo(count, label: $1) } }
  }

  /// Redoes commands that were undone.
  ///
  /// - Throws: `SessionError` if fewer commands can be redone.
  public func redo(_ count: Int = 1) throws {
    try asCommand("redo \(count)") { try travel { try $0.redo(count, label: $1) } }
  }

  /// Goes to a moment anywhere in the tree.
  ///
  /// - Throws: `SessionError` if there is no such moment.
  public func goto(moment: Int) throws {
    try asCommand("goto \(moment)") { try travel { try $0.goto(moment: moment, label: $1) } }
  }

  /// Reduces an action as a store recorded it: with the values that its reducer drew, and without effects, whose actions
  /// follow in the recording.
  ///
  /// - Throws: As ``Debugger/send(_:)``.
  package func replay(_ action: Any, drawing values: DrawnValues, isOfEffect: Bool) throws {
    try checkEnd(of: session.replay(action, drawing: values, isOfEffect: isOfEffect, label: label))
  }

  /// Runs `body` as a command, unless a command is already running.
  ///
  /// - Parameter text: The text to record: a command of the language with the same effect.
  func asCommand<Result>(_ text: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
    guard callStack.command == nil else { return try body() }
    defer { events.sync(with: session) }
    return try perform(DirectCommand(text()), body)
  }

  /// Runs a command, labelling and recording what it does.
  ///
  /// - Throws: The error of `body`, of recording the command, or of a breakpoint's condition; in exhaustive mode, also
  ///   the issues of the feature.
  @_specialize(where Result == Void)
  // Cross-module optimization would expose what it reads to other modules.
  @_semantics("optimize.no.crossmodule")
  package func perform<Result>(
    _ command: any RunningCommand,
    _ body: () throws -> Result
  ) throws -> Result {
    if halt.isSet { halt.reset() }
    let outer = callStack.begin(command, at: session.moments.count)
    defer {
      tellStop()
      callStack = outer
    }
    let nextBreakpoint = stops.breakpoints.isEmpty ? nil : stops.nextBreakpoint
    let result = try recorder.record(command.text, body) { session }
    if let nextBreakpoint { stopAfterCommand(at: nextBreakpoint) }
    try warn(of: session)
    if let failure = halt.failure { throw failure }
    if received.isExhaustive { try checkIssues() }
    return result
  }

  /// Runs `body` with `command` as the running command.
  package func during<Result>(
    _ command: any RunningCommand,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = callStack.begin(command)
    defer { callStack = outer }
    return try body()
  }

  /// The text of the running command, which labels its turns.
  package var label: String? { callStack.command?.text }

  /// Sends actions as one turn.
  ///
  /// - Throws: The error of `body`, or an error if the turn was stopped because it would not end.
  package func turn(_ body: (AnySession.TurnScope) throws -> Void) throws {
    try checkEnd(of: session.turn(label: label, body))
  }

  /// Moves the clock, and reports if nothing happened.
  ///
  /// - Parameters:
  ///   - remark: The text to report.
  ///   - move: Moves the clock.
  package func moveClock(
    orSay remark: String? = nil,
    _ move: (AnySession, _ label: String?) throws -> Turn<Any>?
  ) throws {
    let turn = try move(session, label)
    try checkEnd(of: turn)
    guard turn?.moments.isEmpty ?? true else { return }
    let count = session.effects.count
    let verb = count == 1 ? "waits" : "wait"
    let reason =
      count == 0
      ? "nothing to wait for: nothing is in flight"
      : "no effect waits for the clock; \(counted(count, "effect")) \(verb) for something else"
    notice(remark ?? reason)
  }

  /// A turn that was stopped is incomplete, so the command fails.
  private func checkEnd(of turn: Turn<Any>?) throws {
    guard let turn else { return }
    events.emitProgress(
      TurnEnded(effect: { [session] in NetEffect(of: turn, in: session) }, caller: callStack.caller)
    )
    // Where a what-if repeats the beginning of a turn, that is where it ends.
    guard turn.isCutShort && !turn.isPart || halt.isInterruption else { return }
    if halt.isInterruption {
      // A block or a script is interrupted as a whole.
      let count = max(turn.moments.count, session.moments.count - (callStack.momentsBefore ?? .max))
      throw CommandFailure("interrupted after \(counted(count, "moment"))")
    }
    if halt.breakpoint != nil { return }
    throw CommandFailure(
      "stopped after \(counted(turn.moments.count, "moment")): the effects may never end",
      hint: "'set limit N' allows more; 'undo' reverts this"
    )
  }

  /// Moves to another moment, and emits the move with the changes of the state.
  package func travel(_ move: (AnySession, _ label: String?) throws -> Void) throws {
    let before = session.moment
    try move(session, label)
    events.emitTravel(from: before, to: session.moment, in: session, isShown: true)
    tellPrompts(at: session.moment, since: before)
    tellWatched(from: before, to: session.moment)
  }

  /// Emits the result of an expectation.
  ///
  /// - Parameter statement: The text of the expectation, if it is confirmed when it holds.
  package func tellExpectation(holds: Bool, statement: String? = nil) {
    events.emit(Asserted(holds: holds, place: callStack.command?.source, statement: statement))
  }
}

/// A command issued through the API instead of the language.
final class DirectCommand: RunningCommand {
  let text: String
  private(set) lazy var source = SourceText(text, file: "<debugger>")

  init(_ text: String) { self.text = text }
}

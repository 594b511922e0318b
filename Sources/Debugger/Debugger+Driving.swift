import Core

/// Driving the session: each of these is a command of its own for the record.
extension Debugger {
  /// Sends an action as a turn of its own. It is recorded as Swift text; an action that has none makes a line that does
  /// not load.
  ///
  /// - Throws: `CommandFailure` if the turn was stopped because it would not end, or because it was interrupted;
  ///   `SessionError` if it cannot be recorded.
  public func send(_ action: Action) throws {
    try asCommand(actionText(action)) { try turn { $0.send(action) } }
  }

  /// Moves the clock on; what is due happens when it is due.
  ///
  /// - Throws: As ``send(_:)``.
  public func advance(by duration: Duration) throws {
    try asCommand("advance \(duration.formatted)") {
      try moveClock(orSay: "no time has passed") { try $0.advance(by: duration, label: label) }
    }
  }

  /// Moves the clock on until exactly one action was delivered.
  ///
  /// - Throws: As ``send(_:)``.
  public func step() throws { try asCommand("step") { try moveClock { try $0.step(label: label) } } }

  /// Moves the clock on until nothing is in flight any more.
  ///
  /// - Throws: As ``send(_:)``.
  public func run() throws { try asCommand("run") { try moveClock { try $0.run(label: label) } } }

  /// Goes back to before the last command, or the last ones.
  ///
  /// - Throws: `SessionError` if fewer commands can be undone.
  public func undo(_ count: Int = 1) throws {
    try asCommand("undo \(count)") { try travel { try $0.undo(count, label: label) } }
  }

  /// Goes forward again over commands that were undone.
  ///
  /// - Throws: `SessionError` if fewer commands can be redone.
  public func redo(_ count: Int = 1) throws {
    try asCommand("redo \(count)") { try travel { try $0.redo(count, label: label) } }
  }

  /// Goes to a moment, wherever it is in the tree.
  ///
  /// - Throws: `SessionError` if there is no such moment.
  public func goto(moment: Int) throws {
    try asCommand("goto \(moment)") { try travel { try $0.goto(moment: moment, label: label) } }
  }

  /// Runs `body` as a command of its own, unless it is part of the running command.
  ///
  /// - Parameter text: The words of the command, for the record: what the language would do the same by.
  func asCommand<Result>(_ text: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
    guard callStack.command == nil else { return try body() }
    defer { events.sync(with: session) }
    return try perform(DirectCommand(text()), body)
  }

  /// Runs a command: what it does is labelled with its words, and recorded.
  ///
  /// - Throws: What `body` throws, that the command cannot be recorded, or what the feature was caught at where
  ///   everything is to be asserted.
  package func perform<Result>(
    _ command: any RunningCommand,
    _ body: () throws -> Result
  ) throws -> Result {
    halt.reset()
    let outerCount = callStack.momentsBefore
    callStack.momentsBefore = outerCount ?? session.moments.count
    defer { callStack.momentsBefore = outerCount }
    return try during(command) {
      defer { tellStop() }
      let result = try recorder.record(command.text, body) { session.standing }
      warnOfEscapedEffects()
      if received.isExhaustive { try checkIssues() }
      return result
    }
  }

  /// Runs `body` with `command` as the running command.
  package func during<Result>(
    _ command: any RunningCommand,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = callStack.command
    callStack.command = command
    defer { callStack.command = outer }
    return try body()
  }

  /// The words of the running command, which label turns.
  package var label: String? { callStack.command?.text }

  /// Sends actions as one turn.
  ///
  /// - Throws: What `body` throws, or that the turn was stopped because it would not end.
  package func turn(_ body: (Session<State, Action>.TurnScope) throws -> Void) throws {
    try checkEnd(of: session.turn(label: label, body))
  }

  /// Moves the clock, and says so if nothing came of it.
  ///
  /// - Parameters:
  ///   - remark: What to say then.
  ///   - move: Moves it.
  package func moveClock(
    orSay remark: String? = nil,
    _ move: (Session<State, Action>) throws -> Turn<Action>?
  ) throws {
    let turn = try move(session)
    try checkEnd(of: turn)
    if turn?.moments.isEmpty ?? true {
      notice(remark ?? "nothing is in flight: there is nothing to wait for")
    }
  }

  /// A turn that was stopped has not done what it was to do.
  private func checkEnd(of turn: Turn<Action>?) throws {
    guard let turn, turn.isCutShort || halt.isInterruption else { return }
    if halt.isInterruption {
      // A block or a script is interrupted as a whole.
      let count = max(turn.moments.count, session.moments.count - (callStack.momentsBefore ?? .max))
      throw CommandFailure("interrupted after \(counted(count, "moment"))")
    }
    if halt.breakpoint != nil { return }
    throw CommandFailure(
      "stopped after \(counted(turn.moments.count, "moment")): the effects may never end",
      hint: "'set limit N' allows more, 'undo' takes this back"
    )
  }

  /// Moves to another moment, and tells where that is and what it changes.
  package func travel(_ move: (Session<State, Action>) throws -> Void) throws {
    let before = session.moment
    try move(session)
    events.travelled(from: before, in: session)
    tellPrompts(at: session.moment, since: before)
    tellWatched(from: before, to: session.moment)
  }

  /// Tells that something was asserted, and whether it holds.
  ///
  /// - Parameter statement: What was asserted, where people are to read that it holds.
  package func tellExpectation(holds: Bool, statement: String? = nil) {
    let place = callStack.command.map { SourcePlace($0.source) }
    events.emit(Asserted(holds: holds, place: place, statement: statement))
  }
}

/// A command that was given without the language.
final class DirectCommand: RunningCommand {
  let text: String
  private(set) lazy var source = SourceText(text, file: "<debugger>")

  init(_ text: String) { self.text = text }
}

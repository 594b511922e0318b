import Core
import Foundation

/// A session to drive and to query, without a language and without a terminal.
///
/// ```swift
/// let debugger = Debugger(program: "counter") { seed, epoch in
///   Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
/// }
/// debugger.observe { event in print(event.jsonText) }
/// try debugger.send(.incrementButtonTapped)
/// try debugger.advance(by: .seconds(1))
/// let cause = try debugger.blame(Expression(parsing: SourceText("count")))
/// ```
///
/// It keeps what a session has besides its moments: where to stop, what is watched, which received actions were
/// asserted, and the record of the commands. What happens is told to observers as ``Event``s, and what is asked is
/// answered with ``Answer``s.
public final class Debugger<State, Action> {
  /// The feature's session.
  public package(set) var session: Session<State, Action>
  /// Tells observers what happens.
  package let events: EventStream<State, Action>
  /// Keeps the commands that change the session.
  package let recorder: SessionRecorder
  /// What is watched, and where to stop.
  package var stops = Stops<State, Action>()
  /// Which received actions were asserted.
  package var received = ReceivedActions()
  /// Whether and why the command that is running was stopped.
  package var halt = Halt<State, Action>()
  /// What is running.
  package var callStack = CallStack()
  /// Finds out whether someone wants what is running to end.
  public var isInterrupted: () -> Bool = { false }

  private let makeSession: (UInt64, Date) -> Session<State, Action>
  private let heapAtStart = HeapUse.bytes
  private var observation: AnyCancellable?
  /// The effects that were found to wait for something that the session does not control.
  private var escaped: Set<Int> = []

  /// Creates a debugger with a new session.
  ///
  /// - Parameters:
  ///   - program: The name of the program, which begins a record.
  ///   - origin: What decides the outcome besides the commands.
  ///   - makeSession: Makes a session from a seed and the date at its start.
  public init(
    program: String,
    origin: SessionOrigin = SessionOrigin(),
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    self.makeSession = makeSession
    session = makeSession(origin.seed, origin.epoch)
    recorder = SessionRecorder(origin: origin)
    events = EventStream(program: program)
    attach()
  }

  /// Adds an observer, which is told how things stand, and then of each event as it happens. Any number may listen.
  public func observe(_ take: @escaping (any Event) -> Void) {
    take(events.beginning(of: session, origin: recorder.origin))
    events.observe(take)
  }

  /// Listens to the session, and tells observers that it begins.
  package func attach() {
    observation = session.observe { [unowned self] event in
      if case .recorded(let moment) = event { recorded(moment) }
    }
    session.policy.shouldStop = { [unowned self] moment in stops(after: moment) }
    session.policy.willChange = { [unowned self] () throws(SessionError) in
      try recorder.willChange(session.standing)
    }
    session.policy.isInterrupted = { [unowned self] in noticesInterruption() }
    session.policy.describeAction = { actionText($0) }
    session.policy.describeTime = { "+\($0.formatted)" }
    escaped = []
    received.reset()
    events.begin(session, origin: recorder.origin)
  }

  /// Begins the session anew, without watches and breakpoints.
  public func begin(_ origin: SessionOrigin) {
    adopt(makeSession(origin.seed, origin.epoch), stops: Stops(), origin: origin)
  }

  /// Puts another session in the place of this one.
  package func adopt(
    _ session: Session<State, Action>,
    stops: Stops<State, Action>,
    origin: SessionOrigin,
    entries: [SessionEntry] = []
  ) {
    let replay = self.session.policy.replay
    self.session = session
    session.policy.replay = replay
    self.stops = stops
    recorder.restart(origin: origin, entries: entries)
    attach()
  }

  private func recorded(_ moment: Moment<State, Action>) {
    report(moment.issues)
    events.recorded(moment, in: session)
    let before = session.before(moment)
    tellPrompts(at: moment, since: before)
    tellWatched(from: before, to: moment)
  }

  /// Tells what the feature was caught at while the command that is running runs.
  private func report(_ issues: [SessionIssue]) {
    for issue in issues { events.emit(Diagnosed(IssueReport(issue, in: callStack))) }
    if received.isExhaustive { received.issues += issues }
  }

  /// Answers a question.
  package func answer(_ answer: some Answer) { events.emit(Answered(answer: answer)) }

  /// Tells a person something about what was done.
  ///
  /// - Parameter isAskedFor: Whether it is told even where only what was asked for is to be printed.
  package func notice(_ text: String, style: Style = .dimmed, isAskedFor: Bool = false) {
    events.emit(Noticed(text: text, style: style, isAskedFor: isAskedFor))
  }

  /// Tells that something may not be as it should.
  ///
  /// - Parameter site: Where it was noticed, as `FILE:LINE`.
  package func warn(_ message: String, noticedAt site: String? = nil) {
    events.emit(Diagnosed(warning: message, noticedAt: site, at: callStack.command?.source))
  }

  /// Warns once of each effect that waits for something that the session does not control.
  package func warnOfEscapedEffects() {
    for effect in session.escapedEffects where !escaped.contains(effect.id) {
      escaped.insert(effect.id)
      warn(
        "the \(EffectSummary(effect).text) waits for something other than the session's clock; "
          + "what it does cannot be rewound"
      )
    }
  }
}

// Driving.
extension Debugger {
  /// Sends an action as a turn of its own.
  ///
  /// - Throws: `CommandFailure` if the turn was stopped because it would not end, or because it was interrupted;
  ///   `SessionError` if it cannot be recorded.
  public func send(_ action: Action) throws {
    try perform(actionText(action)) { try turn { $0.send(action) } }
  }

  /// Moves the clock on; what is due happens when it is due.
  ///
  /// - Throws: As ``send(_:)``.
  public func advance(by duration: Duration) throws {
    try perform("advance \(duration.formatted)") {
      try moveClock(orSay: "no time has passed") { try $0.advance(by: duration, label: label) }
    }
  }

  /// Moves the clock on until exactly one action was delivered.
  ///
  /// - Throws: As ``send(_:)``.
  public func step() throws { try perform("step") { try moveClock { try $0.step(label: label) } } }

  /// Moves the clock on until nothing is in flight any more.
  ///
  /// - Throws: As ``send(_:)``.
  public func run() throws { try perform("run") { try moveClock { try $0.run(label: label) } } }

  /// Goes back to before the last command, or the last ones.
  ///
  /// - Throws: `SessionError` if there are not so many.
  public func undo(_ count: Int = 1) throws {
    try perform("undo \(count)") { try travel { try $0.undo(count, label: label) } }
  }

  /// Goes forward again over commands that were undone.
  ///
  /// - Throws: `SessionError` if there are not so many.
  public func redo(_ count: Int = 1) throws {
    try perform("redo \(count)") { try travel { try $0.redo(count, label: label) } }
  }

  /// Goes to a moment, wherever it is in the tree.
  ///
  /// - Throws: `SessionError` if there is none of that number.
  public func goto(moment: Int) throws {
    try perform("goto \(moment)") { try travel { try $0.goto(moment: moment, label: label) } }
  }

  /// Does something as a command with these words, for the record.
  private func perform(_ text: String, _ body: () throws -> Void) throws {
    try perform(Words(text), body)
  }

  /// Runs a command: what it does is labelled with its words, and recorded.
  ///
  /// - Throws: What `body` throws, that the command cannot be recorded, or what the feature was caught at where
  ///   everything is to be asserted.
  package func perform(_ command: any RunningCommand, _ body: () throws -> Void) throws {
    halt.reset()
    let outerCount = callStack.momentsBefore
    callStack.momentsBefore = outerCount ?? session.moments.count
    defer { callStack.momentsBefore = outerCount }
    try during(command) {
      defer { tellStop() }
      try recorder.record(command.text, body) { session.standing }
      warnOfEscapedEffects()
      if received.isExhaustive { try checkIssues() }
    }
  }

  /// Does what belongs to a command.
  package func during(_ command: any RunningCommand, _ body: () throws -> Void) rethrows {
    let outer = callStack.command
    callStack.command = command
    defer { callStack.command = outer }
    try body()
  }

  /// The words of the command that is running, for the record.
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
    orSay remark: String = "nothing is in flight: there is nothing to wait for",
    _ move: (Session<State, Action>) throws -> Turn<Action>?
  ) throws {
    let turn = try move(session)
    try checkEnd(of: turn)
    if turn?.moments.isEmpty ?? true { notice(remark) }
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
  package func tellExpectation(holds: Bool) {
    events.emit(Asserted(holds: holds, place: callStack.command.map { SourcePlace($0.source) }))
  }
}

extension Debugger {
  /// How much was recorded, and what it takes.
  public var statistics: StatisticsAnswer {
    StatisticsAnswer(
      moments: session.moments.count,
      onLine: session.line.count,
      states: session.stateLimit.map { _ in session.keptStateCount },
      commands: session.turns.count,
      branches: session.branchCount,
      marks: session.marks.count,
      moves: session.movements.count,
      effects: session.effects.count,
      rebuilds: session.rebuilds.count,
      replayed: session.rebuilds.moments,
      bytes: max(0, HeapUse.bytes - heapAtStart)
    )
  }
}

/// A command that was given without the language.
private final class Words: RunningCommand {
  let text: String
  private(set) lazy var source = SourceText(text, file: "<debugger>")

  init(_ text: String) { self.text = text }
}

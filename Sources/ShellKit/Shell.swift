import Core

/// A session that is driven by commands, and prints what becomes of them.
///
/// A shell knows nothing of the feature: what can be said about it comes from a ``Vocabulary``.
public final class Shell<State, Action> {
  /// The feature's session.
  public internal(set) var session: Session<State, Action>
  /// Where the shell prints.
  public let console: Console
  /// What `set` sets.
  public var settings: ShellSettings {
    didSet { apply(settings) }
  }

  let application: ShellApplication<State, Action>
  /// The commands that there are.
  var table: CommandTable<State, Action> { application.table }
  /// Keeps what changes the session.
  let recorder: SessionRecorder
  /// Whether the commands come from a session file.
  var isLoading = false
  /// What `$NAME` stands for.
  var variables: [String: Variable] = [:]
  /// Which received actions have been asserted.
  var receipts = Receipts()
  /// The breakpoints below this one end the program that is running.
  var pausingBreakpoints: Int?
  /// The moments at which the command that is running was stopped when it was recorded.
  var replayedStops: Set<Int> = []
  /// Whether the last of them was an interruption, so that the rest of the command did not happen.
  var replaysInterruption = false
  /// Whether the command that is running has come to an interruption that is replayed.
  var isCut = false
  /// The command that is running: turns are labelled with its words.
  var running: Program<State, Action>.Step?
  /// The line that it stands on.
  var line: CommandLine? { running?.line }
  /// The status that `quit` asked for.
  var exitStatus: Int32?
  /// How many commands ran, how many expectations held, and what failed.
  var tally = ScriptTally()
  /// Tells people and programs what happens.
  let events: EventStream<State, Action>
  /// Where expected output goes that is to be rewritten, if it is.
  var updates: ScriptUpdates?
  /// Whether commands after one that failed are run.
  var keepsGoing = false
  /// Whether a person types the commands, who has seen what failed and needs no exit code for it.
  var isConversation = false
  /// Finds out whether someone wants the command that is running to end.
  var isInterrupted: () -> Bool = { false }

  /// The names that stand for command lines.
  var aliases = AliasTable()
  /// The macros.
  var macros: [String: Macro<State, Action>] = [:]
  /// The macros and the rounds of blocks that are running, outermost first.
  var enclosures: [Enclosure] = []
  /// How many programs are running, one in the other.
  var programDepth = 0
  /// Where a person types, if one does.
  var editor: LineEditor?
  /// Lets the clock go on by itself, if it does.
  var player: ClockPlayer?
  /// Whether the command that is running is one of the player's.
  var isPlaying = false

  /// What is watched, and where to stop.
  var stops = Stops<State, Action>()
  /// The breakpoint that the running command was stopped by.
  var stop: Int?
  /// That breakpoint and the moment, as long as nothing has been said of it.
  var stopToTell: (moment: Int, breakpoint: Breakpoint<State, Action>)?
  /// How many moments there were before the command that was typed last, or that stands in the script which is run.
  var momentsBefore: Int?
  /// Whether the running command was stopped because someone wanted it to end.
  var wasInterrupted = false
  /// The heap in use when the session began.
  let heapAtStart = HeapUse.bytes

  private var observation: AnyCancellable?
  /// The effects that were found to wait for something that the session does not control.
  private var escaped: Set<Int> = []

  init(
    application: ShellApplication<State, Action>,
    origin: SessionOrigin,
    console: Console,
    settings: ShellSettings
  ) {
    self.application = application
    self.console = console
    self.settings = settings
    session = application.makeSession(origin.seed, origin.epoch)
    recorder = SessionRecorder(origin: origin)
    events = EventStream(program: application.name)
    events.observe(takingProgress: { [unowned self] in !self.settings.isQuiet && self.console.isHeard }) {
      [unowned self] event in
      if console.isHeard { event.lines(page).forEach(console.print) }
    }
    attach()
    apply(settings)
  }

  /// Makes the shell hear of what happens in its session.
  func attach() {
    observation = session.observe { [unowned self] event in
      if case .recorded(let moment) = event { recorded(moment) }
    }
    session.policy.shouldStop = { [unowned self] moment in stops(after: moment) }
    session.policy.willChange = { [unowned self] () throws(SessionError) in try willChange() }
    session.policy.isInterrupted = { [unowned self] in noticesInterruption() }
    session.policy.replay = { [unowned self] turn in try replay(turn) }
    session.policy.describeAction = { actionText($0) }
    session.policy.describeTime = { "+\($0.formatted)" }
    escaped = []
    resetReceipts()
    events.begin(session, origin: recorder.origin)
  }

  private func willChange() throws(SessionError) { try recorder.willChange(session.standing) }

  private func apply(_ settings: ShellSettings) {
    if session.momentLimit != settings.momentLimit {
      recorder.willChangeSetting(session.standing)
      session.momentLimit = settings.momentLimit
    }
    if session.stateLimit != settings.stateLimit { session.stateLimit = settings.stateLimit }
    console.color = settings.color
  }
}

extension Shell {
  /// Prints a line that was asked for, with everything escaped that could steer a terminal.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - style: How it looks where there is colour.
  public func print(_ line: String, style: Style? = nil) { events.emit(Printed(text: line, style: style)) }

  /// Answers what a command asked.
  func answer(_ answer: some Answer) { events.emit(Answered(answer: answer)) }

  /// Says something that a person would want to know.
  ///
  /// - Parameter isAskedFor: Whether it is said even where only what was asked for is to be printed.
  func notice(_ text: String, style: Style = .dimmed, isAskedFor: Bool = false) {
    events.emit(Noticed(text: text, style: style, isAskedFor: isAskedFor))
  }

  /// How text is laid out.
  var page: Page { Page(palette: console.palette, columns: columns, showsDiff: settings.showsDiff) }

  /// Sends actions as one turn, labelled with the words of the command.
  ///
  /// - Throws: What `body` throws, or that the turn was stopped because it would not end.
  public func turn(_ body: (Session<State, Action>.TurnScope) throws -> Void) throws {
    catchUp()
    try checkEnd(of: session.turn(label: label, body))
  }

  /// Moves the clock, and says so where nothing has come of it.
  ///
  /// - Parameter remark: Why nothing has.
  func moveClock(
    orSay remark: String = "nothing is in flight: there is nothing to wait for",
    _ move: (Session<State, Action>) throws -> Turn<Action>?
  ) throws {
    catchUp()
    let turn = try move(session)
    try checkEnd(of: turn)
    if turn?.moments.isEmpty ?? true { notice(remark) }
  }

  /// The words of the command that is running, for the record.
  var label: String? { running?.text }

  /// A turn that was stopped has not done what it was to do.
  private func checkEnd(of turn: Turn<Action>?) throws {
    guard let turn, turn.isCutShort || wasInterrupted || isCut else { return }
    if wasInterrupted || isCut {
      // A block or a script is interrupted as a whole.
      let count = max(turn.moments.count, session.moments.count - (momentsBefore ?? .max))
      throw CommandFailure("interrupted after \(counted(count, "moment"))")
    }
    if stop != nil { return }
    let number = counted(turn.moments.count, "moment")
    throw CommandFailure(
      "stopped after \(number): the effects may never end",
      remedy: "'set limit N' allows more, 'undo' takes this back"
    )
  }

  /// Says once of an effect that it waits for something that the session does not control.
  func warnOfEscapedEffects() {
    for effect in session.escapedEffects where !escaped.contains(effect.id) {
      escaped.insert(effect.id)
      console.warn(
        "the \(EffectSummary(effect).text) waits for something other than the session's clock; "
          + "what it does cannot be rewound",
        at: line?.source
      )
    }
  }

  /// The latest moments of the line, for a menu that a person looks through.
  var momentCompletions: [Completion] {
    session.line.suffix(40).map { number in
      let moment = session.moments[number]
      let event = session.summary(of: moment).event.truncated(to: 60)
      return Completion("\(number)", summary: "+\(moment.now.formatted) \(event)")
    }
  }

  /// Moves to another moment, and shows where that is and what it changes.
  func travel(_ move: () throws -> Void) throws {
    let before = session.moment
    try move()
    events.travelled(from: before, in: session)
    showPrompts(at: session.moment, since: before)
    tellWatched(from: before, to: session.moment)
  }

  /// Performs a command as part of another one, with its own words for the record.
  func performLabelled(_ step: Program<State, Action>.Step) throws {
    let outer = running
    running = step
    defer { running = outer }
    try step.operation.perform(self)
  }

  /// Says that an expectation held.
  func expectationHeld() {
    tally.expectations += 1
    tellExpectation(holds: true)
  }

  func tellExpectation(holds: Bool) {
    events.emit(Asserted(holds: holds, place: line.map { SourcePlace($0.source) }))
  }

  /// Ends the shell after this command.
  func quit(status: Int32?) {
    if !isConversation { checkExhaustive() }
    exitStatus = status ?? (tally.failures > 0 && !isConversation ? ExitStatus.failure : ExitStatus.success)
  }

  private func recorded(_ moment: Moment<State, Action>) {
    if !moment.issues.isEmpty { report(moment.issues) }
    events.recorded(moment, in: session)
    let before = session.before(moment)
    showPrompts(at: moment, since: before)
    tellWatched(from: before, to: moment)
  }
}

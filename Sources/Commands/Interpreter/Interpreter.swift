import Core
import Foundation

/// Runs the command language on a ``Debugger``, without a terminal.
///
/// ```swift
/// let interpreter = Interpreter(application)
/// interpreter.observe { event in … }
/// let result = interpreter.execute("toggle 0")
/// let completions = interpreter.complete("tog", at: 3)
/// ```
///
/// What happens is told to observers as it happens, and what a line came to is returned: the front ends print, draw or
/// send it. It knows nothing of the feature: what can be said about it comes from a ``Vocabulary``. Not thread-safe, but
/// for ``interrupt()``.
public final class Interpreter<State, Action> {
  /// The session, and what there is to ask of it. Driving it directly skips the playing clock.
  public let debugger: Debugger<State, Action>
  /// Where people read.
  public let console: Console
  /// What `set` sets.
  public var settings: ShellSettings {
    didSet { apply(settings) }
  }

  package let application: ShellApplication<State, Action>
  /// What the user gave names to.
  package var definitions = Definitions<State, Action>()
  /// How the script goes, and what of it is left.
  package var script = ScriptRun()
  /// The front end's services; `nil` without a terminal.
  package weak var host: (any CommandHost)?
  /// Whether an expectation that holds is confirmed, for people who watch each command.
  package var confirmsExpectations = false
  /// Lets the clock go on by itself, if it does.
  package var player: ClockPlayer?
  private let interruption = LockIsolated(false)
  private var lineNumber = 1

  /// Creates an interpreter with a session of its own, which prints nothing.
  ///
  /// - Parameters:
  ///   - application: The feature and what can be said in its shell.
  ///   - seed: Decides the random numbers that the feature is given.
  ///   - epoch: The date at the start; by default the beginning of the year 2001, UTC.
  public convenience init(
    _ application: ShellApplication<State, Action>,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    self.init(application: application, origin: SessionOrigin(seed: seed, epoch: epoch), console: .silent())
    debugger.isInterrupted = { [interruption] in
      interruption.withValue { isRequested in
        defer { isRequested = false }
        return isRequested
      }
    }
  }

  /// - Parameter script: The name of the script that is to run, for programs.
  package init(
    application: ShellApplication<State, Action>,
    origin: SessionOrigin,
    console: Console,
    settings: ShellSettings = ShellSettings(),
    script: String = ""
  ) {
    self.application = application
    self.console = console
    self.settings = settings
    debugger = Debugger(program: application.name, origin: origin, makeSession: application.makeSession)
    debugger.events.script = script
    // The debugger may live longer than its interpreter.
    debugger.events.observe(takingProgress: { false }) { [weak self] in self?.script.tally.note($0) }
    debugger.events.observe(
      takingProgress: { [weak self] in self.map { !$0.settings.isQuiet && $0.console.isHeard } ?? false }
    ) { [weak self] event in
      if let self { self.console.show(event, on: page) }
    }
    if console.tellsPrograms { observe(console.write) }
    session.policy.replay = { [weak self] turn in try self?.replay(turn) ?? false }
    apply(settings)
  }

  private func apply(_ settings: ShellSettings) {
    if session.momentLimit != settings.momentLimit {
      recorder.willChangeSetting(session.standing)
      session.momentLimit = settings.momentLimit
    }
    if session.stateLimit != settings.stateLimit { session.stateLimit = settings.stateLimit }
    console.color = settings.color
  }
}

// For front ends.
extension Interpreter {
  /// The session as the last line left it.
  public var session: Session<State, Action> { debugger.session }

  /// The exit code that a line asked for with `quit`; `nil` while none did.
  public var exitStatus: Int32? { script.exitStatus }

  /// Adds an observer. It gets ``Began`` with the current state at once, then each event as it happens.
  ///
  /// Any number may observe. An observer must not drive the session: it is called in the middle of a turn.
  public func observe(_ take: @escaping (any Event) -> Void) { debugger.observe(take) }

  /// Runs a line, or several lines that belong together, as a block does.
  public func execute(_ text: String) -> CommandResult {
    let first = session.moments.count
    let source = ScriptSource(text.utf8, name: "line \(lineNumber)", firstLine: 1)
    lineNumber += 1
    interruption.setValue(false)
    var isComplete = false
    let failures = script.tally.failures
    let events = debugger.events.collecting {
      do throws(SystemError) {
        let outcome = try execute(source, pausing: true)
        isComplete = outcome == .completed || outcome == .ended && script.tally.failures == failures
      } catch {
        debugger.events.emit(Diagnosed(error: error.description))
      }
    }
    return CommandResult(events: events, moments: first..<session.moments.count, isComplete: isComplete)
  }

  /// What may replace the word that ends at an offset, in characters from the start of the line.
  public func complete(_ line: String, at offset: Int) -> [Completion] {
    completionFinder().completions(of: line.prefix(offset), in: session.state)
  }

  /// Ends the line that is running, as soon as it can be ended. Safe to call from any thread.
  public func interrupt() { interruption.setValue(true) }
}

/// What a line came to.
public struct CommandResult {
  /// All that happened, in order.
  public let events: [any Event]
  /// The moments that it made.
  public let moments: Range<Int>
  /// Whether all of it ran: nothing failed, no breakpoint was reached, and it was not interrupted.
  public let isComplete: Bool

  /// What its commands answered.
  public var answers: [any Answer] { events.compactMap { ($0 as? Answered)?.answer } }

  /// What people read of it, without colours.
  public var lines: [String] { events.flatMap { $0.lines(Page()) } }

  /// What was wrong, warnings included.
  public var diagnostics: [Diagnosed] { events.compactMap { $0 as? Diagnosed } }
}

// For commands.
extension Interpreter {
  /// Prints a line that was asked for, with everything escaped that could steer a terminal.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - style: How it looks where there is colour.
  public func print(_ line: String, style: Style? = nil) {
    debugger.events.emit(Printed(text: line, style: style))
  }

  /// Sends actions as one turn, labelled with the words of the command.
  ///
  /// - Throws: What `body` throws, or that the turn was stopped because it would not end.
  public func turn(_ body: (Session<State, Action>.TurnScope) throws -> Void) throws {
    catchUp()
    try debugger.turn(body)
  }

  /// How many cells a row of the terminal has, where a person looks at what is printed; `nil` where it must not depend
  /// on that: a script prints the same in any window.
  public var columns: Int? { console.output.isRecording ? nil : host?.columns }

  /// Whether commands are typed at a terminal, so that a failure needs no exit code.
  package var isConversation: Bool { host != nil }

  /// The commands that there are.
  package var table: CommandTable<State, Action> { application.table }

  package var recorder: SessionRecorder { debugger.recorder }

  /// Answers what a command asked.
  func answer(_ answer: some Answer) { debugger.answer(answer) }

  /// How text is laid out.
  var page: Page {
    Page(
      palette: console.palette,
      columns: columns,
      showsDiff: settings.showsDiff,
      program: console.program,
      // What a script is expected to print must not depend on who runs it.
      confirmsExpectations: confirmsExpectations && !settings.isQuiet && !console.output.isRecording
    )
  }

  /// Moves the clock, and says so if nothing came of it.
  func moveClock(
    orSay remark: String? = nil,
    _ move: (Session<State, Action>) throws -> Turn<Action>?
  ) throws {
    catchUp()
    try debugger.moveClock(orSay: remark, move)
  }

  /// Ends the shell after this command.
  func quit(status: Int32?) {
    if !isConversation { debugger.checkExhaustive() }
    script.exitStatus =
      status ?? (script.tally.failures > 0 && !isConversation ? ExitStatus.failure : ExitStatus.success)
  }

  /// Does what prints much, a page at a time if a person is looking at a terminal.
  func paged(_ line: CommandLine, _ body: () throws -> Void) rethrows {
    guard let host, !console.output.isDiverted, line.kind == .command, let name = line.words.first,
      table.command(named: name.text)?.isPaged == true,
      let command = settings.pager.command(environment: ProcessInfo.processInfo.environment)
    else { return try body() }
    try host.page(through: command, body)
  }
}

// For menus that a person looks through.
extension Interpreter {
  /// The latest moments of the line.
  var momentCompletions: [Completion] {
    session.line.suffix(40).map { number in
      let moment = session.moments[number]
      let event = session.summary(of: moment).event.truncated(to: 60)
      return Completion("\(number)", summary: "+\(moment.now.formatted) \(event)")
    }
  }

  /// How long it takes until effects in flight continue, the next first.
  var waitCompletions: [Completion] {
    let now = playedNow
    let waiting = Dictionary(grouping: session.effects.filter { $0.deadline.map { $0 > now } ?? false }) {
      $0.deadline ?? now
    }
    return waiting.sorted { $0.key < $1.key }.prefix(8).map { deadline, effects in
      let fires =
        effects.count == 1
        ? "the effect of #\(effects[0].moment) fires" : "\(effects.count) effects fire"
      return Completion((deadline - now).formatted, summary: "until \(fires)")
    }
  }

  /// What has a name or a number.
  func completions(of name: CompletionRequest.Name) -> [Completion] {
    switch name {
    case .marks:
      session.marks.sorted { $0.key < $1.key }.map { Completion($0.key, summary: "#\($0.value)") }
    case .watches:
      debugger.stops.watches.map { Completion("\($0.number)", summary: $0.expression.source.text) }
    case .breakpoints: debugger.stops.breakpoints.map { Completion("\($0.number)", summary: $0.text) }
    case .aliases: definitions.aliases.all.map { Completion($0.name, summary: $0.command) }
    case .macros:
      definitions.macros.sorted { $0.key < $1.key }.map { Completion($0.key, summary: $0.value.summary) }
    }
  }
}

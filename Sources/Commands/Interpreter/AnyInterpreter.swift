import Core
import TodoShellSystem

/// What an ``Interpreter`` does, for any feature.
public class AnyInterpreter: SessionOwner {
  /// The session and its queries. Driving it directly bypasses the playing clock.
  public let debugger: AnyDebugger
  /// The console for text.
  public let console: Console
  /// The settings.
  public var settings: ShellSettings {
    @_semantics("optimize.no.crossmodule") get { storedSettings }
    @_semantics("optimize.no.crossmodule") set {
      storedSettings = newValue
      apply(newValue)
    }
  }

  package let application: AnyApplication
  /// The user's definitions.
  // Unchecked: every command reads them, and code that changes them calls nothing that reads them.
  @exclusivity(unchecked) package var definitions = Definitions()
  /// The progress of the running script.
  package let script: ScriptRun
  /// What the front end offers and expects.
  package let frontEnd: FrontEnd
  /// The verdicts and the coverage of the last exploration of this session.
  package internal(set) var exploration: ExplorationAnswer?
  /// How likely the violation was along its branch, as the last `explore --along` found.
  package internal(set) var likelihood: LikelihoodAnswer?
  /// The states that the last exploration with a graph reached.
  package internal(set) var stateGraph: StateGraph?
  /// The last comparison of branches, marks or files.
  var comparison: ComparisonAnswer?
  /// The player of the clock, while it plays.
  @exclusivity(unchecked) final var player: ClockPlayer?
  let interruption = LockIsolated(false)
  private var lineNumber = 1
  private var storedSettings: ShellSettings

  /// - Parameter script: The name of the script to run, for events.
  package init(
    application: AnyApplication,
    origin: SessionOrigin,
    console: Console,
    settings: ShellSettings = ShellSettings(),
    script: String = ""
  ) {
    self.application = application
    self.console = console
    storedSettings = settings
    // Created here because other modules see the initial values of properties.
    self.script = ScriptRun()
    frontEnd = FrontEnd()
    debugger = AnyDebugger(program: application.name, origin: origin, makeSession: application.makeSession)
    debugger.events.script = script
    // The debugger may outlive its interpreter, which then removes its observers.
    debugger.events.observe(for: self, takingProgress: nil) { [unowned self] in
      self.script.note($0)
    }
    debugger.events.observe(for: self, takingProgress: { console.takesProgress }) { [unowned self] event in
      self.console.show(event, on: page)
    }
    if console.tellsPrograms { debugger.observe(for: self, console.write) }
    debugger.playedTime = { [weak self] in self?.player?.time(at: RunningTime.now) }
    session.policy.replay = { [weak self] turn in try self?.replay(turn) ?? false }
    apply(settings)
  }

  deinit { debugger.events.removeObservers(of: self) }

  private func apply(_ settings: ShellSettings) {
    if session.momentLimit != settings.momentLimit {
      recorder.willChangeSetting(session.standing)
      session.momentLimit = settings.momentLimit
    }
    if session.stateLimit != settings.stateLimit { session.stateLimit = settings.stateLimit }
    if console.color != settings.color { console.color = settings.color }
    console.isQuiet = settings.isQuiet
  }
}

// For front ends.
extension AnyInterpreter {
  /// The session after the last line.
  public final var anySession: AnySession { debugger.anySession }

  /// The interpreter with the feature's types.
  func typed<State, Action>() -> Interpreter<State, Action> {
    guard let typed = self as? Interpreter<State, Action> else {
      preconditionFailure("A command for \(State.self) is in the vocabulary of another feature.")
    }
    return typed
  }

  /// The exit code requested by `quit`; `nil` before that.
  public var exitStatus: Int32? { script.exitStatus }

  /// Adds an observer. It receives `Began` with the current state at once, then each event as it happens.
  ///
  /// There can be any number of observers. They must not drive the session, since they are called in the middle of a
  /// turn.
  ///
  /// - Returns: A token that keeps the observation alive until it is cancelled or released.
  public func observe(_ take: @escaping (any Event) -> Void) -> AnyCancellable { debugger.observe(take) }

  /// Runs a line, or several lines that form a block.
  public func execute(_ text: String) -> CommandResult {
    let outer = anySession
    let count = session.moments.count
    let source = ScriptSource(text.utf8, name: "line \(lineNumber)")
    lineNumber += 1
    interruption.setValue(false)
    var outcome = Outcome.stopped
    let events = debugger.events.collecting { outcome = executeTyped(source) }
    return CommandResult(
      events: events,
      moments: (anySession === outer ? count : 0)..<session.moments.count,
      isComplete: outcome.isComplete
    )
  }

  /// Runs typed commands, up to a breakpoint that was set before them. Errors are events.
  ///
  /// - Returns: How they ended; if `quit` ended them after a failure, as stopped.
  @discardableResult
  package func executeTyped(_ source: ScriptSource) -> Outcome {
    let failures = script.tally.failures
    do {
      let outcome =
        if let outcome = try goOn(source) { outcome } else { try execute(source, pausing: true) ?? .stopped }
      return outcome == .ended && script.tally.failures > failures ? .stopped : outcome
    } catch  where error.code == EINTR {
      debugger.report("interrupted")
    } catch {
      debugger.report(error.description)
    }
    return .stopped
  }

  /// Runs the next command of the opened script if `next` was typed, or all remaining ones if `continue` was.
  ///
  /// - Returns: `nil` if another line was typed.
  private func goOn(_ typed: ScriptSource) throws(SystemError) -> Outcome? {
    guard script.rest != nil, let text = typed.line(1), let line = try? ScriptLine.parse(text),
      line.words.count == 1
    else { return nil }
    let word = line.words[0].text
    guard word == "next" || word == "continue", !table.hasCommand(word), !definitions.hasMacro(word)
    else { return nil }
    var outcome = Outcome.completed
    repeat {
      guard let next = script.rest?.next(&definitions.variables) else { break }
      outcome = try execute(next, pausing: true) ?? .stopped
      guard outcome == .completed, debugger.isInterrupted() else { continue }
      debugger.report("interrupted")
      outcome = .stopped
    } while word == "continue" && outcome == .completed
    if outcome == .ended { return outcome }
    let announcement = script.rest?.announcement
    debugger.notice(announcement ?? "the script has ended", style: .note, isAskedFor: true)
    return outcome
  }

  /// Runs a built-in command, even if an alias, a macro or the feature's vocabulary redefines its name. An error is an
  /// event.
  ///
  /// - Parameter text: The command, whose output cannot be redirected.
  /// - Returns: Whether it succeeded.
  package func executeBuiltIn(_ text: String) -> Bool {
    do {
      return run(try makeParser().builtInStep(text))
    } catch {
      debugger.report(error)
      return false
    }
  }

  /// The completions of the word that ends at an offset, in characters from the start of the line.
  public func complete(_ line: String, at offset: Int) -> [Completion] {
    complete(line, at: offset, in: session.moment)
  }

  /// The completions for the state of a moment.
  package func complete(_ line: String, at offset: Int, in moment: AnyMoment) -> [Completion] {
    completionFinder().completions(of: line.prefix(offset), in: moment.state)
  }

  /// Interrupts the running line as soon as possible. Safe to call from any thread.
  public func interrupt() { interruption.setValue(true) }
}

/// The result of a line.
public struct CommandResult {
  /// All events, in order.
  public let events: [any Event]
  /// The new moments; all of them if another session has replaced the previous one.
  public let moments: Range<Int>
  /// Whether all of it ran, without a failure, a breakpoint or an interrupt.
  public let isComplete: Bool

  /// The answers of its commands.
  public var answers: [any Answer] { events.compactMap { ($0 as? Answered)?.answer } }

  /// The text output, without colours.
  public var lines: [String] { events.flatMap { $0.lines(Page()) } }

  /// The errors and warnings.
  public var diagnostics: [Diagnosed] { events.compactMap { $0 as? Diagnosed } }
}

// For commands.
extension AnyInterpreter {
  /// Prints a requested line, with control characters escaped.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - style: Its style if colour is used.
  public func print(_ line: String, style: Style? = nil) {
    debugger.events.emit(Printed(text: line, style: style))
  }

  /// The width of the terminal in cells; `nil` in a script, whose output must not depend on the window.
  public var columns: Int? { console.output.isRecording ? nil : frontEnd.host?.columns }

  /// The commands of the shell.
  package var table: CommandTable { application.table }

  package var recorder: SessionRecorder { debugger.recorder }

  /// Prints the answer to a query.
  package func answer(_ answer: some Answer) { debugger.answer(answer) }

  /// The page layout for text.
  package var page: Page {
    // What a script is expected to print must not depend on where it runs.
    let isRead = (frontEnd.isConversation || frontEnd.confirmsExpectations) && !console.output.isRecording
    return Page(
      palette: console.palette,
      columns: columns,
      diff: settings.diff ?? (isRead ? .net : .full),
      program: console.program,
      confirmsExpectations: frontEnd.confirmsExpectations && !settings.isQuiet && !console.output.isRecording
    )
  }

  /// The page layout for text that is shown elsewhere than on the console, always with colours.
  package var coloredPage: Page {
    var page = page
    page.palette = Palette(isEnabled: true)
    return page
  }

  /// Moves the clock, and prints a notice if nothing happened.
  func moveClock(
    orSay remark: String? = nil,
    _ move: (AnySession, _ label: String?) throws -> Turn<Any>?
  ) throws {
    catchUp()
    try debugger.moveClock(orSay: remark, move)
  }

  /// Emits the end of the script.
  package func tellEnd(status: Int32) {
    let tally = script.tally
    debugger.events.emit(
      Ended(
        script: debugger.events.script,
        status: status,
        commands: tally.commands,
        expectations: tally.expectations,
        failures: tally.failures,
        moment: session.moment.number,
        time: session.now
      )
    )
  }

  /// Checks what remains to be asserted at the end of a script.
  ///
  /// - Returns: The exit code of the script.
  package func conclude(_ outcome: Outcome) -> Int32 {
    if outcome == .completed { debugger.checkExhaustive() }
    let hasFailed = outcome == .stopped || script.tally.failures > 0
    return exitStatus ?? (hasFailed ? ExitStatus.failure : ExitStatus.success)
  }

  /// Exits the shell after this command.
  func quit(status: Int32?) {
    if let status, status != ExitStatus.success { script.fail() }
    if !frontEnd.isConversation { debugger.checkExhaustive() }
    script.exitStatus =
      status
      ?? (script.tally.failures > 0 && !frontEnd.isConversation ? ExitStatus.failure : ExitStatus.success)
  }

  /// Runs a closure with its output paged at a terminal.
  func paged(_ step: Program.Step, _ body: () throws -> Void) rethrows {
    let command = step.entry?.command ?? step.line.words.first.flatMap { table.command(named: $0.text) }
    guard let host = frontEnd.host, !console.output.isDiverted, command?.isPaged == true,
      let command = settings.pager.command(environment: ProcessInfo.processInfo.environment)
    else { return try body() }
    try host.page(through: command, body)
  }
}

// For completion menus.
extension AnyInterpreter {
  private var buttonCompletions: [Completion] {
    let buttons = debugger.presentations.last?.prompt?.buttons ?? []
    let numbers = buttons.enumerated().map { number, button in
      Completion("\(number)", summary: button.shownLabel + (button.role.map { " (\($0.text))" } ?? ""))
    }
    let labels = buttons.enumerated().compactMap { number, button -> Completion? in
      let label = button.shownLabel
      guard label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else { return nil }
      return Completion(label, summary: "button \(number)")
    }
    return numbers + labels
  }

  private var momentCompletions: [Completion] {
    session.line.suffix(40).map { number in
      let moment = session.moments[number]
      let event = session.summary(of: moment).event.elided(to: 60)
      return Completion("\(number)", summary: "+\(moment.now.formatted) \(event)")
    }
  }

  private var waitCompletions: [Completion] {
    let now = debugger.now
    let waiting = Dictionary(grouping: session.effects.filter { $0.deadline.map { $0 > now } ?? false }) {
      $0.deadline ?? now
    }
    return waiting.inOrderOfKeys.prefix(8).map { deadline, effects in
      let fires =
        effects.count == 1
        ? "the effect of #\(effects[0].moment) fires" : "\(effects.count) effects fire"
      return Completion((deadline - now).formatted, summary: "until \(fires)")
    }
  }

  func completions(of kind: CompletionSources.Kind) -> [Completion] {
    switch kind {
    case .marks:
      session.marks.inOrderOfKeys.map { Completion($0.key, summary: "#\($0.value)") }
    case .watches:
      debugger.stops.watches.map { Completion("\($0.number)", summary: $0.expression.source.text) }
    case .breakpoints: debugger.stops.breakpoints.map { Completion("\($0.number)", summary: $0.text) }
    case .variables:
      definitions.variables.map { Completion($0.key, summary: $0.value.literal.elided(to: 60)) }
    case .moments: momentCompletions
    case .waits: waitCompletions
    case .dueEffects:
      session.moment.effectsDueNext.enumerated().map { Completion("\($0)", summary: $1.text) }
    case .buttons: buttonCompletions
    }
  }
}

extension SessionOwner where Self: AnyInterpreter {
  /// Sends actions as one turn; see ``Interpreter/turn(_:)``.
  package func turn(_ body: (AnySession.TurnScope) throws -> Void) throws {
    catchUp()
    try debugger.turn(body)
  }
}

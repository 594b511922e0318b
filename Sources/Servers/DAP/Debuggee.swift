import Commands
import Core
import Debugger
import Values

/// A script that runs under a debugger.
///
/// It runs in the place from which it is called; the debugger takes over wherever it stops.
final class Debuggee<State, Action>: CommandMonitor {
  typealias Position = Trace<State, Action>.Position

  let launch: DebugLaunch
  let interpreter: Interpreter<State, Action>
  let parser: ScriptParser<State, Action>
  let breakpoints: DebugBreakpoints<State, Action>
  private let reader: ProgramReader<State, Action>

  var trace = Trace<State, Action>()
  /// The position that is looked at.
  var view: Position?
  /// How far to go.
  private var goal: StepGoal
  /// The reason to stop where the goal is reached.
  private var goalReason: String
  /// The commands that are running, the innermost last, by their entries in the trace.
  var running: [Int] = []
  /// Whether a command that is running has been stopped between two of its moments.
  private(set) var isWithinCommand = false
  /// Whether the running command is to be stopped.
  private var mustPause = false
  /// Where the script continues after a change in its past, by the position of the command in the script.
  var continuation: Int?
  /// Whether the last entry of the trace is a command that runs again.
  var runsLastAgain = false
  /// The moments of a change.
  var changes: [Int]?
  /// Whether the commands that contain the current one end, because the script continues elsewhere or ends.
  private var isUnwinding = false

  /// Waits until the user continues; returns `false` to end the script.
  let wait: (DebugStop) -> Bool
  /// Handles what has arrived meanwhile; returns `false` to end the script.
  let poll: () -> Bool
  /// Prints text in the debugger's console.
  let log: (String) -> Void

  init(
    _ launch: DebugLaunch,
    _ interpreter: Interpreter<State, Action>,
    _ program: Program<State, Action>,
    _ parser: ScriptParser<State, Action>,
    _ breakpoints: DebugBreakpoints<State, Action>,
    poll: @escaping () -> Bool,
    wait: @escaping (DebugStop) -> Bool,
    log: @escaping (String) -> Void
  ) {
    self.launch = launch
    self.interpreter = interpreter
    self.parser = parser
    self.breakpoints = breakpoints
    self.poll = poll
    self.wait = wait
    self.log = log
    reader = interpreter.reader(of: program, parser, canRewind: true)
    goal = launch.stopsOnEntry ? .moment : .end
    goalReason = launch.stopsOnEntry ? "entry" : "step"
    interpreter.frontEnd.monitor = launch.isWithoutStops ? nil : self
    interpreter.debugger.events.observe(for: self) { [unowned self] in note($0) }
  }

  deinit { interpreter.debugger.events.removeObservers(of: self) }

  /// The place in a script of the command that is running.
  var place: SourceLocation? { running.last.map { trace.entries[$0].source.location } }

  /// Runs the script to its end.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    var outcome: Interpreter<State, Action>.Outcome
    repeat {
      if let continuation { reader.rewind(to: continuation) }
      continuation = nil
      isUnwinding = false
      interpreter.script.isAbandoned = false
      outcome = interpreter.run(reader)
      if outcome == .completed { stopAtEnd() }
    } while continuation != nil && poll()
    let status = interpreter.conclude(outcome)
    interpreter.tellEnd(status: status)
    interpreter.console.flush()
    return status
  }

  /// Stops after the last command, if that is as far as the script was to go, so that one can look back.
  private func stopAtEnd() {
    guard interpreter.frontEnd.monitor != nil, let last = trace.entries.last(where: \.frames.isEmpty) else {
      return
    }
    append(source: last.source.endPoint, name: nil, index: nil)
    trace.entries[trace.entries.count - 1].isPending = false
    if !proceed() { isUnwinding = true }
  }

  private func append(source: SourceText, name: String?, index: Int?) {
    trace.entries.append(
      Trace.Entry(
        source: source,
        name: name,
        frames: interpreter.debugger.callStack.frames,
        index: index,
        session: interpreter.session,
        definitions: interpreter.definitions,
        tally: interpreter.script.tally,
        before: interpreter.session.moment.number
      )
    )
  }
}

// Following the script.
extension Debuggee {
  func willRun(_ command: any RunningCommand) -> Bool {
    guard !isUnwinding, poll() else { return leave() }
    interpreter.console.flush()
    if runsLastAgain { trace.entries.removeLast() }
    let isOwn = interpreter.debugger.callStack.frames.isEmpty
    append(source: command.source, name: command.name, index: isOwn ? reader.position - 1 : nil)
    running.append(trace.entries.count - 1)
    if runsLastAgain {
      runsLastAgain = false
      return true
    }
    if proceed() { return true }
    running.removeLast()
    return leave()
  }

  func didRun(_ command: any RunningCommand) -> Bool {
    interpreter.console.flush()
    guard let entry = running.popLast(), !isUnwinding else { return false }
    trace.entries[entry].isPending = false
    return proceed() || leave()
  }

  private func leave() -> Bool {
    isUnwinding = true
    return false
  }

  private func note(_ event: any Event) {
    if let moment = event as? MomentRecorded, moment.isShown, changes != nil {
      changes?.append(moment.moment.number)
      return
    }
    guard changes == nil, let entry = running.last else { return }
    switch event {
    case let event as MomentRecorded where event.isShown:
      trace.entries[entry].moments.append(event.moment.number)
    case let event as Diagnosed where event.severity == .error:
      trace.entries[entry].failure = event.diagnostic ?? trace.entries[entry].failure
    case let event as Stopped:
      trace.entries[entry].stop = (event.moment, "break \(event.breakpoint): \(event.condition)")
    default: break
    }
  }

  /// Goes on to the end of the trace.
  ///
  /// - Returns: Whether the script goes on from there.
  private func proceed() -> Bool {
    while let next = trace.position(after: view) {
      view = next
      if let stop = reasonToStop(at: next), !wait(stop) { return false }
    }
    return continuation == nil
  }

  /// Goes on from where it has stopped.
  func goOn(to goal: StepGoal) { (self.goal, goalReason, mustPause) = (goal, "step", false) }

  /// Stops at once.
  func pause() {
    mustPause = true
    (goal, goalReason) = (.moment, "pause")
  }

  /// Stops the running command between two of its moments, if it is to be stopped, until the user continues.
  ///
  /// - Returns: Whether the command goes on.
  func pauseWithinCommand() -> Bool {
    guard mustPause, let entry = running.last, trace.entries[entry].isPending else { return true }
    mustPause = false
    isWithinCommand = true
    defer { isWithinCommand = false }
    view = Position(entry: entry, step: trace.entries[entry].moments.count)
    return wait(DebugStop(reason: "pause")) && proceed()
  }

  /// Goes back, up to a breakpoint, the goal or the start.
  func goBack(_ goal: StepGoal) -> DebugStop {
    while let here = view, let previous = trace.position(before: here) {
      view = previous
      if let stop = reached(at: previous).stop { return stop }
      if goal.isReached(at: previous, of: trace) { return DebugStop(reason: "step") }
    }
    return DebugStop(reason: "entry", description: "Paused at the start of the script")
  }

  private func reasonToStop(at position: Position) -> DebugStop? {
    let (stop, messages) = reached(at: position)
    messages.forEach { log($0) }
    if let stop { return stop }
    guard goal.isReached(at: position, of: trace) else { return nil }
    return DebugStop(reason: goalReason)
  }

  /// The failure or the breakpoints at a position.
  private func reached(at position: Position) -> (stop: DebugStop?, messages: [String]) {
    let entry = trace.entries[position.entry]
    if trace.isFailure(position), let failure = entry.failure {
      let kind = failure.isFailedExpectation ? "expectation" : "error"
      guard breakpoints.failures.contains(kind) else { return (nil, []) }
      let title = failure.isFailedExpectation ? "Paused at a failed expectation" : "Paused at an error"
      return (DebugStop(reason: "exception", description: title, text: failure.message), [])
    }
    var (stop, messages) = breakpoints.reached(at: position, of: trace)
    guard stop == nil, let moment = trace.newMoment(at: position) else { return (stop, messages) }
    if let reached = entry.stop, reached.moment == moment.number {
      stop = DebugStop(reason: "breakpoint", description: "Paused by \(reached.text)")
    } else if let issue = moment.issues.first, breakpoints.failures.contains("issue") {
      stop = DebugStop(reason: "exception", description: "Paused at an issue", text: issue.message)
    }
    return (stop, messages)
  }
}

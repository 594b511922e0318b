import TodoShellCommands
import Core

/// A script that runs under a debugger.
///
/// It runs in the place from which it is called; the debugger takes over wherever it stops.
final class Debuggee: CommandMonitor {
  typealias Position = Trace.Position

  let interpreter: AnyInterpreter
  private let reader: ProgramReader
  let breakpoints: DebugBreakpoints
  weak let server: DebugServer?

  var trace = Trace()
  /// The position being viewed.
  var view: Position?
  private var step: Step
  /// The commands that are running, the innermost last, by their entries in the trace. A change in the past takes those
  /// away that it makes the trace forget.
  var running: [Int] = []
  /// Whether a command that is running has been stopped between two of its moments.
  private(set) var isWithinCommand = false
  /// The moments of a change.
  var changes: [Int]?
  /// Whether the commands that contain the current one end, because the script continues elsewhere or ends.
  private var isUnwinding = false
  /// Where the script continues after a change in its past, by the position of the command in the script.
  var nextCommand: Int?
  /// Whether the last entry of the trace is a command that runs again.
  var runsLastAgain = false

  /// How the script goes on.
  private struct Step {
    /// How far to go.
    var goal: StepGoal
    /// The reason to stop where the goal is reached.
    var reason: String
    /// Whether the running command is to be stopped.
    var pausesCommand = false
  }

  /// - Parameters:
  ///   - program: The checked script.
  ///   - parser: The parser that checked it.
  ///   - breakpoints: Where to stop.
  ///   - stopsOnEntry: Whether to stop before the first command; `nil` never to stop.
  ///   - server: The server that connects to the user of the debugger.
  init(
    _ interpreter: AnyInterpreter,
    _ program: Program,
    _ parser: ScriptParser,
    _ breakpoints: DebugBreakpoints,
    stopsOnEntry: Bool?,
    server: DebugServer
  ) {
    self.interpreter = interpreter
    self.breakpoints = breakpoints
    self.server = server
    reader = interpreter.reader(of: program, parser, canRewind: true)
    step = stopsOnEntry == true ? Step(goal: .moment, reason: "entry") : Step(goal: .end, reason: "step")
    breakpoints.forget(from: Position(entry: 0, step: 0))
    interpreter.frontEnd.monitor = stopsOnEntry == nil ? nil : self
    interpreter.debugger.events.observe(for: self) { [unowned self] in note($0) }
  }

  deinit { interpreter.debugger.events.removeObservers(of: self) }

  /// The place in a script of the command that is running.
  var place: SourceLocation? { running.last.map { trace.entries[$0].source.location } }

  /// The paths of the scripts whose commands have run.
  var files: [String] { trace.entries.map(\.source.page.file).removingDuplicates }

  /// A breakpoint of the script, from the arguments of `break`.
  ///
  /// - Throws: An error in the text.
  func breakpoint(parsing text: String, number: Int) throws(Diagnostic) -> Breakpoint {
    Breakpoint(number: number, condition: try reader.parser.breakCondition(parsing: text))
  }

  /// Runs the script to its end.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    var outcome: AnyInterpreter.Outcome
    repeat {
      if let position = nextCommand { reader.rewind(to: position) }
      nextCommand = nil
      isUnwinding = false
      interpreter.script.isAbandoned = false
      outcome = interpreter.run(reader)
      if outcome == .completed { stopAtEnd() }
    } while nextCommand != nil && server?.poll() == true
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
    trace.append(
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
    guard !isUnwinding, server?.poll() == true else { return leave() }
    interpreter.console.flush()
    if runsLastAgain { trace.removeLast() }
    let isOwn = interpreter.debugger.callStack.frames.isEmpty
    append(source: command.source, name: command.name, index: isOwn ? reader.position - 1 : nil)
    running.append(trace.entries.count - 1)
    if runsLastAgain {
      runsLastAgain = false
      return true
    }
    if proceed() { return true }
    _ = running.popLast()
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
    guard changes == nil, !isUnwinding, let entry = running.last else { return }
    switch event {
    case let event as MomentRecorded where event.isShown:
      trace.add(event.moment.number, to: entry)
    case let event as Diagnosed where event.severity == .error:
      if let failure = event.diagnostic { trace.entries[entry].failure = failure }
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
      if let stop = reasonToStop(at: next), server?.wait(stop) != true { return false }
    }
    return nextCommand == nil
  }

  /// Goes on from where it has stopped.
  func goOn(to goal: StepGoal) { step = Step(goal: goal, reason: "step") }

  /// Stops at once.
  func pause() { step = Step(goal: .moment, reason: "pause", pausesCommand: true) }

  /// Stops the running command between two of its moments, if it is to be stopped, until the user continues.
  ///
  /// - Returns: Whether the command goes on.
  func pauseWithinCommand() -> Bool {
    guard step.pausesCommand, let entry = running.last, trace.entries[entry].isPending else { return true }
    step.pausesCommand = false
    isWithinCommand = true
    defer { isWithinCommand = false }
    view = Position(entry: entry, step: trace.entries[entry].moments.count)
    return server?.wait(DebugStop(reason: "pause")) == true && proceed()
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
    messages.forEach { server?.log($0) }
    if let stop { return stop }
    return step.goal.isReached(at: position, of: trace) ? DebugStop(reason: step.reason) : nil
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

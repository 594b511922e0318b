import Core
import Glibc

/// Exploring what could follow the current moment.
extension Interpreter {
  /// Tries sequences of commands from the current moment on, until one breaks the invariant or causes an issue.
  ///
  /// The session is not changed.
  ///
  /// - Throws: The finding, after printing a script that leads there, or an error if interrupted.
  func explore(_ request: ExploreRequest<State, Action>) throws {
    let source = StepSource(for: self, choice: request.choice)
    try source.checkChoice()
    guard source.hasSteps else {
      throw CommandFailure(
        "nothing to try: --without excludes everything that --only names",
        hint: "leave out one of the options"
      )
    }
    // The invariant must at least have a value now.
    _ = try request.invariant?.holds(in: ExpressionContext(session))
    let report = ExplorationReport<State, Action>(request, console: console)
    let exploration = try Exploration(
      from: session,
      plan: request.plan,
      looksFor: request.aim,
      isAtRestOnly: request.isAtRestOnly,
      groups: source.groups
    )
    exploration.didPerform = { report.note($0, $1, from: $2) }
    var graph = request.recordsGraph ? StateGraph(start: String(customDumping: session.state)) : nil
    if request.recordsGraph {
      exploration.didReach = { before, step, after, session in
        graph?.add(from: before, by: step.text, to: after, text: String(customDumping: session.state))
      }
    }
    exploration.didProgress = { report.showProgress($0) }
    exploration.isInterrupted = debugger.isInterrupted
    let finding = exploration.run()
    report.endProgress()
    if let graph { debugger.stateGraph = graph }
    if let finding {
      try tell(finding, request, exploration.coverage)
    }
    answer(report.answer(exploration.coverage, transitions: graph?.transitions.count))
    guard exploration.coverage.isInterrupted else { return }
    // In a batch, ^C must end the whole batch.
    if !frontEnd.isConversation { script.exitStatus = 128 + SIGINT }
    throw CommandFailure("interrupted after \(counted(exploration.coverage.sequences, "sequence"))")
  }

  /// Prints the script that reproduces a finding, and throws the finding.
  private func tell(
    _ finding: Exploration<State, Action>.Finding,
    _ request: ExploreRequest<State, Action>,
    _ coverage: Exploration<State, Action>.Coverage
  ) throws {
    let script = ExplorationScript(of: finding, request, in: self)
    answer(
      CounterexampleAnswer(
        fault: finding.fault.text,
        commands: finding.steps.count,
        script: script.lines(coverage)
      )
    )
    let count = counted(finding.steps.count, "command")
    let place = finding.steps.isEmpty ? "at the start" : "after \(count)"
    if let invariant = request.invariant, case .broken = finding.fault {
      throw invariant.source.diagnostic("the invariant does not hold \(place)", notes: script.explanation)
    }
    throw CommandFailure("\(finding.fault.text) \(place)")
  }

  /// Command lines that may be possible at a moment: what `explore` would try there.
  package func possibleLines(at moment: Moment<State, Action>) -> [String] {
    StepSource(for: self, choice: StepSource.Choice()).lines(at: moment, in: session)
  }

  /// A shell for the same feature that runs commands without any output.
  func sandbox() -> Interpreter {
    var settings = settings
    settings.isQuiet = true
    settings.echoes = false
    let sandbox = Interpreter(
      application: application,
      origin: recorder.origin,
      console: .silent(),
      settings: settings
    )
    sandbox.debugger.isInterrupted = debugger.isInterrupted
    return sandbox
  }
}

extension ExploreRequest {
  /// The faults to look for.
  fileprivate var aim: Exploration<State, Action>.Aim {
    guard let invariant else { return .misuse }
    return .broken { session in
      (try? invariant.holds(in: ExpressionContext(session, for: invariant))) ?? false
    }
  }
}

extension Exploration.Fault {
  /// A description of the fault, to be followed by its place.
  var text: String {
    switch self {
    case .broken: "the invariant does not hold"
    case .issue(let issue): "an issue is reported at \(issue.fileID):\(issue.line)"
    case .endless: "effects trigger each other endlessly"
    case .divergence: "the same commands give another result the second time"
    }
  }
}

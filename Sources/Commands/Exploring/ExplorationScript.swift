import Core

/// A script that reproduces the finding of an exploration, and fails there.
///
/// It has been tested in a separate session that began like the shell's.
struct ExplorationScript<State, Action> {
  /// The commands, from the start.
  private let commands: [String]
  /// How the last command fails in terms of the state, one fact per line.
  let explanation: [String]
  private let fails: Bool
  private let finding: Exploration<State, Action>.Finding
  private let request: ExploreRequest<State, Action>

  init(
    of finding: Exploration<State, Action>.Finding,
    _ request: ExploreRequest<State, Action>,
    in shell: Interpreter<State, Action>
  ) {
    self.finding = finding
    self.request = request
    var steps = finding.steps.map(\.text)
    if finding.loopLength > 0 {
      let count = counted(finding.loopLength, "command")
      steps.insert("# loop: the next \(count) can be repeated forever", at: steps.count - finding.loopLength)
    }
    let end = Self.check(finding, request)
    var commands = shell.withoutMacros(shell.lineCommands, then: steps) + end
    var trial = Trial(commands, in: shell)
    if !trial.failsAtItsEnd, shell.recorder.entries.map(\.text) != shell.lineCommands {
      // The branch alone does not lead here if a breakpoint has stopped a command, or after time travel.
      let others =
        shell.withoutMacros(shell.originCommand + shell.recorder.entries.map(\.text), then: steps) + end
      let other = Trial(others, in: shell)
      if other.failsAtItsEnd { (commands, trial) = (others, other) }
    }
    self.commands = commands
    fails = trial.failsAtItsEnd
    explanation = trial.explanation(of: Self.failing(finding, request))
  }

  /// The command that fails.
  private static func check(
    _ finding: Exploration<State, Action>.Finding,
    _ request: ExploreRequest<State, Action>
  ) -> [String] {
    switch finding.fault {
    case .property(let index, let evidence): request.properties[index].check(evidence)
    case .issue: ["expect issues.isEmpty"]
    case .divergence: ["verify"]
    case .endless: []
    }
  }

  /// The expression that does not hold at the end.
  private static func failing(
    _ finding: Exploration<State, Action>.Finding,
    _ request: ExploreRequest<State, Action>
  ) -> Expression? {
    guard case .property(let index, let evidence) = finding.fault else { return nil }
    return request.properties[index].failing(evidence)
  }

  /// The script for a report.
  ///
  /// - Parameters:
  ///   - coverage: What was tried.
  ///   - fault: What was found.
  func answer(_ coverage: Exploration<State, Action>.Coverage, fault: String) -> CounterexampleAnswer {
    CounterexampleAnswer(
      fault: fault,
      property: finding.property.map { request.properties[$0].text },
      commands: finding.steps.count,
      loop: finding.loopLength > 0 ? finding.loopLength : nil,
      script: lines(coverage)
    )
  }

  /// The script, with comments that describe it.
  private func lines(_ coverage: Exploration<State, Action>.Coverage) -> [String] {
    let place = finding.steps.isEmpty ? "" : finding.place
    var lines = ["# explore: \(finding.text(request.properties))\(place)"]
    if let property = finding.property, request.needsTitles {
      lines.insert("# \(request.properties[property].text)", at: 0)
    }
    if finding.isShortest, finding.steps.count > 1 {
      lines.append("# no shorter sequence does this")
    } else if request.plan.shards > 1 {
      lines.append("# other shards may find a shorter one")
    } else if !finding.isShortest {
      lines.append(
        "# no sequence of up to \(counted(coverage.exhaustedDepth, "command")) does this"
      )
    }
    if !fails {
      lines.append("# run separately, this does not fail: it depends on something other than its commands")
    }
    return lines + commands
  }

  /// The result of running it.
  private struct Trial {
    let failsAtItsEnd: Bool
    private let shell: Interpreter<State, Action>

    init(_ commands: [String], in original: Interpreter<State, Action>) {
      shell = original.sandbox()
      shell.session.momentLimit = original.session.momentLimit
      let parser = ScriptParser(table: shell.table, isInterrupted: shell.debugger.isInterrupted)
      let source = ScriptSource(commands.joined(separator: "\n").utf8, name: "explore")
      guard let program = try? parser.program(source), parser.diagnostics.isEmpty,
        shell.run(program, parser) == .stopped, let place = shell.script.tally.firstFailure
      else {
        failsAtItsEnd = false
        return
      }
      let lines = commands.reduce(0) { $0 + 1 + $1.count(where: \.isNewline) }
      failsAtItsEnd = place.line == lines
    }

    func explanation(of expression: Expression?) -> [String] {
      guard failsAtItsEnd, let expression,
        let explanation = try? expression.explanationOfFailure(
          in: ExpressionContext(shell.session),
          dump: { String(customDumping: $0) }
        )
      else { return [] }
      return explanation.diagnostic().notes
    }
  }
}

extension Interpreter {
  /// The first command of the script, unless the session begins with the defaults.
  fileprivate var originCommand: [String] {
    recorder.origin == SessionOrigin() ? [] : [recorder.origin.command]
  }

  /// The commands of a session followed by steps, with calls of macros expanded, since the script does not define them.
  fileprivate func withoutMacros(_ commands: [String], then steps: [String]) -> [String] {
    guard steps.contains(where: { definitions.macros[$0.prefix { $0 != " " }.description] != nil }) else {
      return commands + steps
    }
    let sandbox = sandbox()
    let source = ScriptSource(commands.joined(separator: "\n").utf8, name: "explore")
    let plain = sandbox.makeParser()
    guard let program = try? plain.program(source), sandbox.run(program, plain) == .completed else {
      return commands + steps
    }
    sandbox.recorder.restart(origin: sandbox.recorder.origin)
    sandbox.definitions = definitions
    let parser = sandbox.makeParser()
    let calls = ScriptSource(steps.joined(separator: "\n").utf8, name: "explore")
    guard let program = try? parser.program(calls) else { return commands + steps }
    _ = sandbox.run(program, parser)
    return commands + sandbox.recorder.entries.map(\.text)
  }

  /// The commands of this branch up to the current moment.
  fileprivate var lineCommands: [String] {
    var commands = originCommand
    var depth = 1
    while depth <= session.line.currentIndex {
      guard let number = session.moments[session.line[depth]].turn else { break }
      let turn = session.turns[number]
      let first = depth
      while depth <= session.line.currentIndex, turn.moments.contains(session.line[depth]) { depth += 1 }
      commands.append(turn.label ?? "")
      let left = turn.moments.count - (depth - first)
      if left > 0 { commands.append("back \(left)") }
    }
    return commands
  }
}

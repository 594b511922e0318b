import Core

/// A script that reproduces the finding of an exploration, and fails there.
///
/// It has been tested in a separate session that began like the shell's.
struct ExplorationScript {
  let finding: AnyExploration.Finding
  private let request: ExploreRequest
  /// The script for a corpus: the commands that lead to the start of the exploration, the steps found, with calls of
  /// macros expanded, and the commands that check the result.
  let saved: SavedSequence
  /// How the last command fails in terms of the state, one fact per line.
  let explanation: [String]

  init(
    of finding: AnyExploration.Finding,
    _ request: ExploreRequest,
    _ scope: ExploredScope,
    in shell: AnyInterpreter
  ) {
    self.finding = finding
    self.request = request
    var texts = finding.steps.map(\.text)
    if finding.loopLength > 0 {
      let count = counted(finding.loopLength, "command")
      texts.insert("# loop: the next \(count) can be repeated forever", at: texts.count - finding.loopLength)
    }
    let (mark, end) = Self.check(finding, request, from: shell)
    let isFound: (ScriptTrial) -> Bool =
      finding.isTrap
      ? \.traps : finding.property != nil && finding.error == nil ? \.failsAnExpectation : \.failsAtItsEnd
    func attempt(after commands: [String]) -> (setup: [String], steps: [String], trial: ScriptTrial) {
      let setup = commands + mark
      let all = shell.withoutMacros(texts, after: setup)
      let whole = ScriptTrial(setup + all, end: end, in: shell)
      if isFound(whole) { return (setup, all, whole) }
      // What a macro does may be over at its end.
      let shorter = stride(from: all.count - 1, through: texts.count, by: -1).lazy.map { count in
        (setup, Array(all.prefix(count)), ScriptTrial(setup + all.prefix(count), end: end, in: shell))
      }
      return shorter.first { isFound($0.2) } ?? (setup, all, whole)
    }
    var (setup, steps, trial) = attempt(after: shell.lineCommands)
    let entries = shell.recorder.entries.map(\.text)
    if !isFound(trial), entries != shell.lineCommands {
      // The branch alone does not lead here if a breakpoint has stopped a command, or after time travel.
      let other = attempt(after: shell.originCommand + entries)
      if isFound(other.trial) { (setup, steps, trial) = other }
    }
    let comments = Self.comments(on: finding, request, scope, fails: isFound(trial))
    saved = SavedSequence(comments: comments, setup: setup, steps: steps, end: end)
    var condition: Expression?
    if case .property(let index, let evidence) = finding.fault {
      condition = request.properties[index].failing(evidence)
    }
    explanation = trial.explanation(of: condition)
  }

  /// The command that fails, and the one that marks where the exploration started, if the property depends on it.
  private static func check(
    _ finding: AnyExploration.Finding,
    _ request: ExploreRequest,
    from shell: AnyInterpreter
  ) -> (mark: [String], end: [String]) {
    switch finding.fault {
    case .property(let index, _):
      let property = request.properties[index]
      if case .always(let condition) = property.claim { return ([], ["expect \(condition.source.text)"]) }
      let mark =
        property.dependsOnStart(in: shell, isAtRestOnly: request.choice.isAtRestOnly) ? ["mark explored"] : []
      // Only loops compare states with each other.
      let paths = finding.loopLength > 0 ? request.unordered.filter { !$0.mayDecide(property) } : []
      let options = [
        request.choice.isAtRestOnly ? "--at-rest " : "", mark.isEmpty ? "" : "--since explored ",
        paths.isEmpty ? "" : "--unordered \(paths.map(\.text).joined(separator: ",")) ",
      ]
      return (mark, ["expect \(options.joined())\(property.source.text)"])
    case .issue: return ([], ["expect issues.isEmpty"])
    case .divergence: return ([], ["verify"])
    case .endless, .trap: return ([], [])
    }
  }

  /// The script for a report.
  // Inlining it makes the optimizer of Swift 6.3.1 fail.
  @inline(never)
  var answer: CounterexampleAnswer {
    let fault = finding.text(request.properties)
    return CounterexampleAnswer(
      fault: fault,
      commands: finding.steps.count,
      loop: finding.loopLength > 0 ? finding.loopLength : nil,
      shortening: finding.shortening.map { ($0.from, $0.values) },
      needsEach: finding.isShortest || finding.isMinimal,
      script: saved.comments + saved.setup + saved.steps + saved.end,
      index: finding.property,
      message: fault + finding.place
    )
  }

  /// The steps that lead as far as the program survives.
  var survivableSteps: [String] { finding.isTrap ? saved.steps.dropLast() : saved.steps }

  private static func comments(
    on finding: AnyExploration.Finding,
    _ request: ExploreRequest,
    _ scope: ExploredScope,
    fails: Bool
  ) -> [String] {
    let place = finding.steps.isEmpty ? "" : finding.place
    var lines = ["# explore: \(finding.text(request.properties))\(place)"]
    if let property = finding.property, request.needsTitles {
      lines.insert("# \(request.properties[property].text)", at: 0)
    }
    let isOpen = request.plan.shards > 1 && !finding.isShortest
    lines +=
      isOpen
      ? [otherShards]
      : comment(on: finding.steps.count, exhausted: finding.exhaustedLength, scope)
    if let shortening = finding.shortening {
      let values = (shortening.from, shortening.values)
      lines.append("# \(CounterexampleAnswer.text(of: values, to: finding.steps.count))")
    }
    if finding.isCutOff { lines.append("# interrupted: a shorter script may exist") }
    if !fails {
      lines.append("# run separately, this does not fail: it depends on something other than its commands")
    }
    return lines
  }

  static var otherShards: String { "# other shards may find a shorter one" }

  /// The comment on how short a sequence is.
  ///
  /// - Parameters:
  ///   - length: The length up to which all sequences were tried.
  ///   - scope: What was tried.
  static func comment(on count: Int, exhausted length: Int, _ scope: ExploredScope) -> [String] {
    guard length > 0, count > 1 else { return [] }
    let others =
      length >= count - 1 ? "no shorter sequence" : "no sequence of up to \(counted(length, "command"))"
    return ["# \(others) does this\(scope.limits)"]
  }
}

import Core

extension Shell {
  /// Does the line again in another way, and tells what came of it.
  ///
  /// - Parameters:
  ///   - title: What is different, for the first line of the report.
  ///   - change: Does it.
  func tryOut(_ title: String, _ change: (Session<State, Action>) throws -> WhatIf) throws {
    let outcome = try change(session)
    events.sync(with: session)
    for failure in outcome.failures { reportFailure(of: session.turns[failure.turn], failure.error) }
    for turn in outcome.reinstated { reportReinstated(session.turns[turn]) }
    reportIssues(outcome.issues)
    func facts(_ number: Int?) -> MomentSummary? { number.map { session.summary(of: session.moments[$0]) } }
    answer(
      WhatIfAnswer(
        title: title,
        fork: outcome.fork,
        tip: outcome.tip,
        commands: outcome.turns.count,
        failed: outcome.failures.count,
        original: facts(outcome.firstDifference?.original),
        repeated: facts(outcome.firstDifference?.repeated),
        isOnlyInState: outcome.firstDifference?.isOnlyInState ?? false,
        change: StateChange(from: session.moments[outcome.originalTip], to: session.moments[outcome.tip])
      )
    )
  }

  /// Does the command of a turn again, by its words: what they name is what has that place or number now.
  ///
  /// - Returns: Whether the turn has words that say what to do.
  func replay(_ turn: Turn<Action>) throws -> Bool {
    guard let label = turn.label, let line = try? CommandLine.parse(label),
      let step = try? ScriptParser(table: table).step(line)
    else { return false }
    let (wasQuiet, outerStop) = (settings.isQuiet, stop)
    settings.isQuiet = true
    // What was stopped when it was typed is stopped again, and that is no failure.
    if turn.isCutShort { stop = stop ?? 0 }
    defer { (settings.isQuiet, stop) = (wasQuiet, outerStop) }
    try performLabelled(step)
    return true
  }

  private func reportFailure(of turn: Turn<Action>, _ error: any Error) {
    let label = turn.label ?? "#\(turn.moments.lowerBound)"
    let reason = line.map { diagnostic(for: error, in: $0).message } ?? "\(error)"
    console.warn(
      "'\(label.truncated(to: 60))' of #\(turn.moments.lowerBound) failed: \(reason)",
      at: line?.source
    )
  }

  private func reportReinstated(_ turn: Turn<Action>) {
    let label = (turn.label ?? "#\(turn.moments.lowerBound)").truncated(to: 60)
    console.note(
      "note: '\(label)' had been left out; this time it could be done: #\(turn.moments.lowerBound)"
    )
  }

  /// Prints what the feature was caught at, each kind of misuse once.
  private func reportIssues(_ issues: [(moment: Int, issue: SessionIssue)]) {
    var places: [SessionIssue: [Int]] = [:]
    var order: [SessionIssue] = []
    for (moment, issue) in issues {
      let kind = issue.headline
      if places[kind] == nil { order.append(kind) }
      places[kind, default: []].append(moment)
    }
    for issue in order {
      let moments = places[issue] ?? []
      let shown = moments.prefix(5).map { "#\($0)" }.joined(separator: ", ")
      let rest = moments.count > 5 ? " and \(moments.count - 5) more" : ""
      console.warn(
        "\(issue.message) (\(shown)\(rest))",
        noticedAt: "\(issue.fileID):\(issue.line)",
        at: line?.source
      )
    }
  }

  /// The words of the command that a moment belongs to, as a title has them.
  func commandTitle(_ moment: Int) -> String {
    guard session.moments.indices.contains(moment) else { return "#\(moment)" }
    return session.summary(of: session.moments[moment]).shownCommand.map { "'\($0)'" } ?? "#\(moment)"
  }

  /// Does the line again with another command in the place of one.
  func amend(_ moment: Int, with step: Program<State, Action>.Step) throws {
    let title = "\(step.line.source.text.controlCharactersEscaped) instead of \(commandTitle(moment))"
    let label = label
    try tryOut(title) { session in
      try session.amend(turnOf: moment, label: label) { try performLabelled(step) }
    }
  }

  /// Plays the line again, and says whether it comes out the same.
  func verify() throws {
    guard let divergence = try session.verify() else {
      return answer(ReproducibleAnswer(moments: session.line.count - 1))
    }
    throw SessionError.diverged(divergence)
  }
}

extension SessionIssue {
  /// The issue without its explanation, which tells of one case of it and of how it comes about.
  fileprivate var headline: SessionIssue {
    let line = message.prefix { !$0.isNewline }
    return SessionIssue(
      message: line.last == ":" || line.last == "." ? String(line.dropLast()) : String(line),
      fileID: fileID,
      line: self.line
    )
  }
}

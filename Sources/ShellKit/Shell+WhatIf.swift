import Core

extension Shell {
  /// Does the line again in another way, and tells what came of it.
  ///
  /// - Parameters:
  ///   - title: What is different, for the first line of the report.
  ///   - change: Does it.
  func tryOut(_ title: String, _ change: (Session<State, Action>) throws -> WhatIf) throws {
    let outcome = try change(session)
    events?.sync(with: session)
    for failure in outcome.failures { reportFailure(of: session.turns[failure.turn], failure.error) }
    for turn in outcome.reinstated { reportReinstated(session.turns[turn]) }
    reportIssues(outcome.issues)
    guard !settings.isQuiet else { return }
    let turns = outcome.turns.count
    print(
      "\(title): #\(outcome.tip), a branch from #\(outcome.fork); \(counted(turns, "command")) done again"
        + (outcome.failures.isEmpty ? "" : ", \(outcome.failures.count) failed"),
      style: .past
    )
    printLines(difference(outcome))
    guard settings.showsDiff else { return }
    printLines(momentText.difference(session.moments[outcome.originalTip], session.moments[outcome.tip]))
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

  private func difference(_ outcome: WhatIf) -> [String] {
    let isSame = ["what followed is the same"]
    guard let difference = outcome.firstDifference else { return isSame }
    func event(_ number: Int) -> String {
      momentText.event(session.moments[number]).controlCharactersEscaped
    }
    func text(_ number: Int) -> String { "#\(number) \(event(number).truncated(to: 60))" }
    switch (difference.original, difference.repeated) {
    case (let old?, let new?) where difference.isOnlyInState:
      return ["the same happened; the state differs from \(text(new)) on, which was #\(old)"]
    case (let old?, let new?):
      let texts = ComparedTexts(event(old), event(new), width: 72)
      return [
        "first difference:", console.palette(.removed, "- #\(old) \(texts.first)"),
        console.palette(.added, "+ #\(new) \(texts.second)"),
      ]
    case (let old?, nil): return ["first difference: \(text(old)) did not happen"]
    case (nil, let new?): return ["first difference: \(text(new)) happened too"]
    case (nil, nil): return isSame
    }
  }

  /// The words of the command that a moment belongs to, as a title has them.
  func commandTitle(_ moment: Int) -> String {
    guard session.moments.indices.contains(moment) else { return "#\(moment)" }
    return momentText.command(of: session.moments[moment]).map { "'\($0)'" } ?? "#\(moment)"
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
      let count = session.line.count - 1
      return print("reproducible: \(counted(count, "moment")) came out the same")
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

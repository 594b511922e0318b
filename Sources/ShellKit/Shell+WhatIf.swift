import Core

extension Shell {
  /// Does the line again in another way, and tells what came of it.
  ///
  /// - Parameters:
  ///   - title: What is different, for the first line of the report.
  ///   - change: Does it.
  func tryOut(_ title: String, _ change: (Session<State, Action>) throws -> WhatIf) throws {
    let outcome = try change(session)
    for (moment, issue) in outcome.issues {
      console.note("at #\(moment):")
      console.report(issue: issue)
    }
    guard !settings.isQuiet else { return }
    let turns = outcome.turns.count
    print(
      "\(title): #\(outcome.tip), a branch from #\(outcome.fork); \(turns) command\(turns == 1 ? "" : "s") done again",
      style: .past
    )
    print(difference(outcome))
    guard settings.showsDiff else { return }
    printLines(momentText.difference(session.moments[outcome.originalTip], session.moments[outcome.tip]))
  }

  private func difference(_ outcome: WhatIf) -> String {
    guard let difference = outcome.firstDifference else { return "what followed is the same" }
    func text(_ number: Int) -> String {
      "#\(number) \(momentText.event(session.moments[number]).truncated(to: 60))"
    }
    switch (difference.original, difference.repeated) {
    case (let old?, let new?) where difference.isOnlyInState:
      return "the same happened; the state differs from \(text(new)) on, which was #\(old)"
    case (let old?, let new?): return "first difference: \(text(new)) instead of \(text(old))"
    case (let old?, nil): return "first difference: \(text(old)) did not happen"
    case (nil, let new?): return "first difference: \(text(new)) happened too"
    case (nil, nil): return "what followed is the same"
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
    guard let divergence = session.verify() else {
      let count = session.line.count - 1
      return print("reproducible: \(count) moment\(count == 1 ? "" : "s") came out the same")
    }
    throw SessionError.diverged(divergence)
  }
}

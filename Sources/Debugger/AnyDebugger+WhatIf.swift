import Core

extension AnyDebugger {
  /// Replays the line without a moment's command.
  ///
  /// - Throws: `SessionError`; the session then remains where it was.
  public func skip(_ moment: Int) throws -> WhatIfAnswer {
    try asCommand("skip \(moment)") {
      try tryOut("without \(commandTitle(moment))") { try $0.skip(turnOf: moment, label: label) }
    }
  }

  /// Replays the line with a command that was skipped.
  ///
  /// - Throws: Like ``skip(_:)``.
  public func unskip(_ moment: Int) throws -> WhatIfAnswer {
    try asCommand("skip --restore \(moment)") {
      try tryOut("with \(commandTitle(moment))") { try $0.unskip(turnOf: moment, label: label) }
    }
  }

  /// Replays the line with one command moved before another.
  ///
  /// - Throws: Like ``skip(_:)``.
  public func move(_ moment: Int, before other: Int) throws -> WhatIfAnswer {
    try asCommand("amend \(moment) --before \(other)") {
      try tryOut("\(commandTitle(moment)) before \(commandTitle(other))") {
        try $0.move(turnOf: moment, before: other, label: label)
      }
    }
  }

  /// Replays the line with one command replaced.
  ///
  /// - Parameters:
  ///   - moment: A moment of the command.
  ///   - name: A description of the replacement.
  ///   - perform: Performs the replacement.
  package func amend(_ moment: Int, with name: String, _ perform: () throws -> Void) throws -> WhatIfAnswer {
    let label = label
    return try tryOut("\(name) instead of \(commandTitle(moment))") {
      try $0.amend(turnOf: moment, label: label, with: perform)
    }
  }

  /// - Parameter title: The change, for the first line of the answer.
  private func tryOut(
    _ title: String,
    _ change: (AnySession) throws -> WhatIf
  ) throws -> WhatIfAnswer {
    let outcome = try change(session)
    events.sync(with: session)
    for (turn, error) in outcome.failures {
      let turn = session.turns[turn]
      let reason = callStack.command.map { Diagnostic(error, at: $0.source).message } ?? "\(error)"
      warn("'\(turn.title)' of #\(turn.moments.lowerBound) failed: \(reason)")
    }
    for turn in outcome.reinstated.map({ session.turns[$0] }) {
      let text =
        "note: '\(turn.title)' had been left out, but succeeded this time: #\(turn.moments.lowerBound)"
      notice(text, isAskedFor: true, isForErrors: true)
    }
    reportIssues(outcome.issues)
    func facts(_ number: Int?) -> MomentSummary? { number.map { session.summary(ofMoment: $0) } }
    return WhatIfAnswer(
      title: title,
      fork: outcome.fork,
      moment: outcome.tip,
      commands: outcome.turns.count,
      failed: outcome.failures.count,
      original: facts(outcome.firstDifference?.original),
      repeated: facts(outcome.firstDifference?.repeated),
      isOnlyInState: outcome.firstDifference?.isOnlyInState ?? false,
      change: StateChange(from: session.moments[outcome.originalTip], to: session.moments[outcome.tip])
    )
  }

  /// Reports the issues of the feature, each once.
  private func reportIssues(_ issues: [(moment: Int, issue: SessionIssue)]) {
    let places = Dictionary(grouping: issues) { $0.issue.headline }
    for issue in issues.map(\.issue.headline).removingDuplicates {
      let moments = (places[issue] ?? []).map(\.moment)
      let shown = moments.prefix(5).map { "#\($0)" }.joined(separator: ", ")
      let rest = moments.count > 5 ? " and \(moments.count - 5) more" : ""
      warn("\(issue.message) (\(shown)\(rest))", noticedAt: "\(issue.fileID):\(issue.line)")
    }
  }

  /// The label of a moment's command, quoted for a title. A command often delivers the actions of effects that others
  /// started, so the title names the moment of such an action.
  private func commandTitle(_ moment: Int) -> String {
    guard session.moments.indices.contains(moment) else { return "#\(moment)" }
    let moment = session.moments[session.momentOnLine(for: moment)]
    let summary = session.summary(of: moment)
    guard let command = summary.shownCommand else { return "#\(moment.number)" }
    let isOwn = summary.effect.map { session.moments[$0.moment].turn == moment.turn } ?? true
    return isOwn ? "'\(command)'" : "'\(command)', which delivered #\(moment.number)"
  }

  /// Replays the line and compares it with the history.
  ///
  /// - Throws: `SessionError.diverged` if they differ.
  public func verify() throws -> ReproducibleAnswer {
    if let divergence = try session.verify() { throw SessionError.diverged(divergence) }
    return ReproducibleAnswer(moments: session.line.count - 1)
  }
}

extension Turn<Any> {
  fileprivate var title: String { (label ?? "#\(moments.lowerBound)").elided(to: 60) }
}

extension SessionIssue {
  /// The issue without its explanation, which describes a single case of it.
  package var headline: SessionIssue {
    let line = message.prefix { !$0.isNewline }
    return SessionIssue(
      message: line.last == ":" || line.last == "." ? String(line.dropLast()) : String(line),
      fileID: fileID,
      line: self.line
    )
  }
}

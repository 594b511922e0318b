import Core

extension Shell {
  /// Tells which moment wrote a value last: the command, the action, and what it changed.
  func blame(_ path: Expression, in extent: Session<State, Action>.Extent) throws {
    let name = path.source.text
    guard let (moment, inquiry) = try lastChange(of: path, in: extent) else {
      return answer(BlameAnswer(expression: name, cause: nil))
    }
    let before = session.before(moment)
    let change = change(
      of: path,
      from: try inquiry.answer(at: before),
      before,
      to: try inquiry.answer(at: moment),
      moment
    )
    answer(BlameAnswer(expression: name, cause: (session.summary(of: moment), change)))
  }

  /// Goes to the moment that wrote a value last.
  func goToLastChange(of path: Expression, in extent: Session<State, Action>.Extent) throws {
    guard let (moment, _) = try lastChange(of: path, in: extent) else {
      throw path.source.diagnostic(
        "no moment has written `\(path.source.text)`: it is as it was at the start"
      )
    }
    try travel { try session.goto(moment: moment.number, label: label) }
  }

  private func lastChange(
    of path: Expression,
    in extent: Session<State, Action>.Extent
  ) throws -> (Moment<State, Action>, Inquiry<State, Action>)? {
    let inquiry = Inquiry<State, Action>(path, isInterrupted: isInterrupted)
    let found = try session.lastChange(
      of: { (moment) throws(CommandFailure) in try inquiry.answer(at: moment) },
      in: extent,
      isSame: { (old, before, new, after) throws(CommandFailure) in inquiry.isSame(old, before, new, after) }
    )
    // At the start alone there is nothing to compare, and so nothing was looked at.
    _ = try inquiry.answer(at: session.moment)
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.answer(at: session.moment) }
    return found.map { (session.moments[$0], inquiry) }
  }

  /// Lists the first moment, or all moments, at which an expression became true.
  func find(_ expression: Expression, every: Bool, in extent: Session<State, Action>.Extent) throws {
    let inquiry = Inquiry<State, Action>(expression, isInterrupted: isInterrupted)
    var moments: [MomentSummary] = []
    try session.forEachMoment(
      in: extent,
      whereItBegins: { (moment) throws(CommandFailure) in try inquiry.holds(at: moment) },
      { (moment) throws(CommandFailure) in
        moments.append(session.summary(of: moment))
        return every
      }
    )
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.holds(at: session.moment) }
    answer(MomentsAnswer(expression: expression.source.text, place: extent.place, moments: moments))
  }

  /// Lists the stretches of moments throughout which an expression is true.
  func listStretches(of expression: Expression, in extent: Session<State, Action>.Extent) throws {
    let inquiry = Inquiry<State, Action>(expression, isInterrupted: isInterrupted)
    var stretches: [StretchesAnswer.Stretch] = []
    try session.forEachStretch(
      in: extent,
      where: { (moment) throws(CommandFailure) in try inquiry.holds(at: moment) },
      { (first, last) throws(CommandFailure) in
        stretches.append(.init(first: session.summary(of: first), last: session.summary(of: last)))
        return true
      }
    )
    try inquiry.checkAnswered { () throws(CommandFailure) in _ = try inquiry.holds(at: session.moment) }
    answer(StretchesAnswer(expression: expression.source.text, place: extent.place, stretches: stretches))
  }

  /// How a value differs between two moments.
  func change(
    of path: Expression,
    from old: Inquiry<State, Action>.Answer,
    _ before: Moment<State, Action>,
    to new: Inquiry<State, Action>.Answer,
    _ after: Moment<State, Action>
  ) -> ValueChange {
    func text(_ answer: Inquiry<State, Action>.Answer, _ moment: Moment<State, Action>) -> String? {
      moment.withState { _ in answer.value.map { $0.formatted { String(customDumping: $0) } } }
    }
    return ValueChange(
      expression: path.source.text,
      old: text(old, before),
      new: text(new, after),
      difference: {
        guard let old = old.value?.wrapped, let new = new.value?.wrapped,
          before.hasSameSharedValues(as: after)
        else { return nil }
        return diff(old, new)
      }
    )
  }
}

extension Session.Extent {
  /// Where a question looked, for a message.
  fileprivate var place: String { self == .line ? "on this line; --all looks everywhere" : "anywhere" }
}

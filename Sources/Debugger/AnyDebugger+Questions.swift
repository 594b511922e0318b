import Core

extension AnyDebugger {
  /// The whole state.
  public var state: ValueAnswer {
    let moment = session.moment
    return ValueAnswer(
      expression: nil,
      text: String(customDumping: session.state),
      value: { moment.withState { JSON($0) } }
    )
  }

  /// The value of an expression.
  ///
  /// - Throws: A `Diagnostic` if it cannot be evaluated.
  public func value(of expression: Expression) throws(Diagnostic) -> ValueAnswer {
    let value = try expression.evaluate(in: ExpressionContext(session))
    return ValueAnswer(
      expression: expression.source.text,
      text: value.formatted { String(customDumping: $0) },
      value: { value.wrapped.map { JSON($0) } ?? .null }
    )
  }

  /// The members of the state, or of an expression's value.
  ///
  /// - Parameters:
  ///   - expression: The expression; `nil` for the whole state.
  ///   - page: The positions of the members to list.
  public func outline(
    of expression: Expression? = nil,
    page: Range<Int> = 0..<100
  ) throws(Diagnostic) -> OutlineAnswer {
    try outline(of: expression, at: session.moment, page: page)
  }

  /// The members of the state at a moment, or of an expression's value there.
  public func outline(
    of expression: Expression? = nil,
    at moment: Moment<some Any, some Any>,
    page: Range<Int> = 0..<100
  ) throws(Diagnostic) -> OutlineAnswer {
    let path = expression?.source.text ?? ""
    let moment = AnyMoment(moment)
    let result = moment.withState { state in
      Result { () throws(Diagnostic) -> ValueOutline in
        guard let expression else { return ValueOutline(of: state, at: "", page: page) }
        let value = try expression.evaluate(in: ExpressionContext(state, at: moment)).wrapped
        return ValueOutline(of: value, at: path, page: page)
      }
    }
    return OutlineAnswer(path: path, first: page.lowerBound, outline: try result.get())
  }

  /// The changes of the state from a moment to the current one, a line each.
  package func changeLines(since number: Int, _ page: Page) -> [String] {
    session.change(from: session.moments[number], to: session.moment).linesBesideCause(page)
  }

  /// Session statistics.
  public var statistics: StatisticsAnswer {
    StatisticsAnswer(
      moments: session.moments.count,
      onLine: session.line.count,
      states: session.stateLimit.map { _ in session.keptStateCount },
      commands: session.turns.count,
      branches: session.branchCount,
      marks: session.marks.count,
      moves: session.movements.count,
      effects: session.effects.count,
      rebuilds: session.rebuilds.count,
      replayed: session.rebuilds.moments,
      bytes: max(0, HeapUse.bytes - heapAtStart)
    )
  }

  /// Checks that an expression is true.
  ///
  /// - Throws: A `Diagnostic` if it is not, with the values on both sides of a comparison.
  public func expect(_ expression: Expression) throws {
    let context = ExpressionContext(session)
    if let explanation = try expression.explanationOfFailure(
      in: context,
      dump: { String(customDumping: $0) }
    ) {
      var diagnostic = explanation.diagnostic()
      diagnostic.message = "expectation failed: \(diagnostic.message)"
      diagnostic.isFailedExpectation = true
      throw diagnostic
    }
    tellExpectation(holds: true, statement: expression.source.text)
  }

  /// The effects in flight.
  ///
  /// - Parameter includesPast: Whether effects that finished or were cancelled on this line are also listed.
  /// - Complexity: O(*k* log *k*) in the number of effects in flight, at each moment of the line if the past is
  ///   included.
  public func effects(includingPast includesPast: Bool = false) -> EffectsAnswer {
    guard includesPast else { return EffectsAnswer(session.effects, now: session.now) }
    var cancelled: [CancellationSummary] = []
    var finished: [FinishedEffect] = []
    for number in session.line.prefix(session.line.currentIndex + 1) {
      let moment = session.moments[number]
      let cancelledHere = moment.cancelledEffects
      let cancelledNumbers = Set(cancelledHere.filter { !$0.isPart }.map(\.effect.id))
      cancelled += cancelledHere.map { CancellationSummary($0, at: number) }
      finished += session.effectChanges(at: moment).ended.filter { !cancelledNumbers.contains($0.id) }
        .map { FinishedEffect(moment: number, effect: $0) }
    }
    return EffectsAnswer(session.effects, cancelled: cancelled, finished: finished, now: session.now)
  }

  /// The moments that match a filter, in order.
  ///
  /// - Parameters:
  ///   - hidesActionsWithoutEffect: Whether to omit actions that changed nothing and started nothing.
  ///   - count: The maximum number of moments, counted from the last; `nil` for all.
  public func log(
    _ filter: LogFilter = LogFilter(),
    in extent: HistoryExtent = .line,
    hidesActionsWithoutEffect: Bool = false,
    last count: Int? = nil
  ) throws -> LogAnswer {
    var numbers =
      extent == .line
      ? try filter.moments(session.line, of: session, isInterrupted: isInterrupted)
      : try filter.moments(session.moments.indices, of: session, isInterrupted: isInterrupted)
    var hidden = 0
    if hidesActionsWithoutEffect {
      let shown = try numbers.filter { number in
        if isInterrupted() { throw CommandFailure("interrupted") }
        let moment = session.moments[number]
        return number == session.moment.number || !moment.isWithoutEffect(after: session.before(moment))
      }
      (hidden, numbers) = (numbers.count - shown.count, shown)
    }
    let moments = numbers.suffix(count ?? .max).map { session.summary(of: session.moments[$0]) }
    return LogAnswer(current: session.moment.number, moments: moments, hidden: hidden)
  }

  /// A moment with its changes of the state.
  public func show(_ moment: Moment<some Any, some Any>) -> MomentAnswer {
    let moment = AnyMoment(moment)
    let change = StateChange(from: session.before(moment), to: moment)
    return MomentAnswer(
      moment: session.summary(of: moment),
      started: session.effectChanges(at: moment).started,
      change: change
    )
  }

  /// The difference between the states of two moments.
  public func difference(
    from old: Moment<some Any, some Any>,
    to new: Moment<some Any, some Any>
  ) -> DifferenceAnswer {
    let change = StateChange(from: AnyMoment(old), to: AnyMoment(new))
    return DifferenceAnswer(from: old.number, to: new.number, change: change)
  }

  /// The moment that last changed a value: its command, its action and the change.
  ///
  /// - Throws: A `Diagnostic` if the expression cannot be evaluated, or has no value at any moment; a `CommandFailure`
  ///   if interrupted.
  /// - Complexity: O(*n*) in the number of moments back to the change.
  public func blame(
    _ path: Expression,
    in extent: HistoryExtent = .line
  ) throws -> BlameAnswer {
    let name = path.source.text
    if path.isConstant {
      throw path.source.diagnostic(
        "'\(name)' does not depend on the state",
        hint: "give a path in the state; 'show N' shows a moment, and 'log --action PATTERN' lists actions"
      )
    }
    guard let (moment, query) = try lastChange(of: path, in: extent) else {
      return BlameAnswer(expression: name, cause: nil)
    }
    let before = session.before(moment)
    let change = change(
      of: path,
      from: try query.answer(at: before),
      before,
      to: try query.answer(at: moment),
      moment
    )
    return BlameAnswer(expression: name, cause: (session.summary(of: moment), change))
  }

  /// Goes to the moment that last changed a value.
  public func goToLastChange(
    of path: Expression,
    in extent: HistoryExtent = .line
  ) throws {
    guard let (moment, _) = try lastChange(of: path, in: extent) else {
      throw path.source.diagnostic(
        "no moment has changed `\(path.source.text)` since the start"
      )
    }
    try goto(moment: moment.number)
  }

  private func lastChange(
    of path: Expression,
    in extent: HistoryExtent
  ) throws -> (AnyMoment, HistoryQuery)? {
    let query = HistoryQuery(path, isInterrupted: isInterrupted)
    let found = try session.lastChange(
      of: { try query.answer(at: $0) },
      in: extent,
      isSame: query.isSame
    )
    // At the start there is no earlier moment to compare with, so nothing has been evaluated yet.
    _ = try query.answer(at: session.moment)
    try query.checkAnswered { _ = try query.answer(at: session.moment) }
    return found.map { (session.moments[$0], query) }
  }

  /// The first moment, or all moments, at which an expression became true.
  ///
  /// - Throws: As ``blame(_:in:)``.
  /// - Complexity: O(*n*) in the number of moments.
  public func find(
    _ expression: Expression,
    every: Bool = false,
    in extent: HistoryExtent = .line
  ) throws -> MomentsAnswer {
    let query = HistoryQuery(expression, isInterrupted: isInterrupted)
    var moments: [MomentSummary] = []
    try session.forEachMoment(
      in: extent,
      whereItBegins: { try query.holds(at: $0) },
      { moment in
        moments.append(session.summary(of: moment))
        return every
      }
    )
    try query.checkAnswered { _ = try query.holds(at: session.moment) }
    return MomentsAnswer(expression: expression.source.text, place: extent.place, moments: moments)
  }

  /// The ranges of moments throughout which an expression is true.
  ///
  /// - Throws: As ``blame(_:in:)``.
  /// - Complexity: O(*n*) in the number of moments.
  public func stretches(
    of expression: Expression,
    in extent: HistoryExtent = .line
  ) throws -> StretchesAnswer {
    let query = HistoryQuery(expression, isInterrupted: isInterrupted)
    var stretches: [StretchesAnswer.Stretch] = []
    try session.forEachStretch(
      in: extent,
      where: { try query.holds(at: $0) },
      { first, last in
        stretches.append(.init(first: session.summary(of: first), last: session.summary(of: last)))
        return true
      }
    )
    try query.checkAnswered { _ = try query.holds(at: session.moment) }
    return StretchesAnswer(
      expression: expression.source.text,
      place: extent.place,
      stretches: stretches
    )
  }

  /// The change of a value between two moments.
  func change(
    of path: Expression,
    from old: QueryAnswer,
    _ before: AnyMoment,
    to new: QueryAnswer,
    _ after: AnyMoment
  ) -> ValueChange {
    func text(_ answer: QueryAnswer, _ moment: AnyMoment) -> String? {
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
        return diff(old, new, format: .withMoves)
      }
    )
  }
}

extension HistoryExtent {
  /// Where a query searched, for a message.
  fileprivate var place: String { self == .line ? "on this branch; --all searches everywhere" : "anywhere" }
}

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
    let value = try expression.evaluate(in: ExpressionContext(session, now: now))
    return ValueAnswer(
      expression: expression.source.text,
      text: value.formatted(),
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
    let outline = try moment.withContext { (context) throws(Diagnostic) in
      guard let expression else { return ValueOutline(of: context.root, at: "", page: page) }
      return ValueOutline(of: try expression.evaluate(in: context).wrapped, at: path, page: page)
    }
    return OutlineAnswer(path: path, first: page.lowerBound, outline: outline)
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
    let context = ExpressionContext(session, now: now)
    if var diagnostic = try expression.explanationOfFailure(in: context) {
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
    guard includesPast else { return EffectsAnswer(session.effects, now: now) }
    var cancelled: [CancellationSummary] = []
    var finished: [FinishedEffect] = []
    // An effect may respond to its cancellation later.
    var stopped: Set<EffectInFlight.ID> = []
    for number in session.line.prefix(session.line.currentIndex + 1) {
      let moment = session.moments[number]
      let cancelledHere = moment.cancelledEffects
      stopped.formUnion(cancelledHere.filter { !$0.isPart }.map(\.effect.id))
      cancelled += cancelledHere.map { CancellationSummary($0, at: number) }
      finished += session.effectChanges(at: moment).ended.filter { !stopped.contains($0.id) }
        .map { FinishedEffect(moment: number, effect: $0) }
    }
    return EffectsAnswer(session.effects, cancelled: cancelled, finished: finished, now: now)
  }

  /// The moments that match a filter, in order.
  ///
  /// - Parameters:
  ///   - hidesActionsWithoutEffect: Whether to omit actions that changed nothing and started nothing.
  ///   - count: The maximum number of moments, counted from the last; `nil` for all.
  ///   - expressions: Expressions whose values to show with the moments.
  public func log(
    _ filter: LogFilter = LogFilter(),
    in extent: HistoryExtent = .line,
    hidesActionsWithoutEffect: Bool = false,
    last count: Int? = nil,
    showing expressions: [Expression] = []
  ) throws -> LogAnswer {
    let all = extent == .line ? Array(session.line) : Array(session.moments.indices)
    var numbers = try filter.moments(all, of: session, isInterrupted: isInterrupted)
    var hidden = 0
    if hidesActionsWithoutEffect {
      let shown = try numbers.filter { number in
        try checkInterruption()
        let moment = session.moments[number]
        return number == session.moment.number || !moment.isWithoutEffect(after: session.before(moment))
      }
      hidden = numbers.count - shown.count
      numbers = shown
    }
    numbers = numbers.suffix(count ?? .max)
    let moments = numbers.map { session.summary(ofMoment: $0) }
    let isWhole = filter.selectsAll && extent == .line && expressions.isEmpty && !hidesActionsWithoutEffect
    return LogAnswer(
      current: session.moment.number,
      moments: moments,
      hidden: hidden,
      shown: try expressions.map { try sample($0, at: numbers) },
      commands: isWhole ? { [session] in session.commands(endingAt: all, last: count) } : nil
    )
  }

  /// The values of expressions along this branch, as a drawing.
  ///
  /// - Parameter isByMoment: Whether the axis is that of moments instead of virtual time.
  /// - Throws: As ``blame(_:in:at:)``.
  /// - Complexity: O(*n*) in the number of moments.
  public func plot(_ expressions: [Expression], byMoment isByMoment: Bool = false) throws -> PlotAnswer {
    let line = Array(session.line)
    return PlotAnswer(
      series: try expressions.map { try sample($0, at: line) },
      moments: line.map { (number: $0, time: session.moments[$0].now) },
      isByMoment: isByMoment
    )
  }

  private func sample(_ expression: Expression, at moments: [Int]) throws -> SampledValues {
    let query = HistoryQuery(expression, isInterrupted: isInterrupted)
    var values: [SampledValues.Value] = []
    var last: AnyMoment?
    for number in moments {
      let moment = session.moments[number]
      if let last, let value = values.last, try !query.isChanged(at: moment, after: last) {
        values.append(value)
      } else {
        values.append(SampledValues.Value(try query.answer(at: moment), at: moment))
      }
      last = moment
    }
    try query.checkAnswered(orAskAt: session.moment)
    return SampledValues(expression: expression.source.text, values: values)
  }

  /// A moment with its changes of the state.
  public func show(_ moment: Moment<some Any, some Any>) -> MomentAnswer {
    let moment = AnyMoment(moment)
    return MomentAnswer(
      moment: session.summary(of: moment, withSites: true),
      started: session.effectChanges(at: moment).started,
      change: StateChange(from: session.before(moment), to: moment)
    )
  }

  /// The difference between the states of two moments.
  public func difference(
    from old: Moment<some Any, some Any>,
    to new: Moment<some Any, some Any>
  ) -> DifferenceAnswer {
    DifferenceAnswer(
      from: old.number,
      to: new.number,
      change: StateChange(from: AnyMoment(old), to: AnyMoment(new))
    )
  }

  /// Why an expression has its value: the moment that last changed it, what led to that moment, and the parts that made the
  /// value what it is.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - moment: The moment at which to explain the value; by default the current one.
  ///   - extent: Whether to look back from that moment, or for the latest change in the whole record.
  /// - Throws: A `Diagnostic` if the expression cannot be evaluated, or has no value at any moment; a `CommandFailure`
  ///   if interrupted.
  /// - Complexity: O(*n*) in the number of moments back to the changes.
  public func blame(
    _ expression: Expression,
    in extent: HistoryExtent = .line,
    at moment: AnyMoment? = nil
  ) throws -> BlameAnswer {
    try refuseConstant(expression)
    let finder = CauseFinder(session: session, isInterrupted: isInterrupted)
    return BlameAnswer(explanation: try finder.cause(of: expression, at: moment, in: extent))
  }

  /// Why a condition is not true: what fails, and the last moment at which it held or came closest to that.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - moment: The moment; by default the current one.
  /// - Throws: As ``blame(_:in:at:)``.
  /// - Complexity: O(*n*) in the number of moments back to that moment.
  public func whyNot(_ condition: Expression, at moment: AnyMoment? = nil) throws -> WhyNotAnswer {
    try refuseConstant(condition)
    return try NearMissFinder(session: session, isInterrupted: isInterrupted)
      .answer(condition, at: moment ?? session.moment)
  }

  private func refuseConstant(_ expression: Expression) throws(Diagnostic) {
    guard expression.isConstant else { return }
    throw expression.source.diagnostic(
      "'\(expression.source.text)' does not depend on the state",
      hint: "give a path in the state; 'show N' shows a moment, and 'log --action PATTERN' lists actions"
    )
  }

  /// Goes to the moment that last changed a value.
  public func goToLastChange(
    of path: Expression,
    in extent: HistoryExtent = .line
  ) throws {
    let query = HistoryQuery(path)
    try CauseFinder(session: session, isInterrupted: isInterrupted)
      .findLastChanges(of: [query], upTo: session.moment, in: extent)
    guard let moment = query.lastChange else {
      throw path.source.diagnostic(
        "no moment has changed `\(path.source.text)` since the start"
      )
    }
    try goto(moment: moment.number)
  }

  /// The first moment, or all moments, at which an expression became true.
  ///
  /// - Throws: As ``blame(_:in:at:)``.
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
    try query.checkAnswered(orAskAt: session.moment)
    return MomentsAnswer(expression: expression.source.text, place: place(of: extent), moments: moments)
  }

  /// The ranges of moments throughout which an expression is true.
  ///
  /// - Throws: As ``blame(_:in:at:)``.
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
    try query.checkAnswered(orAskAt: session.moment)
    return StretchesAnswer(expression: expression.source.text, place: place(of: extent), stretches: stretches)
  }

  /// Where a query searched, for a message.
  private func place(of extent: HistoryExtent) -> String {
    extent == .line ? "on this branch; \(events.optionName("--all")) searches everywhere" : "anywhere"
  }
}

import Core

/// Finds why values are what they are.
struct CauseFinder {
  private let session: AnySession
  private let isInterrupted: () -> Bool

  /// The maximum number of moments that are described in the chain that led to a change. Of a longer chain, they are the
  /// first ones and the last.
  private static let longestChain = 8

  init(_ session: AnySession, _ isInterrupted: @escaping () -> Bool) {
    (self.session, self.isInterrupted) = (session, isInterrupted)
  }

  /// The last moment that changed a value, with the query that found it.
  ///
  /// - Throws: A `Diagnostic` if it cannot be evaluated, or has no value at any moment; a `CommandFailure` if interrupted.
  func lastChange(
    of expression: Expression,
    upTo moment: AnyMoment,
    in extent: HistoryExtent
  ) throws -> (moment: AnyMoment?, query: HistoryQuery) {
    let query = HistoryQuery(expression, isInterrupted: isInterrupted)
    let first = extent == .line ? moment.number : session.moments.count - 1
    let found = try query.lastChange(upTo: first, of: session, in: extent)
    // At the start there is no earlier moment to compare with, so nothing has been evaluated yet.
    _ = try query.answer(at: moment)
    try query.checkAnswered { _ = try query.answer(at: moment) }
    return (found, query)
  }

  /// Why an expression has its value at a moment, by default the current one.
  ///
  /// - Throws: As ``lastChange(of:upTo:in:)``.
  func cause(of expression: Expression, at moment: AnyMoment?, in extent: HistoryExtent) throws -> Cause {
    let (found, query) = try lastChange(of: expression, upTo: moment ?? session.moment, in: extent)
    let asked = extent == .line ? moment ?? session.moment : found ?? session.moment
    let parts = try asked.withState { state in
      Result { () throws(Diagnostic) in
        try expression.decidingParts(in: ExpressionContext(state, at: asked))
      }
    }
    .value(orIfMissing: [])
    let reasons = try parts.map { try cause(of: $0, at: asked, in: .line) }
    return try cause(
      of: query,
      at: asked,
      changedBy: found,
      because: reasons,
      before: causeBeforeMoves(found, query)
    )
  }

  /// Why a value is what it is where its element was before it moved to its place.
  ///
  /// - Parameters:
  ///   - moment: The moment that last changed the value at that place.
  ///   - query: The value at that place.
  private func causeBeforeMoves(_ moment: AnyMoment?, _ query: HistoryQuery) throws -> Cause? {
    var (moment, query) = (moment, query)
    var end: AnyMoment?
    while let found = moment, let place = try placeBefore(found, of: query) {
      let before = session.before(found)
      (moment, query) = try lastChange(of: place, upTo: before, in: .line)
      end = before
    }
    return try end.map { try cause(of: query, at: $0, changedBy: moment) }
  }

  /// - Parameters:
  ///   - query: The expression.
  ///   - moment: The moment at which its value is explained.
  ///   - found: The moment that changed it last.
  private func cause(
    of query: HistoryQuery,
    at moment: AnyMoment,
    changedBy found: AnyMoment?,
    because reasons: [Cause] = [],
    before: Cause? = nil
  ) throws -> Cause {
    let value = try query.answer(at: moment).value
    let label = moment.withState { _ in value.map { ValueOutline.label(of: $0.wrapped) } }
    var change: ValueChange?
    if let found {
      let start = session.before(found)
      let (new, old) = (try query.answer(at: found), try query.answer(at: start))
      change = ValueChange(of: query.expression, from: old, start, to: new, found)
    }
    let origins = found.map(origins) ?? []
    let isLong = origins.count > Self.longestChain
    let described = isLong ? origins.prefix(Self.longestChain - 1) + origins.suffix(1) : origins[...]
    return Cause(
      expression: query.expression.source.text,
      value: label,
      moment: found.map { session.summary(of: $0) },
      change: change,
      origins: described.map { session.summary(of: $0) },
      omitted: origins.count - described.count,
      reasons: reasons,
      beforeMove: before.map { [$0] } ?? []
    )
  }

  /// The moments that led to a moment: the one that started the effect that sent its action, and so on.
  private func origins(of moment: AnyMoment) -> [AnyMoment] {
    var origins: [AnyMoment] = []
    var moment = moment
    while case .action(_, _, .effect(let effect)) = moment.cause {
      moment = session.moments[effect.moment]
      origins.append(moment)
    }
    return origins
  }

  /// The path of a value before a moment that only moved it.
  private func placeBefore(_ moment: AnyMoment, of query: HistoryQuery) throws -> Expression? {
    let before = session.before(moment)
    let paths = moment.withState { new in
      before.withState { old in
        query.expression.pathsBeforeMove(
          from: ExpressionContext(old, at: before),
          to: ExpressionContext(new, at: moment)
        )
      }
    }
    let value = try query.answer(at: moment)
    return try paths.first { path in
      let other = HistoryQuery(path, isInterrupted: isInterrupted)
      return query.isSame(try other.answer(at: before), before, value, moment)
    }
  }
}

extension Result<[Expression], Diagnostic> {
  /// The value, or another one if a value is missing at the moment.
  fileprivate func value(orIfMissing other: [Expression]) throws -> [Expression] {
    if case .failure(let diagnostic) = self, diagnostic.concernsMissingValue { return other }
    return try get()
  }
}

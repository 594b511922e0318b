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

  /// The last moment that changed each of some values, with the query that found it.
  ///
  /// - Throws: A `Diagnostic` if one cannot be evaluated, or has no value at any moment; a `CommandFailure` if interrupted.
  func lastChanges(
    of expressions: [Expression],
    upTo moment: AnyMoment,
    in extent: HistoryExtent = .line
  ) throws -> [(moment: AnyMoment?, query: HistoryQuery)] {
    let queries = expressions.map { HistoryQuery($0, isInterrupted: isInterrupted) }
    let first = extent == .line ? moment.number : nil
    let found = try HistoryQuery.lastChanges(of: queries, upTo: first, of: session, in: extent)
    for query in queries {
      // At the start there is no earlier moment to compare with, so nothing has been evaluated yet.
      _ = try query.answer(at: moment)
      try query.checkAnswered { _ = try query.answer(at: moment) }
    }
    return zip(found, queries).map { (moment: $0, query: $1) }
  }

  /// Why an expression has its value at a moment, by default the current one.
  ///
  /// - Throws: As ``lastChanges(of:upTo:in:)``.
  func cause(of expression: Expression, at moment: AnyMoment?, in extent: HistoryExtent) throws -> Cause {
    var asked = moment ?? session.moment
    if extent == .tree {
      asked = try lastChanges(of: [expression], upTo: asked, in: extent)[0].moment ?? asked
    }
    let changes = try lastChanges(of: [expression] + parts(of: expression, at: asked), upTo: asked)
    var causes: [Cause] = []
    for (found, query) in changes.dropFirst() {
      causes.append(try cause(of: query, at: asked, changedBy: found, before: causeBeforeMoves(found, query)))
    }
    let (found, query) = changes[0]
    let before = try causeBeforeMoves(found, query)
    return try cause(of: query, at: asked, changedBy: found, because: causes, before: before)
  }

  private func parts(of expression: Expression, at moment: AnyMoment) -> [Expression] {
    moment.withState { state in
      // If there are none because it cannot be evaluated, its query tells why.
      (try? expression.decidingParts(in: ExpressionContext(state, at: moment))) ?? []
    }
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
      (moment, query) = try lastChanges(of: [place], upTo: before)[0]
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
      moment: found.map { session.summary(of: $0, withSites: true) },
      change: change,
      origins: described.map { session.summary(of: $0, withSites: true) },
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

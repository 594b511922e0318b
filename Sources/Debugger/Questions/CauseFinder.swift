import Core

/// Finds why values are what they are.
struct CauseFinder {
  let session: AnySession
  let isInterrupted: () -> Bool

  /// The maximum number of moments that are described in the chain that led to a change. Of a longer chain, they are the
  /// first ones and the last.
  private static let longestChain = 8

  /// The last moment that changed each of some values, with the query that found it.
  ///
  /// - Parameter parts: Further expressions, which count as missing where they cannot be evaluated.
  /// - Throws: A `Diagnostic` if one cannot be evaluated, or has no value at any moment; a `CommandFailure` if interrupted.
  func lastChanges(
    of expressions: [Expression],
    andParts parts: [Expression] = [],
    upTo moment: AnyMoment,
    in extent: HistoryExtent = .line
  ) throws -> [(moment: AnyMoment?, query: HistoryQuery)] {
    // A part may be evaluated only if another one allows it, as in `n != 0 && 9 / n > 2`.
    let queries =
      expressions.map { HistoryQuery($0, isInterrupted: isInterrupted) }
      + parts.map { HistoryQuery($0, isOptional: true, isInterrupted: isInterrupted) }
    let first = extent == .line ? moment.number : nil
    let found = try HistoryQuery.lastChanges(of: queries, upTo: first, of: session, in: extent)
    for query in queries {
      // At the start there is no earlier moment to compare with, so nothing has been evaluated yet.
      _ = try query.answer(at: moment)
      try query.checkAnswered(orAskAt: moment)
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
    // If there are none because it cannot be evaluated, its query tells why.
    let parts = (try? asked.withContext(expression.decidingParts(in:))) ?? []
    let changes = try lastChanges(of: [expression], andParts: parts, upTo: asked)
    let causes = try changes.dropFirst().map { try cause(of: $0.query, at: asked, changedBy: $0.moment) }
    return try cause(of: changes[0].query, at: asked, changedBy: changes[0].moment, because: causes)
  }

  /// The last change of a value of an element, even at another position, and the moment that moved it to this one.
  ///
  /// - Returns: `nil` if the value at that place did not change at another moment.
  private func change(
    ofElementAt path: Expression,
    upTo moment: AnyMoment,
    besides other: AnyMoment?
  ) throws -> (moment: AnyMoment?, query: HistoryQuery, moved: AnyMoment?)? {
    let own = moment.withState { path.followingElements(in: ExpressionContext($0, at: moment)) }
    guard let own else { return nil }
    let changes = try lastChanges(of: [own.path] + own.ids, upTo: moment)
    let (found, query) = changes[0]
    if found?.number == other?.number { return nil }
    let moved = changes.dropFirst().compactMap(\.moment).max { $0.number < $1.number }
    return (found, query, moved.flatMap { $0.number > found?.number ?? 0 ? $0 : nil })
  }

  /// - Parameters:
  ///   - query: The expression.
  ///   - moment: The moment at which its value is explained.
  ///   - known: The moment that changed it last.
  private func cause(
    of query: HistoryQuery,
    at moment: AnyMoment,
    changedBy known: AnyMoment?,
    because reasons: [Cause] = []
  ) throws -> Cause {
    // The element is followed first, and its place second.
    let (found, changed, moved) =
      try change(ofElementAt: query.expression, upTo: moment, besides: known) ?? (known, query, nil)
    let value = try query.answer(at: moment)
    let label = moment.withState { _ in value.map { ValueOutline.label(of: $0.wrapped) } }
    var change: ValueChange?
    if let found {
      let start = session.before(found)
      let new = try changed.answer(at: found)
      let old = try changed.answer(at: start)
      change = ValueChange(of: changed.expression, from: old, start, to: new, found)
    }
    let chain = found.map { session.causes(of: $0).dropFirst() }.map(Array.init) ?? []
    let isLong = chain.count > Self.longestChain
    let described = isLong ? chain.prefix(Self.longestChain - 1) + chain.suffix(1) : chain[...]
    return Cause(
      expression: query.expression.source.text,
      value: label,
      moment: found.map(summary),
      change: change,
      chain: described.map(summary),
      omitted: chain.count - described.count,
      because: reasons,
      moved: moved.map(summary)
    )
  }

  private func summary(_ moment: AnyMoment) -> MomentSummary { session.summary(of: moment, withSites: true) }
}

extension AnySession {
  /// A moment and the moments that led to it: the one that started the effect that sent its action, and so on.
  package func causes(of moment: AnyMoment) -> some Sequence<AnyMoment> {
    sequence(first: moment) { moment in
      guard case .action(_, _, .effect(let effect)) = moment.cause else { return nil }
      return self.moments[effect.moment]
    }
  }
}

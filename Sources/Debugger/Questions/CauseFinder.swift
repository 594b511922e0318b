import Core

/// Finds why values are what they are.
struct CauseFinder {
  let session: AnySession
  let isInterrupted: () -> Bool

  /// The maximum number of moments that are described in the chain that led to a change. Of a longer chain, they are the
  /// first ones and the last.
  private static let longestChain = 8

  /// A value to be explained.
  private struct Question {
    let query: HistoryQuery
    /// The same value of the same element, wherever it was; `nil` if it is not of an element.
    let followed: HistoryQuery?
    /// Which elements are at its place.
    let places: [HistoryQuery]
  }

  /// Why an expression has its value at a moment, by default the current one.
  ///
  /// - Throws: A `Diagnostic` if it cannot be evaluated, or has no value at any moment; a `CommandFailure` if interrupted.
  func cause(of expression: Expression, at moment: AnyMoment?, in extent: HistoryExtent) throws -> Cause {
    var asked = moment ?? session.moment
    if extent == .tree {
      let query = HistoryQuery(expression)
      try findLastChanges(of: [query], upTo: asked, in: extent)
      asked = query.lastChange ?? asked
    }
    // If there are none because it cannot be evaluated, its query tells why.
    let parts = (try? asked.withContext(expression.decidingParts(in:))) ?? []
    // A part may be evaluated only if another one allows it, as in `n != 0 && 9 / n > 2`.
    let questions =
      [question(expression, at: asked, isOptional: false)]
      + parts.map { question($0, at: asked, isOptional: true) }
    try findLastChanges(of: questions.flatMap { [$0.query, $0.followed].compactMap(\.self) }, upTo: asked)
    return try cause(
      questions[0],
      at: asked,
      because: questions.dropFirst().map { try cause($0, at: asked) }
    )
  }

  private func question(_ expression: Expression, at moment: AnyMoment, isOptional: Bool) -> Question {
    let own = moment.withState { expression.followingElements(in: ExpressionContext($0, at: moment)) }
    func query(_ expression: Expression) -> HistoryQuery {
      HistoryQuery(expression, isOptional: isOptional)
    }
    return Question(
      query: query(expression),
      followed: own.map { query($0.path) },
      places: own?.ids.map(query) ?? []
    )
  }

  /// The cause of a value at a moment, once the changes have been found.
  private func cause(_ question: Question, at moment: AnyMoment, because reasons: [Cause] = []) throws
    -> Cause
  {
    let query = question.query
    var changed = query
    var moved: AnyMoment?
    // The element is followed first, and its place second.
    if let followed = question.followed, followed.lastChange?.number != query.lastChange?.number {
      changed = followed
      try findLastChanges(of: question.places, after: followed.lastChange, upTo: moment)
      moved = question.places.compactMap(\.lastChange).max { $0.number < $1.number }
    }
    let found = changed.lastChange
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

  /// Finds the ``HistoryQuery/lastChange`` of the values of some queries, in one pass back through the history.
  ///
  /// - Parameters:
  ///   - queries: The queries.
  ///   - start: Where to stop; changes there or earlier are not looked for.
  ///   - last: The moment from which to search back on its line, or at which to ask again in the whole record.
  ///   - extent: Whether to follow the path to that moment, or to search the whole record.
  /// - Throws: As ``HistoryQuery/answer(at:)``, and the error of a query without a value at any moment.
  /// - Complexity: O(*n*) in the number of moments back to the earliest change.
  func findLastChanges(
    of queries: [HistoryQuery],
    after start: AnyMoment? = nil,
    upTo last: AnyMoment,
    in extent: HistoryExtent = .line
  ) throws {
    let first = extent == .line ? last.number : nil
    _ = try session.lastChange(of: { $0 }, upTo: first, in: extent) { _, before, _, moment in
      if let start, moment.number <= start.number { return false }
      // Once for all queries, because with `-i` this asks the system.
      if isInterrupted() { throw CommandFailure("interrupted") }
      for query in queries where query.lastChange == nil {
        if try query.isChanged(at: moment, after: before) { query.lastChange = moment }
      }
      return queries.contains { $0.lastChange == nil }
    }
    for query in queries {
      // At the start there is no earlier moment to compare with, so nothing has been evaluated yet.
      _ = try query.answer(at: last)
      try query.checkAnswered(orAskAt: last)
    }
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

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
      let query = HistoryQuery(expression, isInterrupted: isInterrupted)
      try HistoryQuery.findLastChanges(of: [query], upTo: asked, of: session, in: extent)
      asked = query.lastChange ?? asked
    }
    // If there are none because it cannot be evaluated, its query tells why.
    let parts = (try? asked.withContext(expression.decidingParts(in:))) ?? []
    // A part may be evaluated only if another one allows it, as in `n != 0 && 9 / n > 2`.
    let questions =
      [question(expression, at: asked, isOptional: false)]
      + parts.map { question($0, at: asked, isOptional: true) }
    try HistoryQuery.findLastChanges(
      of: questions.flatMap { [$0.query, $0.followed].compactMap(\.self) },
      upTo: asked,
      of: session
    )
    var cause = try cause(questions[0], at: asked)
    cause.because = try questions.dropFirst().map { try self.cause($0, at: asked) }
    return cause
  }

  private func question(_ expression: Expression, at moment: AnyMoment, isOptional: Bool) -> Question {
    let own = moment.withState { expression.followingElements(in: ExpressionContext($0, at: moment)) }
    func query(_ expression: Expression) -> HistoryQuery {
      HistoryQuery(expression, isOptional: isOptional, isInterrupted: isInterrupted)
    }
    return Question(
      query: query(expression),
      followed: own.map { query($0.path) },
      places: own?.ids.map(query) ?? []
    )
  }

  /// The cause of a value at a moment, once the changes have been found.
  private func cause(_ question: Question, at moment: AnyMoment) throws -> Cause {
    let query = question.query
    var changed = query
    var moved: AnyMoment?
    // The element is followed first, and its place second.
    if let followed = question.followed, followed.lastChange?.number != query.lastChange?.number {
      changed = followed
      try HistoryQuery.findLastChanges(
        of: question.places,
        after: followed.lastChange,
        upTo: moment,
        of: session
      )
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
      because: [],
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

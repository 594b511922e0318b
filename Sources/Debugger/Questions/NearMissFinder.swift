import Core

/// Finds why a condition is not true, and when it last was, or came closest to it.
struct NearMissFinder {
  let session: AnySession
  let isInterrupted: () -> Bool

  /// - Throws: A `Diagnostic` if the condition cannot be evaluated, or has no value at any moment; a `CommandFailure` if
  ///   interrupted.
  func answer(_ condition: Expression, at moment: AnyMoment) throws -> WhyNotAnswer {
    let query = HistoryQuery(condition, isInterrupted: isInterrupted)
    let parts = try condition.conditions { (condition) throws(Diagnostic) in
      MeasuredCondition(
        query: HistoryQuery(condition, isInterrupted: isInterrupted),
        operands: try condition.distanceOperands().map { HistoryQuery($0, isInterrupted: isInterrupted) }
      )
    }
    let holds = try query.holds(at: moment)
    var last: (held: AnyMoment, ended: AnyMoment)?
    var nearest: (moment: AnyMoment, distance: Distance)?
    if !holds { nearest = (moment, try parts.distance(at: moment)) }
    var now = moment
    while let known = nearest, let before = now.parent.map({ session.moments[$0] }) {
      if try parts.isChanged(at: now, after: before) {
        if try query.holds(at: before) {
          last = (before, now)
          nearest = nil
        } else {
          let distance = try parts.distance(at: before)
          if distance < known.distance { nearest = (before, distance) }
        }
      }
      now = before
    }
    try query.checkAnswered(orAskAt: moment)
    return WhyNotAnswer(
      expression: condition.source.text,
      moment: session.summary(of: moment),
      holds: holds,
      failing: holds ? [] : try parts.ways(at: moment),
      held: last.map { session.summary(of: $0.held) },
      ended: last.map { session.summary(of: $0.ended, withSites: true) },
      nearest: nearest.map { session.summary(of: $0.moment, withSites: true) },
      missing: try nearest.map { try parts.ways(at: $0.moment).first ?? [] } ?? []
    )
  }
}

/// How far a condition is from being true: the number of conditions in it that fail, then by how much.
private struct Distance: Comparable {
  var failing = 0
  var amount = 0.0

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.failing, lhs.amount) < (rhs.failing, rhs.amount) }

  static func + (lhs: Self, rhs: Self) -> Self {
    Distance(failing: lhs.failing + rhs.failing, amount: lhs.amount + rhs.amount)
  }
}

/// A condition, and what must become equal, or 0, for it to come closer to being true.
private struct MeasuredCondition {
  let query: HistoryQuery
  let operands: [HistoryQuery]

  /// By how much it fails; 0 if that is not a number.
  func amount(at moment: AnyMoment) throws -> Double {
    let numbers = try operands.compactMap {
      try $0.answer(at: moment)?.wrapped.flatMap(Double.init(measuring:))
    }
    guard numbers.count == operands.count, let first = numbers.first else { return 0 }
    return numbers.count > 1 ? abs(first - numbers[1]) : first
  }
}

// The distance of a condition from being true is measured at one moment after another.
extension ConditionTree<MeasuredCondition> {
  fileprivate func distance(at moment: AnyMoment) throws -> Distance {
    switch self {
    case .one(let condition):
      do {
        if try condition.query.holds(at: moment) { return Distance() }
        return Distance(failing: 1, amount: try condition.amount(at: moment))
      } catch is Diagnostic {
        // As in `n != 0 && 9 / n > 2`, the parts before it may be the reason not to evaluate it.
        return Distance(failing: 1)
      }
    case .all(let parts): return try parts.reduce(Distance()) { $0 + (try $1.distance(at: moment)) }
    case .any(let parts): return try parts.map { try $0.distance(at: moment) }.min() ?? Distance()
    }
  }

  /// Whether its distance may have changed.
  fileprivate func isChanged(at moment: AnyMoment, after before: AnyMoment) throws -> Bool {
    switch self {
    case .one(let condition):
      do {
        return try (condition.operands.isEmpty ? [condition.query] : condition.operands).contains {
          try $0.isChanged(at: moment, after: before)
        }
      } catch is Diagnostic { return true }
    case .all(let parts), .any(let parts):
      return try parts.contains { try $0.isChanged(at: moment, after: before) }
    }
  }

  /// The ways to make it true at a moment: all that fails, for each.
  fileprivate func ways(at moment: AnyMoment) throws -> [[WhyNotAnswer.Failing]] {
    switch self {
    case .one(let condition):
      return try distance(at: moment).failing == 0
        ? [[]] : [[failing(condition.query.expression, at: moment)]]
    case .any(let parts):
      // The nearest comes first.
      return try parts.flatMap { try $0.ways(at: moment) }.sorted { $0.count < $1.count }
    case .all(let parts):
      return try parts.reduce([[]]) { ways, part in
        let others = try part.ways(at: moment)
        // All combinations of the ways of both would soon be too many to read.
        return ways.count * others.count <= 6
          ? ways.flatMap { way in others.map { way + $0 } } : ways.map { $0 + others[0] }
      }
    }
  }

  private func failing(_ expression: Expression, at moment: AnyMoment) -> WhyNotAnswer.Failing {
    let name = expression.source.text
    do {
      let values = try moment.withContext { (context) throws(Diagnostic) in
        var parts = try expression.decidingParts(in: context)
        if parts.isEmpty { parts = try expression.distanceOperands() }
        return try parts.map { (part) throws(Diagnostic) -> WhyNotAnswer.Failing.Value in
          let value = try part.evaluate(in: context).wrapped
          return .init(expression: part.source.text, value: ValueOutline.label(of: value))
        }
      }
      return WhyNotAnswer.Failing(condition: name, values: values, reason: nil)
    } catch {
      return WhyNotAnswer.Failing(condition: name, values: [], reason: error.message)
    }
  }
}

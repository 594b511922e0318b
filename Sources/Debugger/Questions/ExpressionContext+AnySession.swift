import Core

extension ExpressionContext {
  /// The names available in queries besides the members of the state.
  package static let factNames = facts.keys.sorted()

  /// These names, and the types of their values.
  package static let facts: [String: Any.Type] = [
    "effects": [Effect].self, "issues": [String].self, "now": Duration.self,
  ]

  /// The current state of a session, with the names `effects`, `issues` and `now`. The issues are those of the last
  /// command.
  ///
  /// A member of the state with such a name takes precedence.
  ///
  /// - Parameter now: The time of a clock that plays; `nil` for the time of the current moment.
  package init(_ session: AnySession, now: Duration? = nil) {
    let moment = session.moment
    self.init(session.state, at: moment, now: now) {
      moment.turn.map { turn in
        session.turns[turn].moments.flatMap { session.moments[$0].issues.map(\.message) }
      } ?? []
    }
  }

  /// The context at a settled moment of an exploration. The issues are those of its step so far.
  package init(_ moment: SettledMoment<Any, Any>) {
    self.init(moment.state, at: moment.moment, before: moment.beforeTurn, now: moment.now) {
      moment.issues.map(\.message)
    }
  }

  /// The state of a moment, with the effects in flight at that moment, the issues reported by it, and its virtual time.
  package init(
    _ state: Any,
    at moment: AnyMoment,
    before earlier: AnyMoment? = nil,
    now: Duration? = nil,
    issues: (() -> [String])? = nil
  ) {
    self.init(state, names: Self.factNames) { Self.fact($0, at: moment, now: now, issues: issues) }
    before = { evaluate in
      let before = earlier ?? moment.beforeTurn
      before.withState { evaluate(ExpressionContext($0, at: before)) }
    }
  }

  /// The value of such a name at a moment.
  ///
  /// - Parameters:
  ///   - now: The time; `nil` for that of the moment.
  ///   - issues: The issues; `nil` for those reported by the moment.
  static func fact(
    _ name: String,
    at moment: AnyMoment,
    now: Duration? = nil,
    issues: (() -> [String])? = nil
  ) -> Any? {
    let now = now ?? moment.now
    return switch name {
    case "effects": moment.isQuiescent ? [] : moment.effects.map { Effect($0, now: now) }
    case "issues": issues?() ?? moment.issues.map(\.message)
    case "now": now
    default: nil
    }
  }
}

extension AnyMoment {
  /// What an evaluation in the context of the moment's state returns.
  package func withContext<Value>(
    _ evaluate: (ExpressionContext) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    let result = withState { state in
      Result { () throws(Diagnostic) in try evaluate(ExpressionContext(state, at: self)) }
    }
    return try result.get()
  }
}

/// The properties of an effect in flight that expressions can read.
private struct Effect: Hashable, CustomDumpStringConvertible {
  let name: String?
  /// Where in the code it was created, as `Todos.swift:70`.
  let site: String?
  /// The ids that cancel it, innermost first.
  let ids: [String]
  /// The time until it continues, if it is sleeping.
  let due: Duration?

  var customDumpDescription: String {
    let words = [name, site.map { "at \($0)" }, ids.isEmpty ? nil : "id \(ids.joined(separator: ", "))"]
    return (words.compactMap(\.self) + [due.map { "in \($0.formatted)" } ?? "waiting"]).joined(
      separator: ", "
    )
  }

  init(_ effect: EffectInFlight, now: Duration) {
    name = effect.name
    site = effect.site
    ids = effect.cancelIDs
    due = effect.deadline.map { $0 - now }
  }
}

extension Expression {
  /// The value for the state of a moment.
  package func value(at moment: AnyMoment) throws(Diagnostic) -> ExpressionValue {
    try moment.withContext { (context) throws(Diagnostic) in try evaluate(in: context) }
  }
}

import Core

extension ExpressionContext {
  /// The names available in queries besides the members of the state.
  package static let factNames = ["effects", "issues", "now"]

  /// The current state of a session, with the names `effects`, `issues` and `now`. The issues are those of the last
  /// command.
  ///
  /// A member of the state with such a name takes precedence.
  package init(_ session: AnySession) {
    self.init(session, namesFacts: true)
  }

  /// The context for one expression, which computes the additional values only if it may use them.
  package init(_ session: AnySession, for expression: Expression) {
    self.init(session, namesFacts: expression.mayNameFacts)
  }

  private init(_ session: AnySession, namesFacts: Bool) {
    guard namesFacts else {
      self.init(session.state)
      return
    }
    let moment = session.moment
    self.init(session.state, at: moment)
    variables["issues"] =
      moment.turn.map { turn in
        session.turns[turn].moments.flatMap { session.moments[$0].issues.map(\.message) }
      } ?? []
  }

  /// The context at a settled moment of an exploration. The issues are those of its step so far.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - namesFacts: Whether anything besides the state is used: ``Expression/mayNameFacts``.
  package init(_ moment: SettledMoment<Any, Any>, namesFacts: Bool) {
    self.init(moment.state, at: moment.moment, namesFacts: namesFacts)
    if namesFacts { variables["issues"] = moment.issues.map(\.message) }
  }

  /// The state of a moment, with the effects in flight at that moment, the issues reported by it, and its virtual time.
  ///
  /// - Parameters:
  ///   - state: The moment's state.
  ///   - moment: The moment.
  ///   - namesFacts: Whether anything besides the state is used.
  package init(_ state: Any, at moment: AnyMoment, namesFacts: Bool = true) {
    guard namesFacts else {
      self.init(state)
      return
    }
    self.init(
      state,
      variables: [
        "effects": moment.isQuiescent ? [] : moment.effects.map { EffectFacts($0, now: moment.now) },
        "issues": moment.issues.map(\.message),
        "now": moment.now,
      ]
    )
  }
}

extension Expression {
  /// Whether it may name something: whether the name occurs in it as a word.
  package func mayName(_ name: String) -> Bool {
    source.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains(Substring(name))
  }

  /// Whether it may use the additional names; otherwise their values need not be computed.
  package var mayNameFacts: Bool { ExpressionContext.factNames.contains(where: mayName) }
}

/// The properties of an effect in flight that expressions can read.
private struct EffectFacts: Hashable, CustomDumpStringConvertible {
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

import Core

extension ExpressionContext {
  /// What there is to ask of a moment besides the state.
  package static let factNames = ["effects", "issues", "now"]

  /// The state that a session stands at, and what else there is to ask of that moment: `effects`, `issues`, `now`. The
  /// issues are those of the last command.
  ///
  /// A member of the state with such a name comes first.
  package init<State, Action>(_ session: Session<State, Action>) {
    self.init(session, namesFacts: true)
  }

  /// The same for one expression, which may well not ask for anything but the state.
  package init<State, Action>(_ session: Session<State, Action>, for expression: Expression) {
    self.init(session, namesFacts: expression.mayNameFacts)
  }

  private init<State, Action>(_ session: Session<State, Action>, namesFacts: Bool) {
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

  /// The state of a moment, and what else there is to ask of it: the effects that were in flight then, the issues that were
  /// reported on the way to it, and its virtual time.
  ///
  /// - Parameters:
  ///   - state: The moment's state.
  ///   - moment: The moment.
  ///   - namesFacts: Whether anything but the state is asked for.
  package init<State, Action>(_ state: State, at moment: Moment<State, Action>, namesFacts: Bool = true) {
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
  /// Whether it may ask for more than the state: one that cannot need not wait for the rest to be found out.
  var mayNameFacts: Bool {
    let text = source.text
    return ExpressionContext.factNames.contains { text.contains($0) }
  }
}

/// What an expression finds in an effect in flight.
private struct EffectFacts: Hashable, CustomDumpStringConvertible {
  let name: String?
  /// Where it was asked for, as `Todos.swift:71`.
  let site: String?
  /// The ids that cancel it, innermost first.
  let ids: [String]
  /// In how much time it goes on, if it sleeps.
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

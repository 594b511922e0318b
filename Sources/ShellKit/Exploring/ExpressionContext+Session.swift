import Core

extension ExpressionContext {
  /// The state that a session stands at, and what else there is to ask of that moment: `effects`, `issues`, `now`.
  ///
  /// A member of the state with such a name comes first.
  init<State, Action>(_ session: Session<State, Action>) {
    self.init(session, variables: true)
  }

  /// The same for one expression, which may well not ask for anything but the state.
  init<State, Action>(_ session: Session<State, Action>, for expression: Expression) {
    let text = expression.source.text
    self.init(session, variables: ["effects", "issues", "now"].contains { text.contains($0) })
  }

  private init<State, Action>(_ session: Session<State, Action>, variables: Bool) {
    guard variables else {
      self.init(session.state)
      return
    }
    let moment = session.moment
    self.init(
      session.state,
      variables: [
        "effects": moment.isQuiescent ? [] : moment.effects.map { EffectFacts($0, now: moment.now) },
        "issues": moment.turn.map { turn in
          session.turns[turn].moments.flatMap { session.moments[$0].issues.map(\.message) }
        } ?? [],
        "now": moment.now,
      ]
    )
  }
}

/// What an expression finds in an effect in flight.
private struct EffectFacts: CustomDumpStringConvertible {
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

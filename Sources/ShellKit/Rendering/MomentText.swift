import Core

/// How a session's moments are put into words.
struct MomentText<State, Action> {
  typealias SomeMoment = Moment<State, Action>

  let session: Session<State, Action>
  let palette: Palette

  /// Number and virtual time: `#3 +1s`.
  func position(_ moment: SomeMoment) -> String {
    "#\(moment.number) +\(moment.now.formatted)"
  }

  /// The text before the place to type: `#3 +1s> `, and in the past `#3 of 7 +1s> `.
  var prompt: String { prompt(at: session.now) }

  /// The same with another time.
  func prompt(at time: Duration) -> String {
    let moment = session.moment
    guard isInPast, let tip = session.line.last else { return "#\(moment.number) +\(time.formatted)> " }
    return "#\(moment.number) of \(tip) +\(moment.now.formatted)> "
  }

  /// Whether there is something to go forward to.
  var isInPast: Bool { session.line.currentIndex < session.line.count - 1 }

  /// What brought the moment about: an action in Swift syntax, or the move of the clock.
  func event(_ moment: SomeMoment) -> String {
    switch moment.cause {
    case .start: "start"
    case .clock: "clock +\((moment.now - before(moment).now).formatted)"
    case .action(let action, _, _): actionText(action)
    }
  }

  /// Who sent the moment's action: whoever typed a command, or which effect. Nothing for other moments.
  func origin(_ moment: SomeMoment) -> String {
    guard case .action(_, let animation, let origin) = moment.cause else { return "" }
    var parts: [String]
    switch origin {
    case .user: parts = ["typed"]
    case .effect(let effect): parts = [effectText(effect)]
    }
    if let animation { parts.append("animation \(animation)") }
    return parts.joined(separator: ", ")
  }

  /// Who sent the moment's action, as short as can be.
  func shortOrigin(_ moment: SomeMoment) -> String {
    guard case .action(_, _, let origin) = moment.cause else { return "" }
    switch origin {
    case .user: return "typed"
    case .effect(let effect): return "effect of #\(effect.moment)"
    }
  }

  /// An effect by what is known of it: `effect of #2 at Todos.swift:71, id CancelID.todoCompletion`.
  func effectText(_ effect: EffectInFlight) -> String {
    var text = effect.name.map { "effect '\($0)' of #\(effect.moment)" } ?? "effect of #\(effect.moment)"
    if let site = effect.site { text += " at \(site)" }
    if !effect.cancelIDs.isEmpty { text += ", id \(effect.cancelIDs.joined(separator: ", "))" }
    return text.controlCharactersEscaped
  }

  /// The line that announces a moment.
  func header(_ moment: SomeMoment) -> String {
    let origin = origin(moment)
    let event = event(moment).controlCharactersEscaped
    return palette(.strong, position(moment)) + " " + event
      + (origin.isEmpty ? "" : palette(.dimmed, "  (\(origin))"))
  }

  /// The line that tells of a move through the record: where it led, and which command it took back or repeated.
  func arrival(from before: SomeMoment) -> String {
    let now = session.moment
    let arrow = now.number < before.number ? "←" : now.number > before.number ? "→" : "·"
    var text = "\(arrow) \(position(now))"
    if before.now != now.now { text += ", was +\(before.now.formatted)" }
    let passed = now.number < before.number ? before : now
    if let label = commandBetween(now, before, ending: passed) { text += "  (\(label))" }
    return palette(.past, text)
  }

  /// The command that lies between two moments, if it is exactly one.
  private func commandBetween(_ one: SomeMoment, _ other: SomeMoment, ending last: SomeMoment) -> String? {
    guard let turn = last.turn.map({ session.turns[$0] }), let label = turn.label else { return nil }
    let first = session.moments[turn.moments.lowerBound].parent
    guard first == min(one.number, other.number), turn.moments.last == last.number else { return nil }
    return label.controlCharactersEscaped.truncated(to: 60)
  }

  /// What the moment changed in the state, as lines; none for a move of the clock.
  func change(_ moment: SomeMoment) -> [String] {
    guard case .action = moment.cause else { return [] }
    return difference(before(moment), moment)
  }

  /// The difference of the states at two moments in the format of CustomDump, as lines.
  func difference(_ old: SomeMoment, _ new: SomeMoment) -> [String] {
    guard let text = diff(old, new) else { return [palette(.dimmed, "  (No state changes)")] }
    return colored(text)
  }

  private func colored(_ text: String) -> [String] {
    text.dumpLines.map { line in
      switch line.first {
      case "-": palette(.removed, line)
      case "+": palette(.added, line)
      default: palette(.dimmed, line)
      }
    }
  }

  /// The difference of two values that are part of the states at two moments, as lines.
  ///
  /// - Parameters:
  ///   - texts: The values as they are dumped, for when they cannot be compared.
  ///   - old: The value at `before`; `nil` if it was not there.
  ///   - new: The value at `after`; `nil` if it is not there.
  func difference(
    texts: [String],
    of old: Any?,
    _ before: SomeMoment,
    _ new: Any?,
    _ after: SomeMoment
  ) -> [String] {
    if let old, let new, before.hasSameSharedValues(as: after), let text = diff(old, new) {
      return colored(text)
    }
    return colored(
      zip("-+", texts).flatMap { sign, text in text.dumpLines.map { "\(sign) \($0)" } }.joined(
        separator: "\n"
      )
    )
  }

  /// The words of the command that a moment belongs to, on one line.
  func command(of moment: SomeMoment) -> String? {
    moment.turn.flatMap { session.turns[$0].label }?.controlCharactersEscaped.truncated(to: 60)
  }

  /// The moment before a moment, or itself for the start.
  func before(_ moment: SomeMoment) -> SomeMoment {
    moment.parent.map { session.moments[$0] } ?? moment
  }
}

import Core

/// What a turn did in all: the actions that it received from effects, what it changed, and what became of effects.
struct NetEffect {
  private let session: AnySession
  private let turn: Turn<Any>
  /// The moments of the turn.
  let moments: [AnyMoment]
  /// The largest number of received actions to list.
  private static let most = 8

  init(of turn: Turn<Any>, in session: AnySession) {
    self.session = session
    self.turn = turn
    moments = turn.moments.map { session.moments[$0] }
  }

  /// The label of the command on one line, or else what it did first.
  var title: String {
    turn.label?.controlCharactersEscaped ?? moments.first.map { session.summary(of: $0).event } ?? ""
  }

  /// Whether an action was reduced.
  var hasAction: Bool { moments.contains { $0.action != nil } }

  /// The moment before the turn.
  var before: AnyMoment { session.before(moments[0]) }

  private var last: AnyMoment { moments[moments.count - 1] }

  /// The changes of the state.
  var change: StateChange { session.change(from: before, to: last) }

  /// The changes of the state, each on a line; empty if there are none.
  var changes: [String] {
    guard hasAction else { return [] }
    return change.linesBesideCause(Page(diff: .net)).map { String($0.trimmingPrefix("  ")) }.filter {
      $0 != ChangeLines.none
    }
  }

  /// The actions that effects sent, each with the marks of the effects that ended with it, and the other marks.
  func received() -> (listed: [(moment: MomentSummary, marks: [String])], otherMarks: [String]) {
    var marks = EffectMarks(of: moments, from: before, to: last)
    let listed = receivedMoments.prefix(Self.most).map { moment in
      (session.summary(of: moment), marks.take(at: moment))
    }
    return (listed, marks.rest)
  }

  /// The number of received actions that are not listed.
  var unlisted: Int { max(receivedMoments.count - Self.most, 0) }

  private var receivedMoments: [AnyMoment] { moments.filter { $0.originKind == .effect } }
}

/// A command in the list of all commands.
struct LoggedCommand {
  /// Its last moment.
  let moment: MomentSummary
  /// Whether the current moment is one of its moments.
  let isCurrent: Bool
  /// What it did; `nil` for the start, and for what is no command.
  let effect: NetEffect?
}

extension TextTable {
  /// Adds a command with what it changed, and below it the actions that it received.
  ///
  /// - Parameter columns: The width of the page.
  mutating func add(_ command: LoggedCommand, columns: Int) {
    let most = max(columns / 2, 40)
    let moment = command.moment
    let style: Style? = command.isCurrent ? .strong : moment.isAhead ? .dimmed : nil
    let place = ["\(command.isCurrent ? ">" : " ") #\(moment.number)", "+\(moment.time.formatted)"]
    guard let effect = command.effect else {
      return add(place + [moment.event.elided(to: most + 20)], style: style)
    }
    let (received, marks) = effect.received()
    let facts = columns < 60 ? [] : effect.changes + marks
    add(place + [effect.title.elided(to: most), facts.joined(separator: "  ")], style: style)
    for (moment, marks) in received {
      let action = "  ↳ " + moment.event.elided(to: most - 4)
      add(["", "+\(moment.time.formatted)", action, marks.joined(separator: "  ")], style: style)
    }
    if effect.unlisted > 0 { add(["", "", "  … \(counted(effect.unlisted, "more action"))"], style: style) }
  }
}

extension AnySession {
  /// The commands that end with moments of the line; only the last ones, if there is a limit.
  func commands(endingAt numbers: [Int], last limit: Int?) -> [LoggedCommand] {
    let ends = numbers.filter { number in
      moments[number].turn.map { turns[$0].moments.last == number } ?? true
    }
    return ends.suffix(limit ?? .max).map { number in
      let turn = moments[number].turn.map { turns[$0] }
      return LoggedCommand(
        moment: summary(ofMoment: number),
        isCurrent: turn?.moments.contains(moment.number) ?? (number == moment.number),
        effect: turn.map { NetEffect(of: $0, in: self) }
      )
    }
  }
}

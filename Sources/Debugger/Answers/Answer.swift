import Core

/// The answer of a built-in command. Each kind is a type with members for programs and a text for people.
public protocol Answer {
  /// The value of the member `answer` in its JSON.
  static var kind: String { get }
  /// Whether it is printed even in quiet mode.
  var isAskedFor: Bool { get }
  /// The text form: lines without control characters other than colours.
  func lines(_ page: Page) -> [String]
}

extension JSONObject where Self: Answer {
  package static var title: String { "answer:\(kind)" }
}

extension Answer {
  public var isAskedFor: Bool { true }
}

/// The value of an expression, or the state.
public struct ValueAnswer: Answer, JSONObject {
  public static let kind = "value"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "expression", "the expression; omitted for the whole state") { $0.expression },
    JSONMember("value", "its value") { $0.value() },
  ]

  /// The expression; `nil` for the whole state.
  public let expression: String?
  /// The value as text, possibly of several lines.
  public let text: String
  /// Its value.
  package let value: () -> JSON

  public func lines(_: Page) -> [String] { text.dumpLines }
}

/// The effects in flight.
public struct EffectsAnswer: Answer, JSONObject {
  public static let kind = "effects"
  package static let members: [JSONMember<Self>] =
    JSONMember.time { $0.now } + [
      JSONMember("effects", "the effects in flight, ordered by deadline") { $0.effects },
      JSONMember(optional: "cancelled", "the effects cancelled on this branch, if requested") {
        $0.cancelled
      },
      JSONMember(optional: "finished", "the effects that finished on this branch, if requested") {
        $0.finished
      },
    ]

  /// The virtual time.
  public let now: Duration
  /// The effects in flight, ordered by deadline.
  public let effects: [EffectSummary]
  /// The effects cancelled on this branch, if they were requested.
  public let cancelled: [CancellationSummary]?
  /// The effects that finished on this branch, if they were requested.
  public let finished: [FinishedEffect]?

  package init(
    _ effects: [EffectInFlight],
    cancelled: [CancellationSummary]? = nil,
    finished: [FinishedEffect]? = nil,
    now: Duration
  ) {
    self.cancelled = cancelled
    self.finished = finished
    self.now = now
    // Effects with the same deadline continue in the order of their start; those without a deadline come last.
    let latest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    self.effects = effects.sorted { ($0.deadline ?? latest, $0.id) < ($1.deadline ?? latest, $1.id) }
      .map(EffectSummary.init)
  }

  public func lines(_ page: Page) -> [String] {
    let past = pastRows
    if effects.isEmpty, past.isEmpty { return [page.palette(.dimmed, "nothing is in flight")] }
    var table = TextTable()
    for effect in effects {
      table.add(effect.deadline.map { "in \(($0 - now).formatted)" } ?? "waiting", effect.text)
    }
    for row in past { table.add(row.end, row.text, style: .dimmed) }
    return page.lines(table)
  }

  /// The effects that are no longer in flight, in the order in which they ended.
  private var pastRows: [(end: String, text: String)] {
    let rows =
      (finished ?? []).map { ($0.moment, "finished at #\($0.moment)", $0.effect.text) }
      + (cancelled ?? []).map {
        ($0.moment, "cancelled at #\($0.moment)", "\($0.effect.text): \($0.reasonText)")
      }
    return rows.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }
}

/// An effect that finished: it was not cancelled.
public struct FinishedEffect: Equatable, JSONObject {
  package static let title = "FinishedEffect"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moment", "the moment at which it finished") { $0.moment },
    JSONMember("effect", "the effect") { $0.effect },
  ]

  /// The moment at which it finished.
  public let moment: Int
  /// The effect, as it was before.
  public let effect: EffectSummary
}

/// The moment that last changed a value.
public struct BlameAnswer: Answer, JSONObject {
  public static let kind = "blame"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "the expression") { $0.expression },
    JSONMember(optional: "by", "the moment; omitted if the value has not changed since the start") {
      $0.cause?.moment
    },
    JSONMember(optional: "change", "the change of the value") { $0.cause?.change },
  ]

  /// The expression.
  public let expression: String
  /// The moment and the change; `nil` if the value has not changed since the start.
  public let cause: (moment: MomentSummary, change: ValueChange)?

  public func lines(_ page: Page) -> [String] {
    guard let (moment, change) = cause else {
      return [
        page.palette(.dimmed, "`\(expression)` has not changed since the start".controlCharactersEscaped)
      ]
    }
    return [moment.header(page.palette)] + (moment.shownCommand.map { ["> \($0)"] } ?? [])
      + change.lines(page)
  }
}

/// Moments at which an expression became true.
public struct MomentsAnswer: Answer, JSONObject {
  public static let kind = "moments"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "the expression") { $0.expression },
    JSONMember("moments", "the moments at which it became true") { $0.moments },
  ]

  /// The expression.
  public let expression: String
  /// Where the search looked, for the text form.
  public let place: String
  /// The moments at which it became true.
  public let moments: [MomentSummary]

  public func lines(_ page: Page) -> [String] {
    if moments.isEmpty { return [page.neverTrue(expression, place)] }
    var table = TextTable()
    for moment in moments {
      table.add(
        "#\(moment.number)",
        "+\(moment.time.formatted)",
        moment.event.truncated(to: 76),
        moment.shownCommand ?? ""
      )
    }
    return page.lines(table)
  }
}

/// The ranges of moments throughout which an expression is true.
public struct StretchesAnswer: Answer, JSONObject {
  public static let kind = "stretches"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "the expression") { $0.expression },
    JSONMember("stretches", "the ranges of moments in which it is true") { $0.stretches },
  ]

  /// A range of moments throughout which the expression is true.
  public struct Stretch: JSONObject {
    package static let title = "Stretch"
    package static let members: [JSONMember<Self>] = [
      JSONMember("first", "the first moment") { $0.first }, JSONMember("last", "the last moment") { $0.last },
    ]
    /// The first moment.
    public let first: MomentSummary
    /// The last moment.
    public let last: MomentSummary
  }

  /// The expression.
  public let expression: String
  /// Where the search looked, for the text form.
  public let place: String
  /// The ranges of moments in which it is true.
  public let stretches: [Stretch]

  public func lines(_ page: Page) -> [String] {
    if stretches.isEmpty { return [page.neverTrue(expression, place)] }
    var table = TextTable()
    for stretch in stretches {
      let (first, last) = (stretch.first, stretch.last)
      table.add(
        first.number == last.number ? "#\(first.number)" : "#\(first.number) – #\(last.number)",
        first.time == last.time
          ? "+\(first.time.formatted)" : "+\(first.time.formatted) – +\(last.time.formatted)",
        first.event.truncated(to: 60),
        first.shownCommand ?? ""
      )
    }
    return page.lines(table)
  }
}

extension Page {
  fileprivate func neverTrue(_ expression: String, _ place: String) -> String {
    palette(.dimmed, "`\(expression)` is never true \(place)".controlCharactersEscaped)
  }
}

/// Moments of the line or of the tree.
public struct LogAnswer: Answer, JSONObject {
  public static let kind = "log"
  package static let members: [JSONMember<Self>] = [
    JSONMember("current", "the current moment") { $0.current },
    JSONMember("moments", "the moments") { $0.moments },
    JSONMember("hidden", "the number of hidden moments without effect") { $0.hidden },
  ]

  /// The current moment.
  public let current: Int
  /// The moments, in order.
  public let moments: [MomentSummary]
  /// The number of hidden moments without effect.
  public let hidden: Int

  public func lines(_ page: Page) -> [String] {
    // Narrow pages omit the origin to leave more room for the action.
    let isNarrow = page.columns.map { $0 < 60 } ?? false
    var table = TextTable()
    for moment in moments {
      let cells = [
        "\(moment.isCurrent ? ">" : " ") #\(moment.number)", "+\(moment.time.formatted)",
        moment.event.truncated(to: 76),
        moment.shownCause,
        moment.cancelled.isEmpty ? "" : "cancels \(counted(moment.cancelled.count, "effect"))",
      ]
      table.add(
        cells.dropLast(isNarrow ? 2 : 0),
        style: moment.isCurrent ? .strong : moment.isAhead ? .dimmed : nil
      )
    }
    var lines = page.lines(table)
    if moments.isEmpty { lines.append(page.palette(.dimmed, "no matching moments")) }
    if hidden > 0 {
      lines.append(page.palette(.dimmed, "\(counted(hidden, "moment")) without effect hidden"))
    }
    return lines
  }
}

/// A moment with its change of the state.
public struct MomentAnswer: Answer, JSONObject {
  public static let kind = "moment"
  package static let members =
    MomentSummary.members.map { $0.of { (answer: Self) in answer.moment } } + [
      JSONMember(optional: "started", "the effects that it started and that are in flight after it") {
        $0.started.isEmpty ? nil : $0.started
      },
      JSONMember("patch", "the changes of the state") { $0.change.patch() },
    ]

  /// The moment.
  public let moment: MomentSummary
  /// The effects that it started and that are in flight after it.
  public let started: [EffectSummary]
  /// The change of the state.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] {
    var lines = [moment.header(page.palette)]
    if case .action = moment.cause { lines += change.lines(page) }
    lines += moment.cancelled.map { page.dimmed("cancels \($0.effect.text): \($0.reasonText)") }
    return lines
      + started.map { effect in
        let due = effect.deadline.map { ", due in \(($0 - moment.time).formatted)" } ?? ""
        return page.dimmed("starts \(effect.text)\(due)")
      }
  }
}

/// The difference between the states of two moments.
public struct DifferenceAnswer: Answer, JSONObject {
  public static let kind = "difference"
  package static let members: [JSONMember<Self>] = [
    JSONMember("from", "the first moment") { $0.from }, JSONMember("to", "the second moment") { $0.to },
    JSONMember("patch", "the changes from the first state to the second") { $0.change.patch() },
  ]

  /// The first moment.
  public let from: Int
  /// The second moment.
  public let to: Int
  /// The change from the first state to the second.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] { change.lines(page) }
}

/// The result of replaying a line with a change.
public struct WhatIfAnswer: Answer, JSONObject {
  public static let kind = "whatIf"
  package static let members: [JSONMember<Self>] = [
    JSONMember("title", "the change") { $0.title },
    JSONMember("fork", "the moment at which the new branch begins") { $0.fork },
    JSONMember("moment", "the last moment of the branch") { $0.tip },
    JSONMember("commands", "the number of replayed commands") { $0.commands },
    JSONMember("failed", "the number of replayed commands that failed") { $0.failed },
    JSONMember(optional: "original", "the first moment of the old line that differs") { $0.original?.number },
    JSONMember(optional: "repeated", "the moment of the new branch that replaces it") { $0.repeated?.number },
    JSONMember("isOnlyInState", "whether only the state differs there") { $0.isOnlyInState },
    JSONMember("patch", "the changes between the states at the ends of both branches") { $0.change.patch() },
  ]

  /// The change.
  public let title: String
  /// The moment at which the new branch begins.
  public let fork: Int
  /// The last moment of the branch.
  public let tip: Int
  /// The number of replayed commands.
  public let commands: Int
  /// The number of replayed commands that failed.
  public let failed: Int
  /// The first moment of the old line that differs.
  public let original: MomentSummary?
  /// The moment of the new branch that replaces it.
  public let repeated: MomentSummary?
  /// Whether only the state differs there.
  public let isOnlyInState: Bool
  /// The change between the states at the ends of both branches.
  public let change: StateChange
  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] {
    let failures = failed == 0 ? "" : ", \(failed) failed"
    let place = tip == fork ? "now at #\(fork)" : "#\(tip), a branch from #\(fork)"
    let headline = "\(title): \(place); \(counted(commands, "command")) replayed\(failures)"
    return [page.palette(.past, headline.controlCharactersEscaped)] + firstDifference(page)
      + (page.showsDiff ? change.lines(page) : [])
  }

  private func firstDifference(_ page: Page) -> [String] {
    func text(_ moment: MomentSummary) -> String { "#\(moment.number) \(moment.event.truncated(to: 60))" }
    switch (original, repeated) {
    case (let old?, let new?) where isOnlyInState:
      return [
        "the replayed events are the same; the state differs from \(text(new)), formerly #\(old.number)"
      ]
    case (let old?, let new?):
      let texts = ComparedTexts(old.event, new.event, width: 72)
      return [
        "first difference:", page.palette(.removed, "- #\(old.number) \(texts.first)"),
        page.palette(.added, "+ #\(new.number) \(texts.second)"),
      ]
    case (let old?, nil): return ["first difference: \(text(old)) did not happen"]
    case (nil, let new?): return ["first difference: \(text(new)) is new"]
    case (nil, nil): return commands == 0 ? [] : ["no differences in what was replayed"]
    }
  }
}

/// A line that was verified to be reproducible.
public struct ReproducibleAnswer: Answer, JSONObject {
  public static let kind = "reproducible"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moments", "the number of moments that were reproduced") { $0.moments }
  ]

  /// The number of moments that were reproduced.
  public let moments: Int

  public func lines(_: Page) -> [String] {
    ["reproducible: \(counted(moments, "moment")) replayed identically"]
  }
}

/// Moments at which effects sent actions that have not been asserted.
public struct ReceivedAnswer: Answer, JSONObject {
  public static let kind = "received"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moments", "the moments not asserted yet") { $0.moments }
  ]

  /// The moments, in order.
  public let moments: [MomentSummary]

  public func lines(_ page: Page) -> [String] {
    moments.isEmpty
      ? [page.palette(.dimmed, "no unasserted actions")]
      : moments.map { $0.header(page.palette) }
  }
}

/// Whether exhaustive mode is on.
public struct ExhaustiveAnswer: Answer, JSONObject {
  public static let kind = "exhaustive"
  package static let members: [JSONMember<Self>] = [
    JSONMember("isOn", "whether exhaustive mode is on") { $0.isOn }
  ]

  /// Whether exhaustive mode is on.
  public let isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  public func lines(_: Page) -> [String] { ["exhaustive is \(isOn ? "on" : "off")"] }
}

/// The error of a command that was expected to fail.
public struct FailureAnswer: Answer, JSONObject {
  public static let kind = "failure"
  package static let members: [JSONMember<Self>] = [
    JSONMember("message", "the error message") { $0.message }
  ]

  /// The error message.
  public let message: String

  package init(message: String) {
    self.message = message
  }

  public func lines(_: Page) -> [String] { message.dumpLines }
}

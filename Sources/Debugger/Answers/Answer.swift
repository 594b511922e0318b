import Core

/// What a built-in command answers: one type for each kind of answer, with its members for programs and its text for
/// people.
public protocol Answer {
  /// The member `answer` of its JSON.
  static var kind: String { get }
  /// Whether people are told even where only what was asked for is to be printed.
  var isAskedFor: Bool { get }
  /// What people read: lines without control characters other than colours.
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
    JSONMember(optional: "expression", "what was asked for; left out for the whole state") { $0.expression },
    JSONMember("value", "its value") { $0.value() },
  ]

  /// What was asked for; left out for the whole state.
  public let expression: String?
  /// The value as text, which may have several lines.
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
      JSONMember("effects", "the effects in flight, the next to continue first") { $0.effects },
      JSONMember(optional: "cancelled", "those that were cancelled on this line, if asked for") {
        $0.cancelled
      },
    ]

  /// The virtual time.
  public let now: Duration
  /// The effects in flight, the next to continue first.
  public let effects: [EffectSummary]
  /// The effects that were cancelled on this line, if they were asked for.
  public let cancelled: [CancellationSummary]?

  package init(_ effects: [EffectInFlight], cancelled: [CancellationSummary]? = nil, now: Duration) {
    self.cancelled = cancelled
    self.now = now
    // Those that continue at the same time do so in the order of their start; those without a time come last.
    let latest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    self.effects = effects.sorted { ($0.deadline ?? latest, $0.id) < ($1.deadline ?? latest, $1.id) }
      .map(EffectSummary.init)
  }

  public func lines(_ page: Page) -> [String] {
    let cancelled = cancelled ?? []
    if effects.isEmpty, cancelled.isEmpty { return [page.palette(.dimmed, "nothing is in flight")] }
    var table = TextTable()
    for effect in effects {
      table.add(effect.deadline.map { "in \(($0 - now).formatted)" } ?? "waiting", effect.text)
    }
    for cancellation in cancelled {
      table.add(
        "at #\(cancellation.moment)",
        "\(cancellation.effect.text): \(cancellation.reasonText)",
        style: .dimmed
      )
    }
    return page.lines(table)
  }
}

/// The moment that wrote a value last.
public struct BlameAnswer: Answer, JSONObject {
  public static let kind = "blame"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was asked for") { $0.expression },
    JSONMember(optional: "by", "the moment; left out if the value is as it was at the start") {
      $0.cause?.moment
    },
    JSONMember(optional: "change", "what it changed") { $0.cause?.change },
  ]

  /// What was asked for.
  public let expression: String
  /// The moment; left out if the value is as it was at the start.
  public let cause: (moment: MomentSummary, change: ValueChange)?

  public func lines(_ page: Page) -> [String] {
    guard let (moment, change) = cause else {
      return [page.palette(.dimmed, "`\(expression)` is as it was at the start".controlCharactersEscaped)]
    }
    return [moment.header(page.palette)] + (moment.shownCommand.map { ["> \($0)"] } ?? [])
      + change.lines(page)
  }
}

/// Moments at which an expression became true.
public struct MomentsAnswer: Answer, JSONObject {
  public static let kind = "moments"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was looked for") { $0.expression },
    JSONMember("moments", "where it became true") { $0.moments },
  ]

  /// What was asked for.
  public let expression: String
  /// Where was looked, for text.
  public let place: String
  /// Where it became true.
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

/// The stretches of moments throughout which an expression is true.
public struct StretchesAnswer: Answer, JSONObject {
  public static let kind = "stretches"
  package static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was looked for") { $0.expression },
    JSONMember("stretches", "from where to where it is true") { $0.stretches },
  ]

  /// A stretch of moments throughout which the expression is true.
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

  /// What was asked for.
  public let expression: String
  /// Where was looked, for text.
  public let place: String
  /// From where to where it is true.
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
    JSONMember("hidden", "how many without effect were left out") { $0.hidden },
  ]

  /// The current moment.
  public let current: Int
  /// The moments, in order.
  public let moments: [MomentSummary]
  /// How many without effect were left out.
  public let hidden: Int

  public func lines(_ page: Page) -> [String] {
    // Where there is no room for what sent it, the action is cut less.
    let isNarrow = page.columns.map { $0 < 60 } ?? false
    var table = TextTable()
    for moment in moments {
      let cells = [
        "\(moment.isCurrent ? ">" : " ") #\(moment.number)", "+\(moment.time.formatted)",
        moment.event.truncated(to: 76),
        moment.isFirstOfCommand ? (moment.shownCommand ?? "").truncated(to: 40) : moment.shortOrigin,
        moment.cancelled.isEmpty ? "" : "cancels \(counted(moment.cancelled.count, "effect"))",
      ]
      table.add(
        cells.dropLast(isNarrow ? 2 : 0),
        style: moment.isCurrent ? .strong : moment.isAhead ? .dimmed : nil
      )
    }
    var lines = page.lines(table)
    if moments.isEmpty { lines.append(page.palette(.dimmed, "no moment is like that")) }
    if hidden > 0 { lines.append(page.palette(.dimmed, "\(hidden) without effect left out")) }
    return lines
  }
}

/// A moment and what it changed.
public struct MomentAnswer: Answer, JSONObject {
  public static let kind = "moment"
  package static let members =
    MomentSummary.members.map { $0.of { (answer: Self) in answer.moment } } + [
      JSONMember("patch", "how it changed the state") { $0.change.patch() }
    ]

  /// The moment.
  public let moment: MomentSummary
  /// How it changed the state.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] {
    var lines = [moment.header(page.palette)]
    if case .action = moment.cause { lines += change.lines(page) }
    return lines + moment.cancelled.map { page.dimmed("\($0.effect.text): \($0.reasonText)") }
  }
}

/// How the states of two moments differ.
public struct DifferenceAnswer: Answer, JSONObject {
  public static let kind = "difference"
  package static let members: [JSONMember<Self>] = [
    JSONMember("from", "the first moment") { $0.from }, JSONMember("to", "the second moment") { $0.to },
    JSONMember("patch", "how the second state differs") { $0.change.patch() },
  ]

  /// The first moment.
  public let from: Int
  /// The second moment.
  public let to: Int
  /// How the second state differs.
  public let change: StateChange

  public func lines(_ page: Page) -> [String] { change.lines(page) }
}

/// What came of a line that was done again in another way.
public struct WhatIfAnswer: Answer, JSONObject {
  public static let kind = "whatIf"
  package static let members: [JSONMember<Self>] = [
    JSONMember("title", "what is different") { $0.title },
    JSONMember("fork", "where the new branch begins") { $0.fork },
    JSONMember("moment", "its last moment") { $0.tip },
    JSONMember("commands", "how many were done again") { $0.commands },
    JSONMember("failed", "how many of them failed") { $0.failed },
    JSONMember(optional: "original", "the first moment that has another one now") { $0.original?.number },
    JSONMember(optional: "repeated", "the moment that differs from it") { $0.repeated?.number },
    JSONMember("isOnlyInState", "whether only the state differs there") { $0.isOnlyInState },
    JSONMember("patch", "how the states at the ends of both branches differ") { $0.change.patch() },
  ]

  /// What is different.
  public let title: String
  /// Where the new branch begins.
  public let fork: Int
  /// Its last moment.
  public let tip: Int
  /// How many were done again.
  public let commands: Int
  /// How many of them failed.
  public let failed: Int
  /// Where the branches first differ.
  public let original: MomentSummary?
  /// The moment that differs from it.
  public let repeated: MomentSummary?
  /// Whether only the state differs there.
  public let isOnlyInState: Bool
  /// How the ends of both branches differ.
  public let change: StateChange
  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] {
    let failures = failed == 0 ? "" : ", \(failed) failed"
    let headline =
      "\(title): #\(tip), a branch from #\(fork); \(counted(commands, "command")) done again\(failures)"
    return [page.palette(.past, headline.controlCharactersEscaped)] + firstDifference(page)
      + (page.showsDiff ? change.lines(page) : [])
  }

  private func firstDifference(_ page: Page) -> [String] {
    func text(_ moment: MomentSummary) -> String { "#\(moment.number) \(moment.event.truncated(to: 60))" }
    switch (original, repeated) {
    case (let old?, let new?) where isOnlyInState:
      return ["the same happened; the state differs from \(text(new)) on, which was #\(old.number)"]
    case (let old?, let new?):
      let texts = ComparedTexts(old.event, new.event, width: 72)
      return [
        "first difference:", page.palette(.removed, "- #\(old.number) \(texts.first)"),
        page.palette(.added, "+ #\(new.number) \(texts.second)"),
      ]
    case (let old?, nil): return ["first difference: \(text(old)) did not happen"]
    case (nil, let new?): return ["first difference: \(text(new)) happened too"]
    case (nil, nil): return ["what followed is the same"]
    }
  }
}

/// A line that came out the same when it was played again.
public struct ReproducibleAnswer: Answer, JSONObject {
  public static let kind = "reproducible"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moments", "how many came out the same") { $0.moments }
  ]

  /// How many moments came out the same.
  public let moments: Int

  public func lines(_: Page) -> [String] {
    ["reproducible: \(counted(moments, "moment")) came out the same"]
  }
}

/// Moments at which effects sent actions that no command has asserted.
public struct ReceivedAnswer: Answer, JSONObject {
  public static let kind = "received"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moments", "what is not asserted yet") { $0.moments }
  ]

  /// The moments, in order.
  public let moments: [MomentSummary]

  public func lines(_ page: Page) -> [String] {
    moments.isEmpty
      ? [page.palette(.dimmed, "nothing was received that is not asserted")]
      : moments.map { $0.header(page.palette) }
  }
}

/// Whether everything must be asserted.
public struct ExhaustiveAnswer: Answer, JSONObject {
  public static let kind = "exhaustive"
  package static let members: [JSONMember<Self>] = [
    JSONMember("isOn", "whether everything must be asserted") { $0.isOn }
  ]

  /// Whether everything must be asserted.
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
    JSONMember("message", "why the command failed") { $0.message }
  ]

  /// Why the command failed.
  public let message: String

  package init(message: String) {
    self.message = message
  }

  public func lines(_: Page) -> [String] { message.dumpLines }
}

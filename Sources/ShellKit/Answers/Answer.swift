import Core

/// What a built-in command answers: one type for each kind of answer, with its members for programs and its text for
/// people.
protocol Answer: JSONObject {
  /// The member `answer` of its JSON.
  static var kind: String { get }
  /// Whether people are told even where only what was asked for is to be printed.
  var isAskedFor: Bool { get }
  func lines(_ page: Page) -> [String]
}

extension Answer {
  static var title: String { "answer:\(kind)" }
  var isAskedFor: Bool { true }
}

/// The value of an expression, or the state.
struct ValueAnswer: Answer {
  static let kind = "value"
  static let members: [JSONMember<Self>] = [
    JSONMember(optional: "expression", "what was asked for; left out for the whole state") { $0.expression },
    JSONMember("value", "its value") { $0.value() },
  ]

  let expression: String?
  let text: String
  let value: () -> JSON

  func lines(_: Page) -> [String] { text.dumpLines }
}

/// The effects in flight.
struct EffectsAnswer: Answer {
  static let kind = "effects"
  static let members: [JSONMember<Self>] =
    JSONMember.time { $0.now } + [
      JSONMember("effects", "the effects in flight, the next to continue first") { $0.effects }
    ]

  let now: Duration
  let effects: [EffectSummary]

  init(_ effects: [EffectInFlight], now: Duration) {
    self.now = now
    // Those that continue at the same time do so in the order of their start; those without a time come last.
    let latest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    self.effects = effects.sorted { ($0.deadline ?? latest, $0.id) < ($1.deadline ?? latest, $1.id) }
      .map(EffectSummary.init)
  }

  func lines(_ page: Page) -> [String] {
    if effects.isEmpty { return [page.palette(.dimmed, "nothing is in flight")] }
    var table = TextTable()
    for effect in effects {
      table.add(effect.deadline.map { "in \(($0 - now).formatted)" } ?? "waiting", effect.text)
    }
    return page.lines(table)
  }
}

/// The moment that wrote a value last.
struct BlameAnswer: Answer {
  static let kind = "blame"
  static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was asked for") { $0.expression },
    JSONMember(optional: "by", "the moment; left out if the value is as it was at the start") {
      $0.cause?.moment
    },
    JSONMember(optional: "change", "what it changed") { $0.cause?.change },
  ]

  let expression: String
  let cause: (moment: MomentSummary, change: ValueChange)?

  func lines(_ page: Page) -> [String] {
    guard let (moment, change) = cause else {
      return [page.palette(.dimmed, "`\(expression)` is as it was at the start".controlCharactersEscaped)]
    }
    return [moment.header(page.palette)] + (moment.shownCommand.map { ["> \($0)"] } ?? [])
      + change.lines(page)
  }
}

/// Moments at which an expression became true.
struct MomentsAnswer: Answer {
  static let kind = "moments"
  static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was looked for") { $0.expression },
    JSONMember("moments", "where it became true") { $0.moments },
  ]

  let expression: String
  /// Where was looked, for text.
  let place: String
  let moments: [MomentSummary]

  func lines(_ page: Page) -> [String] {
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
struct StretchesAnswer: Answer {
  static let kind = "stretches"
  static let members: [JSONMember<Self>] = [
    JSONMember("expression", "what was looked for") { $0.expression },
    JSONMember("stretches", "from where to where it is true") { $0.stretches },
  ]

  struct Stretch: JSONObject {
    static let title = "Stretch"
    static let members: [JSONMember<Self>] = [
      JSONMember("first", "the first moment") { $0.first }, JSONMember("last", "the last moment") { $0.last },
    ]
    let first: MomentSummary
    let last: MomentSummary
  }

  let expression: String
  let place: String
  let stretches: [Stretch]

  func lines(_ page: Page) -> [String] {
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
struct LogAnswer: Answer {
  static let kind = "log"
  static let members: [JSONMember<Self>] = [
    JSONMember("current", "the current moment") { $0.current },
    JSONMember("moments", "the moments") { $0.moments },
    JSONMember("hidden", "how many without effect were left out") { $0.hidden },
  ]

  let current: Int
  let moments: [MomentSummary]
  let hidden: Int

  func lines(_ page: Page) -> [String] {
    // Where there is no room for what sent it, the action is cut less.
    let isNarrow = page.columns.map { $0 < 60 } ?? false
    var table = TextTable()
    for moment in moments {
      let cells = [
        "\(moment.isCurrent ? ">" : " ") #\(moment.number)", "+\(moment.time.formatted)",
        moment.event.truncated(to: 76),
        moment.isFirstOfCommand ? (moment.shownCommand ?? "").truncated(to: 40) : moment.shortOrigin,
      ]
      table.add(
        cells.dropLast(isNarrow ? 1 : 0),
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
struct MomentAnswer: Answer {
  static let kind = "moment"
  static let members =
    MomentSummary.members.map { $0.of { (answer: Self) in answer.moment } } + [
      JSONMember("patch", "how it changed the state") { $0.change.patch() }
    ]

  let moment: MomentSummary
  let change: StateChange

  func lines(_ page: Page) -> [String] {
    guard case .action = moment.cause else { return [moment.header(page.palette)] }
    return [moment.header(page.palette)] + change.lines(page)
  }
}

/// How the states of two moments differ.
struct DifferenceAnswer: Answer {
  static let kind = "difference"
  static let members: [JSONMember<Self>] = [
    JSONMember("from", "the first moment") { $0.from }, JSONMember("to", "the second moment") { $0.to },
    JSONMember("patch", "how the second state differs") { $0.change.patch() },
  ]

  let from: Int
  let to: Int
  let change: StateChange

  func lines(_ page: Page) -> [String] { change.lines(page) }
}

/// What came of a line that was done again in another way.
struct WhatIfAnswer: Answer {
  static let kind = "whatIf"
  static let members: [JSONMember<Self>] = [
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

  let title: String
  let fork: Int
  let tip: Int
  let commands: Int
  let failed: Int
  /// Where the branches first differ.
  let original: MomentSummary?
  let repeated: MomentSummary?
  let isOnlyInState: Bool
  let change: StateChange
  var isAskedFor: Bool { false }

  func lines(_ page: Page) -> [String] {
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
struct ReproducibleAnswer: Answer {
  static let kind = "reproducible"
  static let members: [JSONMember<Self>] = [
    JSONMember("moments", "how many came out the same") { $0.moments }
  ]

  let moments: Int

  func lines(_: Page) -> [String] { ["reproducible: \(counted(moments, "moment")) came out the same"] }
}

/// Moments at which effects sent actions that no command has asserted.
struct ReceivedAnswer: Answer {
  static let kind = "received"
  static let members: [JSONMember<Self>] = [JSONMember("moments", "what is not asserted yet") { $0.moments }]

  let moments: [MomentSummary]

  func lines(_ page: Page) -> [String] {
    moments.isEmpty
      ? [page.palette(.dimmed, "nothing was received that is not asserted")]
      : moments.map { $0.header(page.palette) }
  }
}

/// Whether everything must be asserted.
struct ExhaustiveAnswer: Answer {
  static let kind = "exhaustive"
  static let members: [JSONMember<Self>] = [
    JSONMember("isOn", "whether everything must be asserted") { $0.isOn }
  ]

  let isOn: Bool

  func lines(_: Page) -> [String] { ["exhaustive is \(isOn ? "on" : "off")"] }
}

/// The error of a command that was expected to fail.
struct FailureAnswer: Answer {
  static let kind = "failure"
  static let members: [JSONMember<Self>] = [JSONMember("message", "why the command failed") { $0.message }]

  let message: String

  func lines(_: Page) -> [String] { message.dumpLines }
}

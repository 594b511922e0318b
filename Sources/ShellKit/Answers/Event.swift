import Core

/// Something that happened while commands ran: what people read as text, and programs as JSON.
protocol Event: JSONObject {
  /// The member `event` of its JSON.
  static var name: String { get }
  /// What happened, for `help json`.
  static var summary: String { get }
  /// Whether it is told even where only what was asked for is to be printed.
  var isAskedFor: Bool { get }
  /// What people read: lines that are free of control characters but for colours.
  func lines(_ page: Page) -> [String]
}

extension Event {
  static var title: String { name }
  var isAskedFor: Bool { false }

  /// The event as it is written.
  var line: JSON {
    guard case .object(let members) = json else { return json }
    return .object([("event", .string(Self.name))] + members)
  }
}

/// A script or another session begins.
struct Began: Event {
  static let name = "began"
  static let summary = "a script or another session begins"
  static let members: [JSONMember<Self>] =
    [
      JSONMember("version", "the version of this format") { _ in EventFormat.version },
      JSONMember("program", "the program's name") { $0.program },
      JSONMember("script", "the script's name") { $0.script },
      JSONMember("seed", "decides the random numbers") { JSON.number("\($0.origin.seed)") },
      JSONMember("epoch", "the date at the start") { $0.origin.epoch.epochText },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time } + [JSONMember("state", "the state") { $0.state() }]

  let program: String
  let script: String
  let origin: SessionOrigin
  let moment: Int
  let time: Duration
  let state: () -> JSON

  func lines(_: Page) -> [String] { [] }
}

/// A command is about to run.
struct CommandBegan: Event {
  static let name = "command"
  static let summary = "a command is about to run"
  static let members = SourcePlace.members.map { $0.of { (event: Self) in event.place } }
  let place: SourcePlace

  func lines(_: Page) -> [String] { [] }
}

/// A moment was recorded.
struct MomentRecorded: Event {
  static let name = "moment"
  static let summary = "an action was reduced, or the clock moved"
  static let members =
    MomentSummary.members.map { $0.of { (event: Self) in event.moment } } + [
      JSONMember("patch", "how the state changed since the event before with a patch") { $0.change.patch() }
    ]

  let moment: MomentSummary
  let change: StateChange
  /// Whether people are told of it, too: of what a what-if did again they see only what came of it.
  let isShown: Bool

  func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    var lines = [moment.header(page.palette)]
    if page.showsDiff, case .action = moment.cause { lines += change.lines(page) }
    return lines
  }
}

/// Another moment is the current one.
struct Travelled: Event {
  static let name = "travelled"
  static let summary = "another moment is the current one; a what-if first travels to where its branch begins"
  static let members: [JSONMember<Self>] =
    [
      JSONMember("from", "the moment that was left") { $0.from.number },
      JSONMember("moment", "the current moment") { $0.to.number },
    ]
    + JSONMember.time { $0.to.time } + [JSONMember("patch", "how the state differs") { $0.change.patch() }]

  let from: MomentSummary
  let to: MomentSummary
  /// The command that the move took back or repeated, if it was exactly one.
  let command: String?
  let change: StateChange
  /// Whether people are told of it, too: not of what only brings a program's state up to date.
  let isShown: Bool

  func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    let arrow = to.number < from.number ? "←" : to.number > from.number ? "→" : "·"
    var text = "\(arrow) \(to.position)"
    if from.time != to.time { text += ", was +\(from.time.formatted)" }
    if let command { text += "  (\(command.controlCharactersEscaped.truncated(to: 60)))" }
    return [page.palette(.past, text)] + (page.showsDiff ? change.lines(page) : [])
  }
}

/// Alerts or dialogs are shown that were not shown before.
struct Presented: Event {
  static let name = "presented"
  static let summary = "alerts or dialogs are shown that were not shown before"
  static let members: [JSONMember<Self>] = [
    JSONMember("moment", "the moment at which they are shown") { $0.moment },
    JSONMember("prompts", "the alerts and dialogs") { $0.prompts },
  ]

  let moment: Int
  let prompts: [PromptBox]

  func lines(_ page: Page) -> [String] { prompts.flatMap { $0.lines(palette: page.palette) } }
}

/// The value of a watched expression changed.
struct WatchChanged: Event {
  static let name = "watched"
  static let summary = "a watched value changed"
  static let members =
    [JSONMember<Self>("watch", "the number of the watch") { $0.watch }]
    + ValueChange.members.map { $0.of { (event: Self) in event.change } }

  let watch: Int
  let change: ValueChange
  var isAskedFor: Bool { true }

  func lines(_ page: Page) -> [String] { change.lines(page).map { page.palette(.note, $0) } }
}

/// A command came to a breakpoint.
struct Stopped: Event {
  static let name = "stopped"
  static let summary = "a breakpoint was reached"
  static let members: [JSONMember<Self>] = [
    JSONMember("reason", "breakpoint") { _ in "breakpoint" },
    JSONMember("moment", "where it was reached") { $0.moment },
    JSONMember("breakpoint", "its number") { $0.breakpoint },
    JSONMember("condition", "what was typed") { $0.condition },
    JSONMember("isThere", "whether the command ended there") { $0.isThere },
  ]

  let moment: Int
  let breakpoint: Int
  let condition: String
  let isThere: Bool
  var isAskedFor: Bool { true }

  func lines(_ page: Page) -> [String] {
    let text =
      isThere
      ? "stopped at #\(moment) by break \(breakpoint): \(condition)"
      : "break \(breakpoint) reached at #\(moment): \(condition)"
    return [page.palette(.note, text.controlCharactersEscaped)]
  }
}

/// A built-in command answers.
struct Answered: Event {
  static let name = "answer"
  static let summary = "a command answers; the member 'answer' says with what, and decides the others"
  /// Besides these it has the members of its answer.
  static let members: [JSONMember<Self>] = [
    JSONMember("answer", "the kind of the answer") { type(of: $0.answer).kind }
  ]

  let answer: any Answer
  var isAskedFor: Bool { answer.isAskedFor }

  var json: JSON {
    guard case .object(let members) = answer.json else { return answer.json }
    return .object([("answer", .string(type(of: answer).kind))] + members)
  }

  func lines(_ page: Page) -> [String] { answer.lines(page) }
}

/// A line that one of the feature's own commands printed.
struct Printed: Event {
  static let name = "output"
  static let summary = "a line that a command of the feature printed"
  static let members: [JSONMember<Self>] = [JSONMember("text", "the line") { $0.text }]

  let text: String
  let style: Style?
  var isAskedFor: Bool { true }

  func lines(_ page: Page) -> [String] {
    let text = text.controlCharactersEscaped
    return [style.map { page.palette($0, text) } ?? text]
  }
}

/// Something that a person would want to know, and no program needs to.
struct Noticed: Event {
  static let name = "notice"
  static let summary = "a remark on what a command did"
  static let members: [JSONMember<Self>] = [JSONMember("text", "the remark") { $0.text }]

  let text: String
  var style = Style.dimmed
  /// Whether it is told even where only what was asked for is to be printed.
  var isAskedFor = false

  func lines(_ page: Page) -> [String] { [page.palette(style, text.controlCharactersEscaped)] }
}

/// Something was asserted.
struct Asserted: Event {
  static let name = "expectation"
  static let summary = "something was asserted"
  static let members: [JSONMember<Self>] =
    [JSONMember("holds", "whether it is so") { $0.holds }] + SourcePlace.optionalMembers { $0.place }

  let holds: Bool
  let place: SourcePlace?

  func lines(_: Page) -> [String] { [] }
}

/// A script has ended.
struct Ended: Event {
  static let name = "ended"
  static let summary = "a script has ended"
  static let members: [JSONMember<Self>] =
    [
      JSONMember("script", "the script's name") { $0.result.name },
      JSONMember("status", "its exit code") { Int($0.result.status) },
      JSONMember("commands", "how many ran") { $0.result.tally.commands },
      JSONMember("expectations", "how many were checked") { $0.result.tally.expectations },
      JSONMember("failures", "how much went wrong") { $0.result.tally.failures },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time }

  let result: ScriptResult
  let moment: Int
  let time: Duration

  func lines(_: Page) -> [String] { [] }
}

/// All scripts have ended.
struct Summarized: Event {
  static let name = "summary"
  static let summary = "the last line"
  static let members: [JSONMember<Self>] = [
    JSONMember("scripts", "how many there were") { $0.scripts },
    JSONMember("ok", "how many passed") { $0.passed },
    JSONMember("failed", "how many did not") { $0.scripts - $0.passed },
    JSONMember("status", "the exit code") { Int($0.status) },
  ]

  let scripts: Int
  let passed: Int
  let status: Int32

  func lines(_: Page) -> [String] { [] }
}

/// A command, or a part of one, with its place in a script.
struct SourcePlace {
  let location: SourceLocation
  let text: String

  init(_ source: SourceText) {
    location = source.location
    text = source.text
  }

  static let members: [JSONMember<Self>] = [
    JSONMember("file", "the script's name") { $0.location.file },
    JSONMember("line", "its line, from 1") { $0.location.line },
    JSONMember("column", "its column, from 1") { $0.location.column },
    JSONMember("text", "the command") { $0.text },
  ]

  /// The same members of what may have a place.
  static func optionalMembers<Owner>(
    _ place: @escaping @Sendable (Owner) -> SourcePlace?
  ) -> [JSONMember<Owner>] {
    [
      JSONMember(optional: "file", "the script's name") { place($0)?.location.file },
      JSONMember(optional: "line", "its line, from 1") { place($0)?.location.line },
      JSONMember(optional: "column", "its column, from 1") { place($0)?.location.column },
      JSONMember(optional: "text", "the command") { place($0)?.text },
    ]
  }
}

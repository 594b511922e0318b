import Core

/// Something that happened while commands ran: what people read as text, and programs as JSON.
public protocol Event {
  /// The member `event` of its JSON.
  static var name: String { get }
  /// What happened, for `help json`.
  static var summary: String { get }
  /// Whether it is told even where only what was asked for is to be printed.
  var isAskedFor: Bool { get }
  /// Whether people read it on standard error.
  var isForErrors: Bool { get }
  /// What people read: lines that are free of control characters but for colours.
  func lines(_ page: Page) -> [String]
}

extension JSONObject where Self: Event {
  package static var title: String { name }
}

extension Event {
  public var isAskedFor: Bool { false }
  public var isForErrors: Bool { false }

  /// The event as `--format json` writes it: an object on one line.
  public var jsonText: String { line.text }

  package var line: JSON { object(of: self, kind: ("event", Self.name)) }
}

/// A script or another session begins.
public struct Began: Event, JSONObject {
  public static let name = "began"
  public static let summary = "a script or another session begins"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("version", "the version of this format") { _ in EventFormat.version },
      JSONMember("program", "the program's name") { $0.program },
      JSONMember("script", "the script's name") { $0.script },
      JSONMember("seed", "decides the random numbers") { JSON.number("\($0.seed)") },
      JSONMember("epoch", "the date at the start") { $0.epoch },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time } + [JSONMember("state", "the state") { $0.state() }]

  /// The program's name.
  public let program: String
  /// The script's name.
  public let script: String
  /// Decides the random numbers.
  public let seed: UInt64
  /// The date at the start.
  public let epoch: String
  /// The current moment.
  public let moment: Int
  /// The virtual time.
  public let time: Duration
  /// The state.
  package let state: () -> JSON

  public func lines(_: Page) -> [String] { [] }
}

/// A command is about to run.
public struct CommandBegan: Event, JSONObject {
  public static let name = "command"
  public static let summary = "a command is about to run"
  package static let members = SourcePlace.members.map { $0.of { (event: Self) in event.place } }
  /// The command.
  public let place: SourcePlace

  package init(place: SourcePlace) {
    self.place = place
  }

  public func lines(_: Page) -> [String] { [] }
}

/// A moment was recorded.
public struct MomentRecorded: Event, JSONObject {
  public static let name = "moment"
  public static let summary = "an action was reduced, or the clock moved"
  package static let members =
    MomentSummary.members.map { $0.of { (event: Self) in event.moment } } + [
      JSONMember("patch", "how the state changed since the event before with a patch") { $0.change.patch() }
    ]

  /// The moment.
  public let moment: MomentSummary
  /// How the state changed since the event before with a patch.
  public let change: StateChange
  /// Whether people are told of it, too: of what a what-if did again they see only what came of it.
  public let isShown: Bool

  public func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    var lines = [moment.header(page.palette)]
    if page.showsDiff, case .action = moment.cause { lines += change.lines(page) }
    return lines
  }
}

/// Another moment is the current one.
public struct Travelled: Event, JSONObject {
  public static let name = "travelled"
  public static let summary =
    "another moment is the current one; a what-if first travels to where its branch begins"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("from", "the moment that was left") { $0.from.number },
      JSONMember("moment", "the current moment") { $0.to.number },
    ]
    + JSONMember.time { $0.to.time } + [JSONMember("patch", "how the state differs") { $0.change.patch() }]

  /// The moment that was left.
  public let from: MomentSummary
  /// The current moment.
  public let to: MomentSummary
  /// The command that the move took back or repeated, if it was exactly one.
  public let command: String?
  /// How the state changed since the event before with a patch.
  public let change: StateChange
  /// Whether people are told of it, too: not of what only brings a program's state up to date.
  public let isShown: Bool

  public func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    let arrow = to.number < from.number ? "←" : to.number > from.number ? "→" : "·"
    var text = "\(arrow) \(to.position)"
    if from.time != to.time { text += ", was +\(from.time.formatted)" }
    if let command { text += "  (\(command.controlCharactersEscaped.truncated(to: 60)))" }
    return [page.palette(.past, text)] + (page.showsDiff ? change.lines(page) : [])
  }
}

/// Alerts or dialogs are shown that were not shown before.
public struct Presented: Event, JSONObject {
  public static let name = "presented"
  public static let summary = "alerts or dialogs are shown that were not shown before"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moment", "the moment at which they are shown") { $0.moment },
    JSONMember("prompts", "the alerts and dialogs") { $0.prompts },
  ]

  /// The moment at which they are shown.
  public let moment: Int
  /// The alerts and dialogs.
  public let prompts: [PromptBox]

  public func lines(_ page: Page) -> [String] { prompts.flatMap { $0.lines(palette: page.palette) } }
}

/// The value of a watched expression changed.
public struct WatchChanged: Event, JSONObject {
  public static let name = "watched"
  public static let summary = "a watched value changed"
  package static let members =
    [JSONMember<Self>("watch", "the number of the watch") { $0.watch }]
    + ValueChange.members.map { $0.of { (event: Self) in event.change } }

  /// The number of the watch.
  public let watch: Int
  /// How the value changed.
  public let change: ValueChange
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] { change.lines(page).map { page.palette(.note, $0) } }
}

/// A command came to a breakpoint.
public struct Stopped: Event, JSONObject {
  public static let name = "stopped"
  public static let summary = "a breakpoint was reached"
  package static let members: [JSONMember<Self>] = [
    JSONMember("reason", "breakpoint") { _ in "breakpoint" },
    JSONMember("moment", "where it was reached") { $0.moment },
    JSONMember("breakpoint", "its number") { $0.breakpoint },
    JSONMember("condition", "what was typed") { $0.condition },
    JSONMember("isThere", "whether the command ended there") { $0.isThere },
  ]

  /// Where it was reached.
  public let moment: Int
  /// The breakpoint's number.
  public let breakpoint: Int
  /// What was typed.
  public let condition: String
  /// Whether the command ended there.
  public let isThere: Bool
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    let text =
      isThere
      ? "stopped at #\(moment) by break \(breakpoint): \(condition)"
      : "break \(breakpoint) reached at #\(moment): \(condition)"
    return [page.palette(.note, text.controlCharactersEscaped)]
  }
}

/// A built-in command answers.
public struct Answered: Event, JSONObject {
  public static let name = "answer"
  public static let summary = "a command answers; the member 'answer' says with what, and decides the others"
  /// Besides these it has the members of its answer.
  package static let members: [JSONMember<Self>] = [
    JSONMember("answer", "the kind of the answer") { type(of: $0.answer).kind }
  ]

  /// What it answers.
  public let answer: any Answer
  public var isAskedFor: Bool { answer.isAskedFor }

  package var json: JSON {
    object(of: answer, kind: ("answer", type(of: answer).kind))
  }

  public func lines(_ page: Page) -> [String] { answer.lines(page) }
}

/// A line that one of the feature's own commands printed.
public struct Printed: Event, JSONObject {
  public static let name = "output"
  public static let summary = "a line that a command of the feature printed"
  package static let members: [JSONMember<Self>] = [JSONMember("text", "the line") { $0.text }]

  /// The line.
  public let text: String
  /// How it looks where there is colour.
  public let style: Style?

  package init(text: String, style: Style?) {
    self.text = text
    self.style = style
  }
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    let text = text.controlCharactersEscaped
    return [style.map { page.palette($0, text) } ?? text]
  }
}

/// Something that a person would want to know, and no program needs to.
public struct Noticed: Event, JSONObject {
  public static let name = "notice"
  public static let summary = "a remark on what a command did"
  package static let members: [JSONMember<Self>] = [JSONMember("text", "the remark") { $0.text }]

  /// The remark.
  public let text: String
  /// How it looks where there is colour.
  public var style = Style.dimmed
  /// Whether it is told even where only what was asked for is to be printed.
  public var isAskedFor = false
  /// Whether people read it on standard error.
  public var isForErrors = false

  package init(
    text: String,
    style: Style = Style.dimmed,
    isAskedFor: Bool = false,
    isForErrors: Bool = false
  ) {
    self.text = text
    self.style = style
    self.isAskedFor = isAskedFor
    self.isForErrors = isForErrors
  }

  public func lines(_ page: Page) -> [String] {
    let text = text.controlCharactersEscaped
    return [isForErrors ? text : page.palette(style, text)]
  }
}

/// Something was asserted.
public struct Asserted: Event, JSONObject {
  public static let name = "expectation"
  public static let summary = "something was asserted"
  package static let members: [JSONMember<Self>] =
    [JSONMember("holds", "whether it is so") { $0.holds }]
    + SourcePlace.members.map { $0.of(optional: { (event: Self) in event.place }) }

  /// Whether it is so.
  public let holds: Bool
  /// The command that asserted it, if one did.
  public let place: SourcePlace?
  /// What was asserted, for people; `nil` where the command shows that itself.
  public var statement: String?
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    guard page.confirmsExpectations, holds, let statement else { return [] }
    return [page.palette(.dimmed, "ok: \(statement)".controlCharactersEscaped)]
  }
}

/// A script has ended.
public struct Ended: Event, JSONObject {
  public static let name = "ended"
  public static let summary = "a script has ended"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("script", "the script's name") { $0.script },
      JSONMember("status", "its exit code") { Int($0.status) },
      JSONMember("commands", "how many ran") { $0.commands },
      JSONMember("expectations", "how many were checked") { $0.expectations },
      JSONMember("failures", "how much went wrong") { $0.failures },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time }

  /// The script's name.
  public let script: String
  /// The exit code.
  public let status: Int32
  /// How many ran.
  public let commands: Int
  /// How many were checked.
  public let expectations: Int
  /// How much went wrong.
  public let failures: Int
  /// The current moment.
  public let moment: Int
  /// The virtual time at its end.
  public let time: Duration

  package init(
    script: String,
    status: Int32,
    commands: Int,
    expectations: Int,
    failures: Int,
    moment: Int,
    time: Duration
  ) {
    self.script = script
    self.status = status
    self.commands = commands
    self.expectations = expectations
    self.failures = failures
    self.moment = moment
    self.time = time
  }

  public func lines(_: Page) -> [String] { [] }
}

/// All scripts have ended.
public struct Summarized: Event, JSONObject {
  public static let name = "summary"
  public static let summary = "the last line"
  package static let members: [JSONMember<Self>] = [
    JSONMember("scripts", "how many there were") { $0.scripts },
    JSONMember("ok", "how many passed") { $0.passed },
    JSONMember("failed", "how many did not") { $0.scripts - $0.passed },
    JSONMember("status", "the exit code") { Int($0.status) },
  ]

  /// How many there were.
  public let scripts: Int
  /// How many passed.
  public let passed: Int
  /// The exit code.
  public let status: Int32

  package init(scripts: Int, passed: Int, status: Int32) {
    self.scripts = scripts
    self.passed = passed
    self.status = status
  }

  public func lines(_: Page) -> [String] { [] }
}

/// A command, or a part of one, with its place in a script: most commands run without anything asking for it.
public final class SourcePlace {
  private let source: SourceText

  package init(_ source: SourceText) {
    self.source = source
  }

  /// Where it stands.
  public private(set) lazy var location = source.location
  /// The line.
  public var text: String { source.text }

  package static let members: [JSONMember<SourcePlace>] = [
    JSONMember("file", "the script's name") { $0.location.file },
    JSONMember("line", "its line, from 1") { $0.location.line },
    JSONMember("column", "its column, from 1") { $0.location.column },
    JSONMember("text", "the command") { $0.text },
  ]
}

/// The members of what describes itself in JSON, as all events and answers do, behind one that says what it is.
private func object(of value: Any, kind: (name: String, value: String)) -> JSON {
  guard let json = (value as? any JSONObject)?.json, case .object(let members) = json else {
    return .object([(kind.name, .string(kind.value))])
  }
  return .object([(kind.name, .string(kind.value))] + members)
}

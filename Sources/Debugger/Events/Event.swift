import Core

/// Something that happened while commands ran: what people read as text, and programs as JSON.
package protocol Event: JSONObject {
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

extension Event {
  package static var title: String { name }
  package var isAskedFor: Bool { false }
  package var isForErrors: Bool { false }

  /// The event as it is written.
  package var line: JSON {
    guard case .object(let members) = json else { return json }
    return .object([("event", .string(Self.name))] + members)
  }
}

/// A script or another session begins.
package struct Began: Event {
  package static let name = "began"
  package static let summary = "a script or another session begins"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("version", "the version of this format") { _ in EventFormat.version },
      JSONMember("program", "the program's name") { $0.program },
      JSONMember("script", "the script's name") { $0.script },
      JSONMember("seed", "decides the random numbers") { JSON.number("\($0.seed)") },
      JSONMember("epoch", "the date at the start") { $0.epoch },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time } + [JSONMember("state", "the state") { $0.state() }]

  package let program: String
  package let script: String
  package let seed: UInt64
  package let epoch: String
  package let moment: Int
  package let time: Duration
  package let state: () -> JSON

  package func lines(_: Page) -> [String] { [] }
}

/// A command is about to run.
package struct CommandBegan: Event {
  package static let name = "command"
  package static let summary = "a command is about to run"
  package static let members = SourcePlace.members.map { $0.of { (event: Self) in event.place } }
  package let place: SourcePlace

  package init(place: SourcePlace) {
    self.place = place
  }

  package func lines(_: Page) -> [String] { [] }
}

/// A moment was recorded.
package struct MomentRecorded: Event {
  package static let name = "moment"
  package static let summary = "an action was reduced, or the clock moved"
  package static let members =
    MomentSummary.members.map { $0.of { (event: Self) in event.moment } } + [
      JSONMember("patch", "how the state changed since the event before with a patch") { $0.change.patch() }
    ]

  package let moment: MomentSummary
  package let change: StateChange
  /// Whether people are told of it, too: of what a what-if did again they see only what came of it.
  package let isShown: Bool

  package func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    var lines = [moment.header(page.palette)]
    if page.showsDiff, case .action = moment.cause { lines += change.lines(page) }
    return lines
  }
}

/// Another moment is the current one.
package struct Travelled: Event {
  package static let name = "travelled"
  package static let summary =
    "another moment is the current one; a what-if first travels to where its branch begins"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("from", "the moment that was left") { $0.from.number },
      JSONMember("moment", "the current moment") { $0.to.number },
    ]
    + JSONMember.time { $0.to.time } + [JSONMember("patch", "how the state differs") { $0.change.patch() }]

  package let from: MomentSummary
  package let to: MomentSummary
  /// The command that the move took back or repeated, if it was exactly one.
  package let command: String?
  package let change: StateChange
  /// Whether people are told of it, too: not of what only brings a program's state up to date.
  package let isShown: Bool

  package func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    let arrow = to.number < from.number ? "←" : to.number > from.number ? "→" : "·"
    var text = "\(arrow) \(to.position)"
    if from.time != to.time { text += ", was +\(from.time.formatted)" }
    if let command { text += "  (\(command.controlCharactersEscaped.truncated(to: 60)))" }
    return [page.palette(.past, text)] + (page.showsDiff ? change.lines(page) : [])
  }
}

/// Alerts or dialogs are shown that were not shown before.
package struct Presented: Event {
  package static let name = "presented"
  package static let summary = "alerts or dialogs are shown that were not shown before"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moment", "the moment at which they are shown") { $0.moment },
    JSONMember("prompts", "the alerts and dialogs") { $0.prompts },
  ]

  package let moment: Int
  package let prompts: [PromptBox]

  package func lines(_ page: Page) -> [String] { prompts.flatMap { $0.lines(palette: page.palette) } }
}

/// The value of a watched expression changed.
package struct WatchChanged: Event {
  package static let name = "watched"
  package static let summary = "a watched value changed"
  package static let members =
    [JSONMember<Self>("watch", "the number of the watch") { $0.watch }]
    + ValueChange.members.map { $0.of { (event: Self) in event.change } }

  package let watch: Int
  package let change: ValueChange
  package var isAskedFor: Bool { true }

  package func lines(_ page: Page) -> [String] { change.lines(page).map { page.palette(.note, $0) } }
}

/// A command came to a breakpoint.
package struct Stopped: Event {
  package static let name = "stopped"
  package static let summary = "a breakpoint was reached"
  package static let members: [JSONMember<Self>] = [
    JSONMember("reason", "breakpoint") { _ in "breakpoint" },
    JSONMember("moment", "where it was reached") { $0.moment },
    JSONMember("breakpoint", "its number") { $0.breakpoint },
    JSONMember("condition", "what was typed") { $0.condition },
    JSONMember("isThere", "whether the command ended there") { $0.isThere },
  ]

  package let moment: Int
  package let breakpoint: Int
  package let condition: String
  package let isThere: Bool
  package var isAskedFor: Bool { true }

  package func lines(_ page: Page) -> [String] {
    let text =
      isThere
      ? "stopped at #\(moment) by break \(breakpoint): \(condition)"
      : "break \(breakpoint) reached at #\(moment): \(condition)"
    return [page.palette(.note, text.controlCharactersEscaped)]
  }
}

/// A built-in command answers.
package struct Answered: Event {
  package static let name = "answer"
  package static let summary = "a command answers; the member 'answer' says with what, and decides the others"
  /// Besides these it has the members of its answer.
  package static let members: [JSONMember<Self>] = [
    JSONMember("answer", "the kind of the answer") { type(of: $0.answer).kind }
  ]

  package let answer: any Answer
  package var isAskedFor: Bool { answer.isAskedFor }

  package var json: JSON {
    guard case .object(let members) = answer.json else { return answer.json }
    return .object([("answer", .string(type(of: answer).kind))] + members)
  }

  package func lines(_ page: Page) -> [String] { answer.lines(page) }
}

/// A line that one of the feature's own commands printed.
package struct Printed: Event {
  package static let name = "output"
  package static let summary = "a line that a command of the feature printed"
  package static let members: [JSONMember<Self>] = [JSONMember("text", "the line") { $0.text }]

  package let text: String
  package let style: Style?

  package init(text: String, style: Style?) {
    self.text = text
    self.style = style
  }
  package var isAskedFor: Bool { true }

  package func lines(_ page: Page) -> [String] {
    let text = text.controlCharactersEscaped
    return [style.map { page.palette($0, text) } ?? text]
  }
}

/// Something that a person would want to know, and no program needs to.
package struct Noticed: Event {
  package static let name = "notice"
  package static let summary = "a remark on what a command did"
  package static let members: [JSONMember<Self>] = [JSONMember("text", "the remark") { $0.text }]

  package let text: String
  package var style = Style.dimmed
  /// Whether it is told even where only what was asked for is to be printed.
  package var isAskedFor = false
  /// Whether people read it on standard error.
  package var isForErrors = false

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

  package func lines(_ page: Page) -> [String] {
    let text = text.controlCharactersEscaped
    return [isForErrors ? text : page.palette(style, text)]
  }
}

/// Something was asserted.
package struct Asserted: Event {
  package static let name = "expectation"
  package static let summary = "something was asserted"
  package static let members: [JSONMember<Self>] =
    [JSONMember("holds", "whether it is so") { $0.holds }]
    + SourcePlace.members.map { $0.of(optional: { (event: Self) in event.place }) }

  package let holds: Bool
  package let place: SourcePlace?
  package var isAskedFor: Bool { true }

  package func lines(_: Page) -> [String] { [] }
}

/// A script has ended.
package struct Ended: Event {
  package static let name = "ended"
  package static let summary = "a script has ended"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("script", "the script's name") { $0.script },
      JSONMember("status", "its exit code") { Int($0.status) },
      JSONMember("commands", "how many ran") { $0.commands },
      JSONMember("expectations", "how many were checked") { $0.expectations },
      JSONMember("failures", "how much went wrong") { $0.failures },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time }

  package let script: String
  package let status: Int32
  package let commands: Int
  package let expectations: Int
  package let failures: Int
  package let moment: Int
  package let time: Duration

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

  package func lines(_: Page) -> [String] { [] }
}

/// All scripts have ended.
package struct Summarized: Event {
  package static let name = "summary"
  package static let summary = "the last line"
  package static let members: [JSONMember<Self>] = [
    JSONMember("scripts", "how many there were") { $0.scripts },
    JSONMember("ok", "how many passed") { $0.passed },
    JSONMember("failed", "how many did not") { $0.scripts - $0.passed },
    JSONMember("status", "the exit code") { Int($0.status) },
  ]

  package let scripts: Int
  package let passed: Int
  package let status: Int32

  package init(scripts: Int, passed: Int, status: Int32) {
    self.scripts = scripts
    self.passed = passed
    self.status = status
  }

  package func lines(_: Page) -> [String] { [] }
}

/// A command, or a part of one, with its place in a script: most commands run without anything asking for it.
package final class SourcePlace {
  private let source: SourceText

  package init(_ source: SourceText) {
    self.source = source
  }

  package private(set) lazy var location = source.location
  package var text: String { source.text }

  package static let members: [JSONMember<SourcePlace>] = [
    JSONMember("file", "the script's name") { $0.location.file },
    JSONMember("line", "its line, from 1") { $0.location.line },
    JSONMember("column", "its column, from 1") { $0.location.column },
    JSONMember("text", "the command") { $0.text },
  ]
}

import Core

/// Something that happened while commands ran, with a text form for people and a JSON form for programs.
public protocol Event {
  /// The value of the member `event` in its JSON.
  static var name: String { get }
  /// A short description, for `help json`.
  static var summary: String { get }
  /// Whether it is printed even in quiet mode.
  var isAskedFor: Bool { get }
  /// Whether its text is printed to standard error.
  var isForErrors: Bool { get }
  /// The text form: lines without control characters other than colours.
  func lines(_ page: Page) -> [String]
}

extension JSONObject where Self: Event {
  package static var title: String { name }
}

extension Event {
  public var isAskedFor: Bool { false }
  public var isForErrors: Bool { false }
  /// Nothing: most events are for programs.
  public func lines(_: Page) -> [String] { [] }

  /// The event in the form of `--format json`: an object on one line.
  public var jsonText: String { line.text }

  package var line: JSON { object(of: self, kind: ("event", Self.name)) }
}

/// A script or a new session begins.
public struct Began: Event, JSONObject {
  public static let name = "began"
  public static let summary = "a script or a new session begins"
  package static let members = fields([
    "version": .value("the version of this format") { _ in EventFormat.version },
    "program": "the program's name",
    "script": "the script's name",
    "seed": .json("the seed of the random numbers", of: ["type": "integer", "minimum": 0]) {
      .number("\($0.seed)")
    },
    "epoch": .value("the date at the start") { $0.epoch },
    "moment": "the current moment",
    "time": "virtual time", "state": .value("the state") { $0.state() },
  ])

  /// The program's name.
  public let program: String
  /// The script's name.
  public let script: String
  /// The seed of the random numbers.
  public let seed: UInt64
  /// The date at the start.
  public var epoch: String { startDate.iso8601 }
  let startDate: Date
  /// The current moment.
  public let moment: Int
  /// The virtual time.
  public let time: Duration
  /// The state.
  package let state: () -> JSON
}

/// A command is about to run.
public struct CommandBegan: Event, JSONObject {
  public static let name = "command"
  public static let summary = "a command is about to run"
  package static let members = fields(of: { $0.place })
  /// The command.
  public let place: SourcePlace

  package init(place: SourcePlace) {
    self.place = place
  }
}

/// A moment was recorded.
public struct MomentRecorded: Event, JSONObject {
  public static let name = "moment"
  public static let summary =
    "an action was reduced, the clock moved, or a dependency was told what to answer"
  package static let members =
    fields(of: { $0.moment })
    + fields([
      "patch": .json("the changes since the state of the previous event with a patch", of: EventFormat.patch)
      {
        $0.change.patch(.plain)
      }
    ])

  /// The moment.
  public let moment: MomentSummary
  /// The change of the state since the previous event with a patch.
  public let change: StateChange
  /// How the effects in flight changed.
  let effects: () -> EffectChanges
  /// Whether it is printed: of the moments that a what-if replays, only the result is.
  public let isShown: Bool

  public func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    var lines = [moment.header(page.palette, width: page.diff == .compact ? page.columns : nil)]
    if case .action = moment.cause { lines += change.linesBesideCause(page) }
    if page.diff == .compact { lines += moment.lines(for: effects(), page) }
    return lines
  }
}

/// Another moment became the current one.
public struct Travelled: Event, JSONObject {
  public static let name = "travelled"
  public static let summary =
    "another moment became the current one; a what-if first travels to the start of its branch"
  package static let members = fields([
    "from": .value("the previous moment") { $0.from.number },
    "moment": .value("the current moment") { $0.to.number },
    "time": .value("virtual time") { $0.to.time },
    "patch": .json("the changes of the state", of: EventFormat.patch) { $0.change.patch(.plain) },
  ])

  /// The previous moment.
  public let from: MomentSummary
  /// The current moment.
  public let to: MomentSummary
  /// The command that was undone or redone, if it was exactly one.
  public let command: String?
  /// The change of the state since the previous event with a patch.
  public let change: StateChange
  /// Whether it is printed, which an event that only synchronizes an observer's state is not.
  public let isShown: Bool

  public func lines(_ page: Page) -> [String] {
    guard isShown else { return [] }
    let arrow = to.number < from.number ? "←" : to.number > from.number ? "→" : "·"
    var text = "\(arrow) \(to.position)"
    if from.time != to.time { text += ", was +\(from.time.formatted)" }
    if let command { text += "  (\(command.controlCharactersEscaped.elided(to: 60)))" }
    return [page.palette(.past, text)] + change.linesBesideCause(page)
  }
}

/// Alerts or dialogs appeared.
public struct Presented: Event, JSONObject {
  public static let name = "presented"
  public static let summary = "alerts or dialogs appeared"
  package static let members = fields([
    "moment": "the moment at which they appeared",
    "prompts": "the alerts and dialogs",
  ])

  /// The moment at which they appeared.
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
    fields(["watch": "the number of the watch"])
    + fields(of: { $0.change })

  /// The number of the watch.
  public let watch: Int
  /// The change of the value.
  public let change: ValueChange
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] { change.lines(page).map { page.palette(.note, $0) } }
}

/// A command reached a breakpoint.
public struct Stopped: Event, JSONObject {
  public static let name = "stopped"
  public static let summary = "a breakpoint was reached"
  package static let members = fields([
    "reason": .value("breakpoint") { _ in "breakpoint" },
    "moment": "the moment at which it was reached",
    "breakpoint": "its number",
    "condition": "the condition as typed",
    "isThere": "whether the command ended there",
  ])

  /// The moment at which it was reached.
  public let moment: Int
  /// The breakpoint's number.
  public let breakpoint: Int
  /// The condition as typed.
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

/// A built-in command returned an answer.
public struct Answered: Event, JSONObject {
  public static let name = "answer"
  public static let summary = "a built-in command answered; the member 'answer' determines the other members"
  /// The members besides those of the answer.
  package static let members = fields([
    "answer": .value("the kind of the answer") { type(of: $0.answer).kind }
  ])

  /// The answer.
  public let answer: any Answer

  package init(answer: any Answer) {
    self.answer = answer
  }

  public var isAskedFor: Bool { answer.isAskedFor }

  package var json: JSON {
    object(of: answer, kind: ("answer", type(of: answer).kind))
  }

  public func lines(_ page: Page) -> [String] { answer.lines(page) }
}

/// A feature's own command printed a line.
public struct Printed: Event, JSONObject {
  public static let name = "output"
  public static let summary = "a feature's own command printed a line"
  package static let members = fields(["text": "the line"])

  /// The line.
  public let text: String
  /// The style in which it is printed.
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

/// A remark for people that programs can ignore.
public struct Noticed: Event, JSONObject {
  public static let name = "notice"
  public static let summary = "a remark about what a command did"
  package static let members = fields(["text": "the remark"])

  /// The remark.
  public let text: String
  /// The style in which it is printed.
  public var style = Style.dimmed
  /// Whether it is printed even in quiet mode.
  public var isAskedFor = false
  /// Whether its text is printed to standard error.
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

/// An expectation was checked.
public struct Asserted: Event, JSONObject {
  public static let name = "expectation"
  public static let summary = "an expectation was checked"
  package static let members =
    fields(["holds": "whether it holds"])
    + fields(of: { $0.place }, isRequired: false)

  /// Whether it holds.
  public let holds: Bool
  /// The command that checked it, if any.
  public let place: SourcePlace?
  /// What was asserted, for people; `nil` where the command shows that itself.
  public var statement: String?
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    guard page.confirmsExpectations, holds, let statement else { return [] }
    return [page.dimmed("ok: \(statement)")]
  }
}

/// A script ended.
public struct Ended: Event, JSONObject {
  public static let name = "ended"
  public static let summary = "a script ended"
  package static let members = fields([
    "script": "the script's name",
    "status": .value("its exit code") { Int($0.status) },
    "commands": "the number of commands that ran",
    "expectations": "the number of expectations that were checked",
    "failures": "the number of failures",
    "moment": "the current moment",
    "time": "virtual time",
  ])

  /// The script's name.
  public let script: String
  /// The exit code.
  public let status: Int32
  /// The number of commands that ran.
  public let commands: Int
  /// The number of expectations that were checked.
  public let expectations: Int
  /// The number of failures.
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
}

/// All scripts have ended.
public struct Summarized: Event, JSONObject {
  public static let name = "summary"
  public static let summary = "all scripts have ended"
  package static let members = fields([
    "scripts": "the number of scripts",
    "ok": .value("the number of scripts that passed") { $0.passed },
    "failed": .value("the number of scripts that failed") { $0.scripts - $0.passed },
    "status": .value("the exit code") { Int($0.status) },
  ])

  /// The number of scripts.
  public let scripts: Int
  /// The number of scripts that passed.
  public let passed: Int
  /// The exit code.
  public let status: Int32

  package init(scripts: Int, passed: Int, status: Int32) {
    self.scripts = scripts
    self.passed = passed
    self.status = status
  }
}

/// A command or a part of one with its location in a script, which is computed because it is rarely needed.
public struct SourcePlace: JSONObject, Sendable {
  private let source: SourceText

  package init(_ source: SourceText) {
    self.source = source
  }

  /// Its location.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var location: SourceLocation { source.location }
  /// The source text.
  public var text: String { source.text }

  package static let members = fields([
    "file": .value("the script's name") { $0.location.file },
    "line": .value("its line, from 1") { $0.location.line },
    "column": .value("its column, from 1") { $0.location.column },
    "text": .value("the command") { $0.text },
  ])
}

/// The JSON members of an event or an answer, after a member that gives its kind.
private func object(of value: Any, kind: (name: String, value: String)) -> JSON {
  guard let json = (value as? any JSONObject)?.json, case .object(let members) = json else {
    return .object([(kind.name, .string(kind.value))])
  }
  return .object([(kind.name, .string(kind.value))] + members)
}

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
  /// Whether programs receive its JSON.
  var isForPrograms: Bool { get }
  /// The text form: lines without control characters other than colours.
  func lines(_ page: Page) -> [String]
}

extension JSONObject where Self: Event {
  package static var title: String { name }
}

extension Event {
  public var isAskedFor: Bool { false }
  public var isForErrors: Bool { false }
  public var isForPrograms: Bool { true }
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
  /// The date at the start, as text: formatting it takes a tenth of the start, and few observers need it.
  public var epoch: String { startDate.iso8601 }
  let startDate: Date
  /// The current moment.
  public let moment: Int
  /// The virtual time.
  public let time: Duration
  /// The state.
  package let state: () -> JSON
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
    guard isShown, page.diff != .net else { return [] }
    var lines = [moment.header(page.palette, width: page.diff == .moments ? page.columns : nil)]
    if case .action = moment.cause { lines += change.linesBesideCause(page) }
    if page.diff == .moments { lines += moment.lines(for: effects(), page) }
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
  /// Whether the moment is one of a turn, whose net effect includes those that are left at its end.
  let isInTurn: Bool

  public func lines(_ page: Page) -> [String] {
    isInTurn && page.isBrief ? [] : prompts.flatMap { $0.lines(palette: page.palette) }
  }
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

  public func lines(_ page: Page) -> [String] {
    [page.palette(isForErrors ? nil : style, text.controlCharactersEscaped)]
  }
}

extension Noticed {
  /// A remark that is printed to standard error.
  package init(forErrors text: String) { self.init(text: text, isForErrors: true) }
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
  public let place: SourceText?
  /// What was asserted, for people; `nil` where the command shows that itself.
  public var statement: String?
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    guard page.confirmsExpectations, holds, let statement else { return [] }
    return [page.dimmed("ok: \(statement)")]
  }
}

/// A command or a part of one, with its location in a script.
extension SourceText: JSONObject {
  package static let members = fields([
    "file": .value("the script's name") { $0.location.file },
    "line": .value("its line, from 1") { $0.location.line },
    "column": .value("its column, from 1") { $0.location.column },
    "text": .value("the command") { $0.text },
  ])
}

/// The JSON members of an event or an answer, after a member that gives its kind.
private func object(of value: Any, kind: (name: String, value: String)) -> JSON {
  var members = [(kind.name, JSON.string(kind.value))]
  if case .object(let own)? = (value as? any JSONObject)?.json { members += own }
  return .object(members)
}

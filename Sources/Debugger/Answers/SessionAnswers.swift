import Core

/// Watched values.
public struct WatchesAnswer: Answer, JSONObject {
  package static let members = fields(["watches": "the watches"])

  /// A watched value.
  public struct Item: JSONObject {
    package static let title = "Watch"
    package static let members = fields([
      "watch": .value("its number") { $0.number },
      "expression": "the expression as typed",
      "text": "the expression with its current value",
    ])
    /// Its number.
    public let number: Int
    /// The expression as typed.
    public let expression: String
    /// The expression with its current value.
    public let text: String
  }

  /// The watches.
  public let watches: [Item]
  /// Whether it is the answer for a new watch.
  public var isNew = false
  public var isAskedFor: Bool { !isNew }

  public func lines(_ page: Page) -> [String] {
    if isNew { return watches.map { page.dimmed("watch \($0.number): \($0.text)") } }
    if watches.isEmpty { return [page.dimmed("there are no watches")] }
    return watches.map { "\($0.number)  \($0.text)".controlCharactersEscaped }
  }
}

/// Breakpoints.
public struct BreakpointsAnswer: Answer, JSONObject {
  package static let members = fields([
    "breakpoints": "the breakpoints"
  ])

  /// A breakpoint.
  public struct Item: JSONObject {
    package static let title = "Breakpoint"
    package static let members = fields([
      "breakpoint": .value("its number") { $0.number },
      "condition": "the condition as typed",
    ])
    /// Its number.
    public let number: Int
    /// The condition as typed.
    public let condition: String
    /// The condition, with its current value if the breakpoint is new.
    public let text: String
  }

  /// The breakpoints.
  public let breakpoints: [Item]
  /// Whether it is the answer for a new breakpoint.
  public var isNew = false
  public var isAskedFor: Bool { !isNew }

  public func lines(_ page: Page) -> [String] {
    if isNew { return breakpoints.map { page.dimmed("break \($0.number): \($0.text)") } }
    if breakpoints.isEmpty { return [page.dimmed("there are no breakpoints")] }
    return breakpoints.map { "\($0.number)  \($0.condition)".controlCharactersEscaped }
  }
}

/// The marks.
public struct MarksAnswer: Answer, JSONObject {
  package static let members = fields([
    "marks": "the marks, ordered by moment"
  ])

  /// A named moment.
  public struct Mark: JSONObject {
    package static let members = fields([
      "name": "its name", "moment": "its moment",
    ])
    /// Its name.
    public let name: String
    /// Its moment.
    public let moment: MomentSummary
  }

  /// The marks, ordered by moment.
  public let marks: [Mark]

  public func lines(_ page: Page) -> [String] {
    page.table(of: marks, orSay: "there are no marks") { mark in
      let moment = mark.moment
      return [mark.name, "#\(moment.number)", "+\(moment.time.formatted)", moment.shownCommand ?? "start"]
    }
  }
}

/// The moves through the history.
public struct MovesAnswer: Answer, JSONObject {
  package static let members = fields([
    "moves": "the moves, latest first"
  ])

  /// A move to another moment.
  public struct Move: JSONObject {
    package static let members = fields([
      "from": "the moment it started from",
      "to": "the moment it led to",
      "command": "the label of the command",
      "repeated": "the number of replayed commands",
    ])
    /// The moment it started from.
    public let from: Int
    /// The moment it led to.
    public let to: Int
    /// The label of the command.
    public let command: String?
    /// The number of replayed commands.
    public let repeated: Int
  }

  /// The moves, latest first.
  public let moves: [Move]

  public func lines(_ page: Page) -> [String] {
    page.table(of: moves, orSay: "there are no moves") { move in
      [
        "#\(move.from) → #\(move.to)",
        (move.command ?? "").controlCharactersEscaped.elided(to: 60),
        move.repeated == 0 ? "" : "\(counted(move.repeated, "command")) replayed",
      ]
    }
  }
}

/// Session statistics.
public struct StatisticsAnswer: Answer, JSONObject {
  package static let members = fields([
    "moments": "the number of moments",
    "onLine": "the number of moments on this branch",
    "states": "the number of states in memory, if not all",
    "commands": "the number of commands",
    "branches": "the number of branches",
    "marks": "the number of marks",
    "moves": "the number of moves",
    "effects": "the number of effects in flight",
    "rebuilds": "the number of times that the engine was rebuilt",
    "replayed": "the number of moments replayed for rebuilds",
    "bytes": "the growth of the heap since the program started, in bytes",
  ])

  /// The number of moments.
  public let moments: Int
  /// The number of moments on this line.
  public let onLine: Int
  /// The number of states in memory, if not all.
  public let states: Int?
  /// The number of commands.
  public let commands: Int
  /// The number of branches.
  public let branches: Int
  /// The number of marks.
  public let marks: Int
  /// The number of moves.
  public let moves: Int
  /// The number of effects in flight.
  public let effects: Int
  /// The number of times that the engine was rebuilt.
  public let rebuilds: Int
  /// The number of moments replayed for rebuilds.
  public let replayed: Int
  /// The growth of the heap since the program started, in bytes.
  public let bytes: Int

  public func lines(_ page: Page) -> [String] {
    let each = HeapUse.formatted(bytes / moments)
    let rows = [
      ["moments", "\(moments), \(onLine) of them on this branch"],
      states.map { ["states", "\($0) in memory, others are recomputed"] },
      ["commands", "\(commands)"],
      ["branches", "\(branches)"],
      ["marks", "\(marks)"],
      ["moves", "\(moves)"],
      ["in flight", "\(effects)"],
      ["rebuilds", "\(rebuilds), replaying \(counted(replayed, "moment"))"],
      ["memory", "\(HeapUse.formatted(bytes)), \(each) per moment (heap growth)"],
    ]
    return page.table(of: rows.compactMap(\.self)) { $0 }
  }
}

/// What the feature presents.
public struct ScreenAnswer: Answer, JSONObject {
  package static let members = fields([
    "presentations": "the presentations, the front one last"
  ])

  /// A presentation.
  public struct Presented: JSONObject {
    package static let title = "Presentation"
    package static let members = fields([
      "style": "its style",
      "path": "its path in the state",
      "prompt": "the alert or dialog, if any",
    ])
    /// Its style.
    public let style: String
    /// Its path in the state.
    public let path: String
    /// The alert or dialog, if any.
    public let prompt: PromptBox?
  }

  /// The presentations, the front one last.
  public let presentations: [Presented]

  public func lines(_ page: Page) -> [String] {
    let table = page.table(of: presentations.enumerated(), orSay: "nothing is presented") {
      number,
      presentation in
      ["\(number)", presentation.style, presentation.path.controlCharactersEscaped]
    }
    return table + presentations.compactMap(\.prompt).flatMap { $0.lines(palette: page.palette) }
  }
}

/// A file operation on a session.
public struct FileAnswer: Answer, JSONObject {
  package static let members =
    fields([
      "action": .value("saved, loaded, resumed, recording, complete or exported") { $0.action.rawValue },
      "path": "the file",
      "commands": "the number of commands in it",
      "moment": "the current moment",
      "time": "virtual time",
    ])
    + fields(of: { $0.export }, isRequired: false)

  /// The operation.
  public enum Action: String {
    case saved, loaded, resumed, recording, complete, exported
  }

  /// A file for another tool, written from the session.
  public struct Export: JSONObject {
    package static let members = fields([
      "format": "the format of an exported file",
      "bytes": "the size of an exported file",
      "content": "what an exported file contains, as text",
      "text": "the text, if it is printed instead of written to a file",
    ])
    /// The format of the file.
    public let format: String
    /// Its size in bytes.
    public let bytes: Int
    /// What it contains: `12 moments on 2 branches`.
    public let content: String

    /// Its text, if it is printed instead of written to a file.
    public let text: String?

    package init(format: String, bytes: Int, content: String, text: String?) {
      self.format = format
      self.bytes = bytes
      self.content = content
      self.text = text
    }
  }

  /// Saved, loaded, resumed, recording, complete or exported.
  public let action: Action
  /// The file.
  public let path: String
  /// The number of commands in it.
  public let commands: Int
  /// The current moment.
  public let moment: Int
  /// The virtual time of the current moment.
  public let time: Duration
  /// The file, if it was exported.
  public let export: Export?

  public var isAskedFor: Bool { export?.text != nil }

  public func lines(_ page: Page) -> [String] {
    if let text = export?.text { return (text.hasSuffix("\n") ? String(text.dropLast()) : text).dumpLines }
    let commands = counted(commands, "command")
    let text =
      switch action {
      case .saved: "saved \(commands) in \(path)"
      case .loaded: "loaded \(path): \(commands), #\(moment) +\(time.formatted)"
      case .resumed: "resumed \(path): \(commands)"
      case .recording: "recording in \(path)"
      case .complete: "\(path) is complete: \(commands)"
      case .exported: "exported \(export?.content ?? commands) to \(path)"
      }
    return [page.dimmed(text)]
  }
}

/// Where the session is recorded.
public struct RecordingAnswer: Answer, JSONObject {
  package static let members = fields([
    "path": "the file; omitted if there is none",
    "commands": "the number of commands in it",
  ])

  /// Where the session is recorded.
  public let path: String?
  /// The number of commands in it.
  public let commands: Int

  public func lines(_ page: Page) -> [String] {
    guard let path else { return [page.dimmed("the session is not being recorded")] }
    return [
      "the session is being recorded in \(path): \(counted(commands, "command"))".controlCharactersEscaped
    ]
  }
}

extension Page {
  /// Dimmed text, with control characters escaped.
  public func dimmed(_ text: String) -> String { palette(.dimmed, text.controlCharactersEscaped) }
}

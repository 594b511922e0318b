import Core

/// Watched values.
public struct WatchesAnswer: Answer, JSONObject {
  public static let kind = "watches"
  package static let members: [JSONMember<Self>] = [JSONMember("watches", "what is watched") { $0.watches }]

  /// A watched value.
  public struct Item: JSONObject {
    package static let title = "Watch"
    package static let members: [JSONMember<Self>] = [
      JSONMember("watch", "its number") { $0.number },
      JSONMember("expression", "what was typed") { $0.expression },
      JSONMember("text", "the expression with its present value") { $0.text },
    ]
    /// Its number.
    public let number: Int
    /// What was typed.
    public let expression: String
    /// The expression with its present value.
    public let text: String
  }

  /// What is watched.
  public let watches: [Item]
  /// Whether the one watch has just been set.
  public var isNew = false
  public var isAskedFor: Bool { !isNew }

  public func lines(_ page: Page) -> [String] {
    if isNew { return watches.map { page.dimmed("watch \($0.number): \($0.text)") } }
    if watches.isEmpty { return [page.dimmed("nothing is watched")] }
    return watches.map { "\($0.number)  \($0.text)".controlCharactersEscaped }
  }
}

/// Breakpoints.
public struct BreakpointsAnswer: Answer, JSONObject {
  public static let kind = "breakpoints"
  package static let members: [JSONMember<Self>] = [
    JSONMember("breakpoints", "where to stop") { $0.breakpoints }
  ]

  /// A breakpoint.
  public struct Item: JSONObject {
    package static let title = "Breakpoint"
    package static let members: [JSONMember<Self>] = [
      JSONMember("breakpoint", "its number") { $0.number },
      JSONMember("condition", "what was typed") { $0.condition },
    ]
    /// Its number.
    public let number: Int
    /// What was typed.
    public let condition: String
    /// The condition, with its present value if it has just been set.
    public let text: String
  }

  /// Where to stop.
  public let breakpoints: [Item]
  /// Whether the one breakpoint has just been set.
  public var isNew = false
  public var isAskedFor: Bool { !isNew }

  public func lines(_ page: Page) -> [String] {
    if isNew { return breakpoints.map { page.dimmed("break \($0.number): \($0.text)") } }
    if breakpoints.isEmpty { return [page.dimmed("there are no breakpoints")] }
    return breakpoints.map { "\($0.number)  \($0.condition)".controlCharactersEscaped }
  }
}

/// The names of moments.
public struct MarksAnswer: Answer, JSONObject {
  public static let kind = "marks"
  package static let members: [JSONMember<Self>] = [
    JSONMember("marks", "the names, in the order of their moments") { $0.marks }
  ]

  /// A moment with a name.
  public struct Mark: JSONObject {
    package static let title = "Mark"
    package static let members: [JSONMember<Self>] = [
      JSONMember("name", "its name") { $0.name }, JSONMember("moment", "its moment") { $0.moment },
    ]
    /// Its name.
    public let name: String
    /// Its moment.
    public let moment: MomentSummary
  }

  /// The names, in the order of their moments.
  public let marks: [Mark]

  public func lines(_ page: Page) -> [String] {
    if marks.isEmpty { return [page.dimmed("there are no marks")] }
    var table = TextTable()
    for mark in marks {
      let moment = mark.moment
      table.add(mark.name, "#\(moment.number)", "+\(moment.time.formatted)", moment.shownCommand ?? "start")
    }
    return page.lines(table)
  }
}

/// The moves through the record.
public struct MovesAnswer: Answer, JSONObject {
  public static let kind = "moves"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moves", "the moves, the last one first") { $0.moves }
  ]

  /// A move to another moment.
  public struct Move: JSONObject {
    package static let title = "Move"
    package static let members: [JSONMember<Self>] = [
      JSONMember("from", "the moment that was left") { $0.from },
      JSONMember("to", "the moment it led to") { $0.to },
      JSONMember(optional: "command", "the words of the command") { $0.command },
      JSONMember("repeated", "how many commands were done again") { $0.repeated },
    ]
    /// The moment that was left.
    public let from: Int
    /// The moment it led to.
    public let to: Int
    /// The words of the command.
    public let command: String?
    /// How many commands were done again.
    public let repeated: Int
  }

  /// The moves, the last one first.
  public let moves: [Move]

  public func lines(_ page: Page) -> [String] {
    if moves.isEmpty { return [page.dimmed("nothing has moved yet")] }
    var table = TextTable()
    for move in moves {
      table.add(
        "#\(move.from) → #\(move.to)",
        (move.command ?? "").controlCharactersEscaped.truncated(to: 60),
        move.repeated == 0 ? "" : "\(counted(move.repeated, "command")) done again"
      )
    }
    return page.lines(table)
  }
}

/// How much was recorded, and what it takes.
public struct StatisticsAnswer: Answer, JSONObject {
  public static let kind = "statistics"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moments", "how many there are") { $0.moments },
    JSONMember("onLine", "those on this line") { $0.onLine },
    JSONMember(optional: "states", "how many are kept, if not all are") { $0.states },
    JSONMember("commands", "how many made them") { $0.commands },
    JSONMember("branches", "how many there are") { $0.branches },
    JSONMember("marks", "how many there are") { $0.marks },
    JSONMember("moves", "how many there were") { $0.moves },
    JSONMember("effects", "how many are in flight") { $0.effects },
    JSONMember("rebuilds", "how often the engine was made again") { $0.rebuilds },
    JSONMember("replayed", "how many moments were played for that") { $0.replayed },
    JSONMember("bytes", "what the heap has grown by since the session began") { $0.bytes },
  ]

  /// How many there are.
  public let moments: Int
  /// Those on this line.
  public let onLine: Int
  /// How many are kept, if not all are.
  public let states: Int?
  /// How many made them.
  public let commands: Int
  /// How many there are.
  public let branches: Int
  /// How many marks there are.
  public let marks: Int
  /// How many moves there are.
  public let moves: Int
  /// How many are in flight.
  public let effects: Int
  /// How often the engine was made again.
  public let rebuilds: Int
  /// How many moments were played for that.
  public let replayed: Int
  /// What the heap has grown by since the session began.
  public let bytes: Int

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    table.add("moments", "\(moments), \(onLine) of them on this line")
    if let states { table.add("states", "\(states), the others can be made again") }
    table.add("commands", "\(commands)")
    table.add("branches", "\(branches)")
    table.add("marks", "\(marks)")
    table.add("moves", "\(moves)")
    table.add("in flight", "\(effects)")
    table.add("rebuilds", "\(rebuilds), for which \(replayed) moments were played again")
    let each = HeapUse.formatted(bytes / moments)
    table.add("memory", "\(HeapUse.formatted(bytes)), \(each) a moment (what the heap has grown by)")
    return page.lines(table)
  }
}

/// The virtual time.
public struct ClockAnswer: Answer, JSONObject {
  public static let kind = "clock"
  package static let members: [JSONMember<Self>] =
    JSONMember.time { $0.now } + JSONMember.optionalTime("due", "when the next effect continues") { $0.next }

  /// The virtual time.
  public let now: Duration
  /// When the next effect is due, if one is.
  public let next: Duration?

  package init(now: Duration, next: Duration?) {
    self.now = now
    self.next = next
  }

  public func lines(_: Page) -> [String] {
    guard let next else { return ["+\(now.formatted), nothing is waiting"] }
    return ["+\(now.formatted), the next effect is due in \(max(.zero, next - now).formatted)"]
  }
}

/// What the feature presents.
public struct ScreenAnswer: Answer, JSONObject {
  public static let kind = "screen"
  package static let members: [JSONMember<Self>] = [
    JSONMember("presentations", "what is presented, the last in front") { $0.presentations }
  ]

  /// Something that is presented.
  public struct Presented: JSONObject {
    package static let title = "Presentation"
    package static let members: [JSONMember<Self>] = [
      JSONMember("style", "what it is") { $0.style },
      JSONMember("path", "where it is in the state") { $0.path },
      JSONMember(optional: "prompt", "the alert or dialog, if it is one") { $0.prompt },
    ]
    /// What it is.
    public let style: String
    /// Where it is in the state.
    public let path: String
    /// The alert or dialog, if it is one.
    public let prompt: PromptBox?
  }

  /// What is presented, the last in front.
  public let presentations: [Presented]

  public func lines(_ page: Page) -> [String] {
    if presentations.isEmpty { return [page.dimmed("nothing is presented")] }
    var table = TextTable()
    for (number, presentation) in presentations.enumerated() {
      table.add("\(number)", presentation.style, presentation.path.controlCharactersEscaped)
    }
    return page.lines(table) + presentations.compactMap(\.prompt).flatMap { $0.lines(palette: page.palette) }
  }
}

/// What was done with a session's file.
public struct FileAnswer: Answer, JSONObject {
  public static let kind = "file"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("action", "saved, loaded, resumed, recording or complete") { $0.action.rawValue },
      JSONMember("path", "the file") { $0.path },
      JSONMember("commands", "how many commands it holds") { $0.commands },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time }

  /// What was done with the file.
  public enum Action: String {
    case saved, loaded, resumed, recording, complete
  }

  /// Saved, loaded, resumed, recording or complete.
  public let action: Action
  /// The file.
  public let path: String
  /// How many commands it holds.
  public let commands: Int
  /// The current moment.
  public let moment: Int
  /// The virtual time of the current moment.
  public let time: Duration

  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] {
    let commands = counted(commands, "command")
    let text =
      switch action {
      case .saved: "saved \(commands) in \(path)"
      case .loaded: "loaded \(path): \(commands), #\(moment) +\(time.formatted)"
      case .resumed: "resumed \(path): \(commands)"
      case .recording: "recording in \(path)"
      case .complete: "\(path) is complete: \(commands)"
      }
    return [page.dimmed(text)]
  }
}

/// Where the session is recorded, or the transcript is written.
public struct RecordingAnswer: Answer, JSONObject {
  public static let kind = "recording"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "path", "the file; left out if there is none") { $0.path },
    JSONMember("commands", "how many commands it holds") { $0.commands },
  ]

  /// Where the session is recorded.
  public let path: String?
  /// How many commands it holds.
  public let commands: Int

  public func lines(_ page: Page) -> [String] {
    guard let path else { return [page.dimmed("the session is not recorded")] }
    return ["the session is recorded in \(path): \(counted(commands, "command"))".controlCharactersEscaped]
  }
}

/// Where the transcript is written.
public struct TranscriptAnswer: Answer, JSONObject {
  public static let kind = "transcript"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "path", "the file; left out if there is none") { $0.path }
  ]

  /// The file.
  public let path: String?

  package init(path: String?) {
    self.path = path
  }

  public func lines(_: Page) -> [String] {
    [path.map { "written to '\($0)'".controlCharactersEscaped } ?? "there is no transcript"]
  }
}

extension Page {
  /// Text of less weight, with everything escaped that could steer a terminal.
  public func dimmed(_ text: String) -> String { palette(.dimmed, text.controlCharactersEscaped) }
}

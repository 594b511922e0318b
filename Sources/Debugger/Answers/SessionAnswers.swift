import Core

/// Watched values.
package struct WatchesAnswer: Answer {
  package static let kind = "watches"
  package static let members: [JSONMember<Self>] = [JSONMember("watches", "what is watched") { $0.watches }]

  package struct Item: JSONObject {
    package static let title = "Watch"
    package static let members: [JSONMember<Self>] = [
      JSONMember("watch", "its number") { $0.number },
      JSONMember("expression", "what was typed") { $0.expression },
      JSONMember("text", "the expression with its present value") { $0.text },
    ]
    package let number: Int
    package let expression: String
    package let text: String
  }

  package let watches: [Item]
  /// Whether the one watch has just been set.
  package var isNew = false
  package var isAskedFor: Bool { !isNew }

  package func lines(_ page: Page) -> [String] {
    if isNew { return watches.map { page.dimmed("watch \($0.number): \($0.text)") } }
    if watches.isEmpty { return [page.dimmed("nothing is watched")] }
    return watches.map { "\($0.number)  \($0.text)".controlCharactersEscaped }
  }
}

/// Breakpoints.
package struct BreakpointsAnswer: Answer {
  package static let kind = "breakpoints"
  package static let members: [JSONMember<Self>] = [
    JSONMember("breakpoints", "where to stop") { $0.breakpoints }
  ]

  package struct Item: JSONObject {
    package static let title = "Breakpoint"
    package static let members: [JSONMember<Self>] = [
      JSONMember("breakpoint", "its number") { $0.number },
      JSONMember("condition", "what was typed") { $0.condition },
    ]
    package let number: Int
    package let condition: String
    /// The condition, with its present value if it has just been set.
    package let text: String
  }

  package let breakpoints: [Item]
  /// Whether the one breakpoint has just been set.
  package var isNew = false
  package var isAskedFor: Bool { !isNew }

  package func lines(_ page: Page) -> [String] {
    if isNew { return breakpoints.map { page.dimmed("break \($0.number): \($0.text)") } }
    if breakpoints.isEmpty { return [page.dimmed("there are no breakpoints")] }
    return breakpoints.map { "\($0.number)  \($0.condition)".controlCharactersEscaped }
  }
}

/// The names of moments.
package struct MarksAnswer: Answer {
  package static let kind = "marks"
  package static let members: [JSONMember<Self>] = [
    JSONMember("marks", "the names, in the order of their moments") { $0.marks }
  ]

  package struct Mark: JSONObject {
    package static let title = "Mark"
    package static let members: [JSONMember<Self>] = [
      JSONMember("name", "its name") { $0.name }, JSONMember("moment", "its moment") { $0.moment },
    ]
    package let name: String
    package let moment: MomentSummary
  }

  package let marks: [Mark]

  package func lines(_ page: Page) -> [String] {
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
package struct MovesAnswer: Answer {
  package static let kind = "moves"
  package static let members: [JSONMember<Self>] = [
    JSONMember("moves", "the moves, the last one first") { $0.moves }
  ]

  package struct Move: JSONObject {
    package static let title = "Move"
    package static let members: [JSONMember<Self>] = [
      JSONMember("from", "the moment that was left") { $0.from },
      JSONMember("to", "the moment it led to") { $0.to },
      JSONMember(optional: "command", "the words of the command") { $0.command },
      JSONMember("repeated", "how many commands were done again") { $0.repeated },
    ]
    package let from: Int
    package let to: Int
    package let command: String?
    package let repeated: Int
  }

  package let moves: [Move]

  package func lines(_ page: Page) -> [String] {
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
package struct StatisticsAnswer: Answer {
  package static let kind = "statistics"
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

  package let moments: Int
  package let onLine: Int
  package let states: Int?
  package let commands: Int
  package let branches: Int
  package let marks: Int
  package let moves: Int
  package let effects: Int
  package let rebuilds: Int
  package let replayed: Int
  package let bytes: Int

  package func lines(_ page: Page) -> [String] {
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
package struct ClockAnswer: Answer {
  package static let kind = "clock"
  package static let members: [JSONMember<Self>] =
    JSONMember.time { $0.now } + JSONMember.optionalTime("due", "when the next effect continues") { $0.next }

  package let now: Duration
  package let next: Duration?

  package init(now: Duration, next: Duration?) {
    self.now = now
    self.next = next
  }

  package func lines(_: Page) -> [String] {
    guard let next else { return ["+\(now.formatted), nothing is waiting"] }
    return ["+\(now.formatted), the next effect is due in \(max(.zero, next - now).formatted)"]
  }
}

/// What the feature presents.
package struct ScreenAnswer: Answer {
  package static let kind = "screen"
  package static let members: [JSONMember<Self>] = [
    JSONMember("presentations", "what is presented, the last in front") { $0.presentations }
  ]

  package struct Presented: JSONObject {
    package static let title = "Presentation"
    package static let members: [JSONMember<Self>] = [
      JSONMember("style", "what it is") { $0.style },
      JSONMember("path", "where it is in the state") { $0.path },
      JSONMember(optional: "prompt", "the alert or dialog, if it is one") { $0.prompt },
    ]
    package let style: String
    package let path: String
    package let prompt: PromptBox?
  }

  package let presentations: [Presented]

  package func lines(_ page: Page) -> [String] {
    if presentations.isEmpty { return [page.dimmed("nothing is presented")] }
    var table = TextTable()
    for (number, presentation) in presentations.enumerated() {
      table.add("\(number)", presentation.style, presentation.path.controlCharactersEscaped)
    }
    return page.lines(table) + presentations.compactMap(\.prompt).flatMap { $0.lines(palette: page.palette) }
  }
}

/// What was done with a session's file.
package struct FileAnswer: Answer {
  package static let kind = "file"
  package static let members: [JSONMember<Self>] =
    [
      JSONMember("action", "saved, loaded, resumed, recording or complete") { $0.action.rawValue },
      JSONMember("path", "the file") { $0.path },
      JSONMember("commands", "how many commands it holds") { $0.commands },
      JSONMember("moment", "the current moment") { $0.moment },
    ] + JSONMember.time { $0.time }

  package enum Action: String {
    case saved, loaded, resumed, recording, complete
  }

  package let action: Action
  package let path: String
  package let commands: Int
  package let moment: Int
  package let time: Duration

  package var isAskedFor: Bool { false }

  package func lines(_ page: Page) -> [String] {
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
package struct RecordingAnswer: Answer {
  package static let kind = "recording"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "path", "the file; left out if there is none") { $0.path },
    JSONMember("commands", "how many commands it holds") { $0.commands },
  ]

  package let path: String?
  package let commands: Int

  package func lines(_ page: Page) -> [String] {
    guard let path else { return [page.dimmed("the session is not recorded")] }
    return ["the session is recorded in \(path): \(counted(commands, "command"))".controlCharactersEscaped]
  }
}

/// Where the transcript is written.
package struct TranscriptAnswer: Answer {
  package static let kind = "transcript"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "path", "the file; left out if there is none") { $0.path }
  ]

  package let path: String?

  package init(path: String?) {
    self.path = path
  }

  package func lines(_: Page) -> [String] {
    [path.map { "written to '\($0)'".controlCharactersEscaped } ?? "there is no transcript"]
  }
}

extension Page {
  package func dimmed(_ text: String) -> String { palette(.dimmed, text.controlCharactersEscaped) }
}

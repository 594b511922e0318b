import TodoShellCommands
import Core

/// What happened while commands ran in a session, as far as it fits into an answer.
final class CommandRun {
  /// The kinds of events that are reported, those of answers separately.
  struct Kinds {
    var events: [any (Event & JSONObject).Type] = []
    var answers: [any (Answer & JSONObject).Type] = []

    /// All that commands can cause.
    static var all: Kinds { Kinds(events: EventFormat.events, answers: EventFormat.answers) }

    func contain(_ event: any Event) -> Bool {
      if let answer = (event as? Answered)?.answer { return answers.contains { $0 == type(of: answer) } }
      return events.contains { $0 == type(of: event) }
    }
  }

  /// The most events and bytes of JSON in an answer.
  private static let mostEvents = 500
  private static let mostBytes = 1 << 20
  /// The most answers that are kept, the last ones.
  private static let mostAnswers = 100
  /// How many of the first and of the last lines are kept: more than fit into an answer.
  private static let keptLines = 10_000
  /// The most events that no command asked for, such as moments.
  private static let mostProgress = 200

  private let kinds: Kinds
  private let page: Page
  private let arguments: ToolTexts
  private(set) var events: [JSON] = []
  private(set) var lines: [String] = []
  /// The answers, in order.
  private(set) var answers: [any Answer] = []
  private(set) var hasErrors = false
  /// Why part of it did not run; `nil` if all of it ran.
  private(set) var reason: Done.Reason?
  /// Whether there were more events.
  private(set) var isCut = false
  private var progressCount = 0
  private var droppedLines = 0
  private var byteCount = 0

  private init(_ kinds: Kinds, _ arguments: ToolTexts, page: Page) {
    self.kinds = kinds
    self.arguments = arguments
    self.page = page
  }

  /// Runs the client's own commands, up to the first that fails. The text repeats them.
  ///
  /// - Parameter commands: The commands, a line each.
  static func of(
    commands: String,
    in interpreter: AnyInterpreter
  ) -> CommandRun {
    // The client types options, not arguments.
    let name = interpreter.debugger.events.optionName
    interpreter.debugger.events.optionName = { $0 }
    defer { interpreter.debugger.events.optionName = name }
    return observing(interpreter, .all, repeatsCommands: true) {
      interpreter.executeTyped(ScriptSource(commands.utf8, name: "commands"))
    }
  }

  /// Runs a built-in command for a tool, even if the client has redefined its name.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - arguments: The texts in it that are arguments of the tool.
  ///   - kinds: The kinds of events to report.
  static func of(
    builtIn command: String,
    _ arguments: ToolTexts = [],
    in interpreter: AnyInterpreter,
    _ kinds: Kinds = Kinds()
  ) -> CommandRun {
    observing(interpreter, kinds, arguments) { interpreter.executeBuiltIn(command) ? .completed : .stopped }
  }

  private static func observing(
    _ interpreter: AnyInterpreter,
    _ kinds: Kinds,
    _ arguments: ToolTexts = [],
    repeatsCommands: Bool = false,
    _ body: () -> AnyInterpreter.Outcome
  ) -> CommandRun {
    let page = Page(
      diff: interpreter.settings.diff ?? .full,
      program: interpreter.console.program,
      confirmsExpectations: true
    )
    let run = CommandRun(kinds, arguments, page: page)
    let events = interpreter.debugger.events
    events.observe(for: run) { run.take($0, repeatsCommands: repeatsCommands) }
    defer { events.removeObservers(of: run) }
    switch body() {
    case .completed, .ended: break
    case .paused: run.reason = .breakpoint
    // An interrupted request is not answered.
    case .stopped: run.reason = .failed
    }
    return run
  }

  /// The answer of a built-in command.
  ///
  /// - Throws: The error of the command.
  static func answer(
    toBuiltIn command: String,
    _ arguments: ToolTexts,
    in interpreter: AnyInterpreter
  ) throws(ToolFailure) -> ToolResult {
    let run = of(builtIn: command, arguments, in: interpreter)
    guard let answer = run.answers.last, !run.hasErrors else { throw ToolFailure(lines: run.lines) }
    return ToolResult(answer)
  }

  private func take(_ event: any Event, repeatsCommands: Bool) {
    if !event.isAskedFor, !(event is Answered) {
      progressCount += 1
      guard progressCount <= Self.mostProgress else {
        isCut = true
        return
      }
    }
    var event = event
    if repeatsCommands {
      if let command = event as? CommandBegan { lines.append("> \(command.place.text)") }
      lines += event.lines(page)
    } else if let problem = event as? Diagnosed, !problem.isIssue {
      let placed = problem.about(arguments)
      event = placed
      lines += placed.lines(page) + (placed.diagnostic == nil ? placed.remarks : [])
    } else {
      lines += event.lines(page)
    }
    shortenLines()
    if let event = event as? Diagnosed, event.severity == .error { hasErrors = true }
    if let answer = (event as? Answered)?.answer { answers = answers.suffix(Self.mostAnswers - 1) + [answer] }
    guard kinds.contain(event) else { return }
    guard events.count < Self.mostEvents, byteCount < Self.mostBytes, case let json = event.line,
      case let size = json.text.utf8.count, byteCount + size <= Self.mostBytes
    else {
      isCut = true
      return
    }
    byteCount += size
    events.append(json)
  }
}

extension CommandRun {
  /// Drops lines in the middle of very many.
  private func shortenLines() {
    let first = Self.keptLines
    let last = lines.count - Self.keptLines
    guard last > 2 * first else { return }
    let hasMark = droppedLines > 0
    droppedLines += last - first - (hasMark ? 1 : 0)
    lines.replaceSubrange(first..<last, with: ["… \(counted(droppedLines, "more line")) …"])
  }
}

/// The texts among the arguments of a tool, by name.
typealias ToolTexts = [(name: String, text: String?)]

// The client of a tool has not seen its command.
extension Diagnosed {
  /// The same diagnostic with its place in an argument of the tool, or without a place.
  fileprivate func about(_ arguments: ToolTexts) -> Diagnosed {
    if let diagnostic = diagnostic?.within(arguments) { return Diagnosed(diagnostic) }
    var result = severity == .error ? Diagnosed(error: message) : Diagnosed(warning: message, noticedAt: site)
    result.notes = notes
    result.help = help
    return result
  }
}

extension Diagnostic {
  /// The same diagnostic, with the argument that contains its place as the source; `nil` if none does.
  fileprivate func within(_ arguments: ToolTexts) -> Diagnostic? {
    for case (let name, let text?) in arguments where !text.isEmpty {
      for range in sourceLine.ranges(of: text) {
        // An error about all of a quoted argument is at its quote.
        let offset = location.column - sourceLine[..<range.lowerBound].count
        guard (0...text.count + 1).contains(offset) else { continue }
        let column = max(1, offset)
        var copy = self
        copy.location = SourceLocation(file: name, line: 1, column: column)
        copy.length = max(1, min(length, text.count + 1 - column))
        copy.sourceLine = text
        return copy
      }
    }
    return nil
  }
}

// The structured result of tools that run commands.
extension CommandRun {
  /// The result with what happened and where the session is then.
  func result(in session: OpenSession) throws(ToolFailure) -> ToolResult {
    let moment = try session.interpreter.session
    let outcome = Outcome(session: session.handle, run: self, moment: moment.summary(of: moment.moment))
    let members = Outcome.members(kinds).compactMap { member in
      member.value(outcome).map { (member.name, $0) }
    }
    var lines = lines
    if isCut { lines.append("… not all events are listed; 'history' and 'state' list more, page by page") }
    let stop = reason == .breakpoint ? "stopped at a breakpoint, " : ""
    lines.append("\(stop)now at \(outcome.moment.position)")
    return ToolResult(structured: .object(members), lines: lines, isError: hasErrors)
  }

  private struct Outcome {
    let session: String
    let run: CommandRun
    let moment: MomentSummary

    static func members(_ kinds: Kinds) -> [JSONMember<Outcome>] {
      JSONMember.list([
        "session": "the handle of the session",
        "isComplete": .value("whether all of it ran") { $0.run.reason == nil },
        "reason": .value("why it is incomplete: failed or breakpoint") {
          $0.run.reason?.rawValue
        },
        "events": .json("what happened, in order", of: ["type": "array", "items": kinds.schema]) {
          .array($0.run.events)
        },
        "isCut": .value("whether more happened than is listed") { $0.run.isCut },
        "current": .json("the current moment, as 'history' lists it", of: ["type": "object"]) {
          $0.moment.json
        },
      ])
    }
  }

  /// The form of the result of ``result(in:)``.
  static func form(_ kinds: Kinds) -> (inout JSONDefinitions) -> JSON {
    { $0.object(Outcome.members(kinds)) }
  }
}

extension CommandRun.Kinds {
  /// The form of an event: only its kind, because the members of all kinds would take more room than all other tools
  /// together. `help json` lists them.
  fileprivate var schema: JSON {
    let names = events.map { $0.name } + (answers.isEmpty ? [] : [Answered.name])
    var properties: [(String, JSON)] = [("event", ["enum": names.removingDuplicates.json])]
    if !answers.isEmpty { properties.append(("answer", ["enum": answers.map { $0.kind }.json])) }
    return ["type": "object", "properties": .object(properties), "required": ["event"]]
  }
}

import Commands
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
  private(set) var events: [JSON] = []
  private(set) var lines: [String] = []
  /// The answers, in order.
  private(set) var answers: [any Answer] = []
  private(set) var hasErrors = false
  private(set) var isComplete = false
  /// Whether there were more events.
  private(set) var isCut = false
  private var progressCount = 0
  private var droppedLines = 0
  private var byteCount = 0

  private init(_ kinds: Kinds, page: Page) {
    (self.kinds, self.page) = (kinds, page)
  }

  /// Runs commands, up to the first that fails.
  ///
  /// - Parameters:
  ///   - text: The commands, a line each.
  ///   - kinds: The kinds of events to report.
  ///   - areOwn: Whether they are the client's own commands, which the text repeats and which may write files.
  static func of<State, Action>(
    _ text: String,
    in interpreter: Interpreter<State, Action>,
    _ kinds: Kinds = Kinds(),
    areOwn: Bool = false
  ) -> CommandRun {
    let page = Page(
      showsDiff: interpreter.settings.showsDiff,
      program: interpreter.console.program,
      confirmsExpectations: true
    )
    let run = CommandRun(kinds, page: page)
    let events = interpreter.debugger.events
    events.observe(for: run) { run.take($0, areOwn: areOwn) }
    defer { events.removeObservers(of: run) }
    // A question must not write a file, whatever its arguments contain.
    interpreter.frontEnd.allowsRedirection = areOwn
    defer { interpreter.frontEnd.allowsRedirection = true }
    let name = areOwn ? "commands" : SourceLocation.typedFile
    run.isComplete = interpreter.executeTyped(ScriptSource(text.utf8, name: name))
    return run
  }

  /// The answer of a single query.
  ///
  /// - Throws: The error of the command.
  static func answer<State, Action>(
    to text: String,
    in interpreter: Interpreter<State, Action>
  ) throws(ToolFailure) -> ToolResult {
    let run = of(text, in: interpreter)
    guard let answer = run.answers.last, !run.hasErrors else { throw ToolFailure(lines: run.lines) }
    return ToolResult(answer)
  }

  private func take(_ event: any Event, areOwn: Bool) {
    if !event.isAskedFor, !(event is Answered) {
      progressCount += 1
      guard progressCount <= Self.mostProgress else {
        isCut = true
        return
      }
    }
    if areOwn, let command = event as? CommandBegan { lines.append("> \(command.place.text)") }
    lines += event.lines(page)
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
    let (first, last) = (Self.keptLines, lines.count - Self.keptLines)
    guard last > 2 * first else { return }
    let hasMark = droppedLines > 0
    droppedLines += last - first - (hasMark ? 1 : 0)
    lines.replaceSubrange(first..<last, with: ["… \(counted(droppedLines, "more line")) …"])
  }
}

// The structured result of tools that run commands.
extension CommandRun {
  /// The result with what happened and where the session is then.
  func result<State, Action>(in handle: String?, _ interpreter: Interpreter<State, Action>) -> ToolResult {
    let outcome = Outcome(
      session: handle ?? OpenSessions<State, Action>.mainHandle,
      run: self,
      moment: interpreter.session.summary(of: interpreter.session.moment)
    )
    let members = Outcome.members(kinds).compactMap { member in
      member.value(outcome).map { (member.name, $0) }
    }
    var lines = lines
    if isCut { lines.append("… not all events are listed; 'history' and 'state' list more, page by page") }
    lines.append("now at \(outcome.moment.position)")
    return ToolResult(.object(members), lines: lines, isError: hasErrors)
  }

  private struct Outcome {
    let session: String
    let run: CommandRun
    let moment: MomentSummary

    static func members(_ kinds: Kinds) -> [JSONMember<Outcome>] {
      [
        JSONMember("session", "the handle of the session") { $0.session },
        JSONMember("isComplete", "whether all of it ran, without a failure, a breakpoint or an interrupt") {
          $0.run.isComplete
        },
        JSONMember(
          name: "events",
          summary: "what happened, in order",
          isRequired: true,
          schema: { definitions in
            let forms = EventFormat.forms(events: kinds.events, answers: kinds.answers, &definitions)
            return ["type": "array", "items": ["oneOf": .array(forms)]]
          },
          value: { .array($0.run.events) }
        ),
        JSONMember("isCut", "whether more happened than is listed") { $0.run.isCut },
        JSONMember("current", "the current moment") { $0.moment },
      ]
    }
  }

  /// The form of the result of ``result(in:_:)``.
  static func form(_ kinds: Kinds) -> (inout JSONDefinitions) -> JSON {
    { $0.object(Outcome.members(kinds)) }
  }
}

import TodoShellCommands
import Core
import TodoShellValues

/// The moments of a line as statements of a test.
struct SwiftTestSteps {
  private let session: AnySession
  private let source: SwiftSource
  private var turn: Int?
  private var lines: [String] = []
  private var count = 0
  /// The statements before those of the current part.
  private var finished: [[String]] = []

  /// The most moments in a function: compiling a function with very many suspensions takes hours.
  private static let mostInPart = 40

  /// The statements in parts, each of which becomes a function if there are several.
  var parts: [[String]] { lines.isEmpty ? finished : finished + [lines] }

  init(session: AnySession, source: SwiftSource) {
    self.session = session
    self.source = source
  }

  /// Adds the statements that repeat a moment.
  ///
  /// - Throws: A `CommandFailure` if a test store cannot repeat it.
  mutating func add(_ moment: AnyMoment, after before: AnyMoment)
    throws(CommandFailure)
  {
    if moment.turn != turn, let number = moment.turn {
      turn = number
      guard !session.turns[number].choosesOrder else {
        throw Self.unrepeatable(
          moment,
          "where an effect continued before others that were due first",
          hint:
            "in a test, effects continue in the order in which they began to sleep: replace 'step N' by 'step'"
        )
      }
      if count >= Self.mostInPart { endPart() }
      if !lines.isEmpty { lines.append("") }
      if let label = session.turns[number].label, moment.action.map({ actionText($0) }) != label {
        lines.append("// \(label.controlCharactersEscaped)")
      }
    }
    let change = StateAssignments(from: before, to: moment, with: source)
    let statement: [String]
    switch moment.cause {
    case .start: return
    case .answer(let answer):
      throw Self.unrepeatable(
        moment,
        "which makes '\(answer.path)' answer \(answer.result)",
        hint:
          "'skip \(moment.number)' leaves it out; in a test, set the dependency where the store is created"
      )
    case .clock:
      let duration = source.text(moment.now - before.now) ?? ".zero"
      statement = ["await clock.advance(by: \(duration))"] + assertion(of: change)
    case .action(let action, _, .user):
      guard !before.isPending else {
        throw Self.unrepeatable(
          moment,
          "which was sent while effects of #\(before.number) were about to continue",
          hint: "in a test, they continue first: 'goto' a branch on which they did, and export that one"
        )
      }
      guard let text = source.text(action) else { throw Self.unwritable(action, at: moment) }
      statement = Self.call("store.send(\(text))", asserting: change)
    case .action(_, _, .recording):
      throw Self.unrepeatable(
        moment,
        "which a store recorded: its effects would start in the test",
        hint:
          "remove 'replay' from the commands of the application, and the commands with --effect, and export that session"
      )
    case .action(let action, _, .effect):
      statement = Self.call("store.receive(\(try expectation(of: action, at: moment)))", asserting: change)
    }
    if count >= 2 * Self.mostInPart { endPart() }
    count += 1
    lines += moment.issues.reversed().reduce(statement) { known($1, in: $0) }
  }

  private mutating func endPart() {
    finished.append(lines)
    lines = []
    count = 0
  }

  /// Adds the end: effects that are still in flight.
  mutating func end(at moment: AnyMoment) {
    let effects = moment.effects.filter { !$0.isIdle }
    guard !effects.isEmpty || moment.isPending else { return }
    let verb = effects.count == 1 ? "is" : "are"
    lines += ["", "// \(counted(effects.count, "effect")) \(verb) still in flight."]
    if moment.isPending {
      lines += [
        "await store.skipReceivedActions(strict: false)", "await store.skipInFlightEffects(strict: false)",
      ]
    } else {
      lines.append("await store.skipInFlightEffects()")
    }
  }

  /// An action that an effect sent. One that cannot be written or compared is identified by its case.
  private func expectation(of action: Any, at moment: AnyMoment) throws(CommandFailure)
    -> String
  {
    if Shape.of(session.actionType).equality != nil, let text = source.text(action) { return text }
    guard let name = Choice.caseName(of: action)?.asMember else {
      throw Self.unwritable(action, at: moment)
    }
    return Shape.of(session.actionType).has(.casePaths)
      ? "\\.\(name)" : "{ if case .\(name) = $0 { true } else { false } }"
  }

  /// What effects changed without sending an action: only shared values.
  private func assertion(of change: StateAssignments) -> [String] {
    guard let statements = change.statements else {
      return Self.unasserted + ["store.withExhaustivity(.off) { store.assert { _ in } }"]
    }
    return statements.isEmpty ? [] : Self.block("store.assert", statements)
  }

  /// A call that asserts a change.
  private static func call(_ call: String, asserting change: StateAssignments) -> [String] {
    guard let statements = change.statements else {
      return unasserted + block("await store.withExhaustivity(.off)", ["await \(call)"])
    }
    return statements.isEmpty ? ["await \(call)"] : block("await \(call)", statements)
  }

  private static var unasserted: [String] {
    ["// The change cannot be written in Swift, and is not asserted."]
  }

  private static func block(_ opening: String, _ statements: [String]) -> [String] {
    let lines = statements.flatMap { $0.allLines }
    return ["\(opening) {"] + lines.map { "  \($0)" } + ["}"]
  }

  /// Statements during which the feature reports an issue.
  private func known(_ issue: SessionIssue, in statements: [String]) -> [String] {
    let line = issue.message.split(separator: "\n").first.map(String.init) ?? ""
    var lines = Self.block("await withKnownIssue", statements)
    lines[lines.count - 1] = "} matching: { \"\\($0)\".contains(\(line.quotedAsSwift)) }"
    return lines
  }

  private static func unrepeatable(_ moment: AnyMoment, _ why: String, hint: String) -> CommandFailure {
    CommandFailure("a test cannot repeat #\(moment.number), \(why)", hint: hint)
  }

  private static func unwritable(_ action: Any, at moment: AnyMoment) -> CommandFailure {
    CommandFailure(
      "the action of #\(moment.number) cannot be written in Swift: \(actionText(action))",
      hint:
        "a test can only send values of types that it can name and create; 'skip \(moment.number)' leaves it out"
    )
  }
}

extension Turn {
  /// Whether an effect continued before others that were due first.
  fileprivate var choosesOrder: Bool {
    inputs.contains { part in
      if case .resume(let position) = part.input { position > 0 } else { false }
    }
  }
}

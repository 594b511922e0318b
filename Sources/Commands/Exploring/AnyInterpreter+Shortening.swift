import Core

/// What `shorten` keeps: the value of a condition, the violation of a property, or the failure of a command.
enum ShorteningSubject {
  case assertion(Assertion)
  /// The first failure of a script.
  case script(Located<String>)
  /// The last failure of this session.
  case lastFailure
}

extension Argument {
  /// A condition, a property or the path of a script, or nothing.
  ///
  /// Whether it is a path is decided by its form, so that a script means the same wherever it runs.
  static func shorteningSubject(of types: FeatureTypes) -> Parameter<ShorteningSubject> {
    let assertion = assertion(of: types)
    let file = file("FILE")
    var form = assertion.form
    form.usage = "[EXPR|FILE]"
    form.completions = { request in
      isPath(request.text) ? file.form.completions(request) : assertion.form.completions(request)
    }
    return Parameter(form) { (reader) throws(Diagnostic) in
      guard let word = reader.next else { return .lastFailure }
      if reader.remaining == 1, isPath(word.raw) { return .script(try file.read(&reader)) }
      return .assertion(try assertion.read(&reader))
    }
  }

  private static func isPath(_ text: String) -> Bool {
    let text = text.drop { "\"'".contains($0) }
    return ["./", "../", "/", "~/"].contains(where: text.hasPrefix)
      || [".todoscript", ".todoscript\"", ".todoscript'"].contains(where: text.hasSuffix)
        && !text.contains(" ")
  }
}

extension AnyInterpreter {
  /// Prints the shortest script found with a failure of this branch, or of another script.
  ///
  /// - Parameter lands: Whether to run its commands here, on a new branch.
  func shorten(_ subject: ShorteningSubject, lands: Bool) throws {
    let failure = try failure(subject)
    if try !shorten(failure, lands: lands, isStrict: false) {
      // The command fails at the start, too, so how it fails depends on the values.
      _ = try shorten(failure, lands: lands, isStrict: true)
    }
  }

  /// - Parameter isStrict: Whether the failure must show the same values.
  /// - Returns: Whether a script was printed; `false` if the command also fails at the start, with other values.
  private func shorten(_ failure: ShortenedFailure, lands: Bool, isStrict: Bool) throws -> Bool {
    let shell = failure.shell
    let fresh = shell.sandbox()
    fresh.session.momentLimit = shell.session.momentLimit
    let source = StepSource(for: shell, choice: StepSource.Choice())
    var isInterrupted = false
    let shouldStop = { [debugger] in
      if debugger.isInterrupted() { isInterrupted = true }
      return isInterrupted
    }
    source.sandboxes.isInterrupted = shouldStop
    // The branch alone does not lead there if a breakpoint has stopped a command, or after time travel.
    let all = Array(shell.recorder.entries.map(\.text).prefix(failure.entries))
    for commands in [shell.lineCommands(to: failure.moment), all] {
      let shrinker = try Shrinker(
        of: commands.compactMap(source.step),
        from: fresh.session,
        keepsPlaces: !failure.dependsOnHistory && !commands.contains(where: shell.dependsOnHistory),
        check: AnyExploration.Step("check", group: "check") { session in
          if failure.isFoundAgain(session, isStrict, shouldStop) { throw FoundAgain() }
        }
      )
      defer { console.showProgress(nil) }
      shrinker.isInterrupted = { [console, unowned shrinker] in
        console.updateProgress(shortening: commands.count, to: shrinker.steps.count)
        return shouldStop()
      }
      shrinker.simplerSteps = source.simplerSteps
      shrinker.clockStep = StepSource.advance
      defer { shrinker.end() }
      guard failure.isOfState ? shrinker.cut() : true, shrinker.shrink() else {
        if isInterrupted { throw CommandFailure("interrupted") }
        continue
      }
      if shrinker.steps.isEmpty, !failure.isOfState, !isStrict { return false }
      let answer = failure.answer(shrinker, from: commands.count, isMinimal: !isInterrupted)
      try tell(answer, shrinker.steps.map(\.text), of: failure, lands: lands)
      return true
    }
    throw CommandFailure(
      "the commands alone do not lead to it: \(failure.text)",
      hint: "it depends on something else, such as a setting, or the output of other commands"
    )
  }

  private func tell(
    _ script: CounterexampleAnswer,
    _ commands: [String],
    of failure: ShortenedFailure,
    lands: Bool
  ) throws {
    if commands.isEmpty, failure.isOfState {
      throw CommandFailure(
        "no command is needed: at the start, \(failure.text), too",
        hint: "name a condition that the commands bring about"
      )
    }
    let trial = ScriptTrial(failure.origin + commands, end: failure.end, in: failure.shell)
    guard failure.isFailure ? trial.failsAtItsEnd : trial.succeeds else {
      throw CommandFailure("run separately, the commands do not lead to it: \(failure.text)")
    }
    answer(script)
    if lands, !commands.isEmpty {
      guard failure.shell.recorder.origin == recorder.origin else {
        throw CommandFailure(
          "the script begins a different session",
          hint: "write it to a file and 'load' that: shorten … >| FILE"
        )
      }
      try land(commands, at: 0)
    }
    if !script.isMinimal { throw CommandFailure("interrupted: a shorter script may exist") }
  }

  /// Whether a command depends on the moments before it.
  fileprivate func dependsOnHistory(_ command: String) -> Bool {
    guard let name = (try? ScriptLine.parse(command))?.commandName else { return false }
    return table.command(named: name.text).map { !$0.drivesSession } ?? true
  }
}

/// A failure, with the session in which it occurred.
struct ShortenedFailure {
  let shell: AnyInterpreter
  /// The moment at which it occurred.
  let moment: Int
  /// The number of recorded commands before it.
  let entries: Int
  /// What the script is about: `todos.count < 3 is false`.
  let text: String
  /// The commands at the end of the script that show it.
  let end: [String]
  /// Whether the failure occurs in a session's current state, with the same values if `isStrict`.
  let isFoundAgain: (_ session: AnySession, _ isStrict: Bool, _ isInterrupted: @escaping () -> Bool) -> Bool
  /// Whether it depends on the state alone, so that it can be judged after each command.
  var isOfState = false
  /// Whether it depends on more than the state and the effects in flight, which are all that a place keeps.
  let dependsOnHistory: Bool
  /// Whether the script fails because of it.
  var isFailure = true

  /// The first command of the script, unless the session begins with the defaults.
  var origin: [String] { shell.originCommand }
}

/// The failure was found again.
private struct FoundAgain: Error {}

extension AnyInterpreter {
  fileprivate func failure(_ subject: ShorteningSubject) throws -> ShortenedFailure {
    switch subject {
    case .assertion(.expression(let condition)): return try failure(of: condition)
    case .assertion(.property(let property)): return try failure(of: property)
    case .lastFailure:
      guard let entry = debugger.failures.entries.last(where: { $0.command != nil }) else {
        throw CommandFailure(
          "no command has failed in this session",
          hint: "name what is wrong: an expression, or a script that fails"
        )
      }
      guard session.isOnLine(entry.moment) else {
        throw CommandFailure(
          "the last failure is on another branch, at #\(entry.moment)",
          hint: "'goto \(entry.moment)' goes there"
        )
      }
      return try ShortenedFailure(entry, in: self)
    case .script(let file):
      // A script that shortens itself, directly or through another script, would never end.
      try checkThatNotRunning(file, hint: "a script cannot shorten itself")
      let console = Console.silent()
      console.inputs = self.console.inputs
      console.protect(file.value)
      let shell = sandbox(origin: SessionOrigin(), console: console)
      var problems: [Diagnostic] = []
      let end = shell.survives { [debugger] () -> SystemError? in
        do throws(SystemError) {
          let source = try ScriptSource.regularFile(file.value, debugger.isInterrupted)
          if let outcome = try shell.execute(source, report: { problems = $0 }) {
            _ = shell.conclude(outcome)
          }
          return nil
        } catch { return error }
      }
      guard let end else { throw file.diagnostic("the feature traps in '\(file.value)'") }
      if let error = end { throw file.diagnostic(error.description) }
      if let problem = problems.first { throw problem }
      guard let entry = shell.debugger.failures.entries.first(where: { $0.command != nil }) else {
        let end = shell.debugger.failures.entries.first?.event.message
        throw file.diagnostic(
          "no command of '\(file.value)' fails",
          notes: end.map { ["it fails at its end: \($0)"] } ?? [],
          hint: end.map { _ in
            "to shorten it, end it with a command that fails, such as 'expect' or 'receive'"
          }
        )
      }
      return try ShortenedFailure(entry, in: shell)
    }
  }

  private func failure(of condition: Expression) throws -> ShortenedFailure {
    let value = try condition.holds(in: ExpressionContext(session))
    return ShortenedFailure(
      shell: self,
      moment: session.moment.number,
      entries: recorder.entries.count,
      text: "`\(condition.source.text)` is \(value)",
      end: ["expect \(condition.source.text)"],
      isFoundAgain: { session, _, _ in (try? condition.holds(in: ExpressionContext(session))) == value },
      isOfState: true,
      dependsOnHistory: condition.lookback > 0,
      isFailure: !value
    )
  }

  private func failure(of property: WrittenProperty) throws -> ShortenedFailure {
    let verdict = try property.verdict(in: session, isInterrupted: debugger.isInterrupted)
    guard case .fails(let evidence, _, let loopLength) = verdict else {
      throw property.source.diagnostic(
        "the property is not violated here",
        hint: "'explore --land \(property.source.text)' goes to a violation"
      )
    }
    return ShortenedFailure(
      shell: self,
      moment: session.moment.number,
      entries: recorder.entries.count,
      text: "`\(property.source.text)`: \(property.text(of: evidence, loopLength: loopLength))",
      end: ["expect \(property.source.text)"],
      isFoundAgain: { session, _, isInterrupted in
        let verdict = try? property.verdict(in: session, isInterrupted: isInterrupted)
        if case .fails(evidence, _, _)? = verdict { return true }
        return false
      },
      dependsOnHistory: true
    )
  }
}

extension ShortenedFailure {
  /// The failure of a command: the same command fails again, with the same message except for numbers.
  fileprivate init(_ entry: FailureLog.Entry, in shell: AnyInterpreter) throws {
    let step = entry.command as? Program.Step
    let expected = step?.expectedOutput?.lines.map { ExpectedOutput.marked($0.expectedOutput ?? "") } ?? []
    end = [entry.command?.text ?? ""] + expected
    let sandbox = shell.sandbox()
    let parser = ScriptParser(table: shell.table)
    let program = try parser.program(ScriptSource(end.joined(separator: "\n").utf8, name: "shorten"))
    if let problem = parser.diagnostics.first { throw problem }
    var isOfProperty = false
    switch shell.assertion(in: end[0]) {
    case .expression(let expression)?: dependsOnHistory = expression.lookback > 0
    case .property?:
      dependsOnHistory = true
      isOfProperty = true
    case nil: dependsOnHistory = shell.dependsOnHistory(end[0])
    }
    isFoundAgain = { session, isStrict, isInterrupted in
      sandbox.debugger.isInterrupted = isInterrupted
      sandbox.debugger.anySession = session
      sandbox.debugger.failures = FailureLog()
      _ = sandbox.run(program, parser)
      let found = sandbox.debugger.failures.entries.first?.event
      return found?.isSame(as: entry.event, isStrict, isOfProperty) == true
    }
    self.shell = shell
    moment = entry.moment
    entries = entry.recorded
    text = entry.event.message
  }
}

extension Diagnosed {
  /// Whether it is the same kind of error.
  ///
  /// - Parameters:
  ///   - isStrict: Whether the values in it must be the same.
  ///   - isOfProperty: Whether it is a violation of a property, which its message describes.
  fileprivate func isSame(as other: Diagnosed, _ isStrict: Bool, _ isOfProperty: Bool) -> Bool {
    if isStrict {
      // The original may have been called by an alias or a macro, as its last notes say.
      return message == other.message && other.values.starts(with: values)
        && difference?.lines == other.difference?.lines
    }
    let isExpectation = diagnostic?.isFailedExpectation
    guard isExpectation == other.diagnostic?.isFailedExpectation else { return false }
    if isExpectation == true, !isOfProperty { return true }
    return message.filter { !$0.isNumber } == other.message.filter { !$0.isNumber }
  }

  /// Its notes without those about moments.
  private var values: [String] { notes.filter { !$0.contains("#") } }
}

extension ShortenedFailure {
  /// The shortened script.
  fileprivate func answer(_ shrinker: Shrinker, from count: Int, isMinimal: Bool) -> CounterexampleAnswer {
    let commands = shrinker.steps.map(\.text)
    let shortening = (from: count, values: shrinker.values)
    var comments = ["# shorten: \(text)"]
    let changes = CounterexampleAnswer.text(of: shortening, to: commands.count)
    if !changes.isEmpty { comments.append("# \(changes)") }
    if isMinimal, !commands.isEmpty {
      comments.append(
        "# \(commands.count == 1 ? "it needs this command" : "it needs each of these commands")"
      )
    }
    return CounterexampleAnswer(
      fault: text,
      commands: commands.count,
      loop: nil,
      shortening: shortening,
      needsEach: isMinimal,
      script: comments + origin + commands + end
    )
  }
}

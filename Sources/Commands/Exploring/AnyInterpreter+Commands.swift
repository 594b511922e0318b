import Core

extension AnyInterpreter {
  /// Runs the commands of a script here, each recorded as if it had been typed, and says how to return.
  ///
  /// - Parameters:
  ///   - commands: The commands, among which may be comments.
  ///   - start: The moment at which they begin.
  /// - Throws: The error of the first command that fails.
  func land(_ commands: [String], at start: Int) throws {
    let origin = session.moment.number
    let outer = settings
    settings.isQuiet = true
    defer {
      settings.isQuiet = outer.isQuiet
      settings.isQuietByOption = outer.isQuietByOption
      debugger.events.sync(with: session)
    }
    let parser = ScriptParser(table: table)
    for text in (start == origin ? [] : ["goto \(start)"]) + commands {
      if let step = try parser.step(text) { try perform(step) }
    }
    let end = session.moment.number
    let text =
      end == origin
      ? "stayed at #\(end): nothing needs to be run"
      : "landed at #\(end), on a branch from #\(start): 'goto \(origin)' returns"
    debugger.notice(text, isAskedFor: true, isForErrors: true)
  }

  /// The first command of the script, unless the session begins with the defaults.
  var originCommand: [String] {
    recorder.origin == SessionOrigin() ? [] : [recorder.origin.command]
  }

  /// Steps that follow the commands of a session, with calls of macros expanded, since a script does not define them.
  func withoutMacros(_ steps: [String], after commands: [String]) -> [String] {
    guard steps.contains(where: { definitions.macros[$0.prefix { $0 != " " }.description]?.program != nil })
    else {
      return steps
    }
    let sandbox = sandbox()
    func run(_ text: String) -> Outcome? {
      try? sandbox.execute(ScriptSource(text.utf8, name: "explore"), report: { _ in })
    }
    guard run(commands.joined(separator: "\n")) == .completed else { return steps }
    sandbox.recorder.restart(origin: sandbox.recorder.origin)
    sandbox.definitions = definitions
    for step in steps {
      // A macro may fail after some of its commands, which are recorded, as is one in which the feature traps.
      guard let outcome = sandbox.survives({ run(step) }) else { break }
      if outcome == nil { return steps }
    }
    return sandbox.recorder.entries.map(\.text)
  }

  /// The commands of this branch up to the current moment, with the one that begins the session.
  var lineCommands: [String] { originCommand + lineCommands(to: session.moment.number) }

  /// The commands of this branch up to one of its moments.
  func lineCommands(to moment: Int) -> [String] {
    var commands: [String] = []
    var depth = 1
    let end = session.line.firstIndex(of: moment) ?? session.line.currentIndex
    while depth <= end {
      guard let number = session.moments[session.line[depth]].turn else { break }
      let turn = session.turns[number]
      let first = depth
      while depth <= end, turn.moments.contains(session.line[depth]) { depth += 1 }
      commands.append(turn.label ?? "")
      let left = turn.moments.count - (depth - first)
      if left > 0 { commands.append("goto -\(left)") }
    }
    return commands
  }

  /// Runs a closure that uses this interpreter, which nothing can use after a trap of the feature.
  ///
  /// - Returns: `nil` if the feature traps.
  func survives<Result>(_ body: @escaping () -> Result) -> Result? {
    switch GuardedThread.run(body) {
    case .success(let result): return result
    case .failure:
      // The thread that has trapped was changing what it refers to.
      _ = Unmanaged.passRetained(self)
      return nil
    }
  }
}

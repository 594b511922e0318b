import Core

extension AnyInterpreter {
  /// Runs the commands of a block repeatedly, each as a turn of its own.
  ///
  /// - Throws: An error if a command failed, which has been reported, or if interrupted.
  func run(
    _ block: [Program.Step],
    _ repetition: Repetition,
    _ program: Program,
    _ parser: ScriptParser
  ) throws {
    let times = try repetition.times(definitions.variables)
    // Otherwise, a billion empty rounds could not be interrupted.
    guard !block.isEmpty else { return }
    let outer = repetition.counter.flatMap { definitions.variables[$0] }
    let command = script.current
    debugger.callStack.frames.append(.round(0, of: times))
    let isOfScript = debugger.callStack.frames.allSatisfy(\.isRound)
    defer {
      debugger.callStack.frames.removeLast()
      script.current = command
      // To continue in the middle of a round, its number must be known.
      if let counter = repetition.counter, !script.isAbandoned { definitions.variables[counter] = outer }
    }
    for round in 0..<times {
      debugger.callStack.frames[debugger.callStack.frames.count - 1] = .round(round, of: times)
      if let counter = repetition.counter { definitions.variables[counter] = Variable(round) }
      for step in block {
        if debugger.isInterrupted() { throw CommandFailure("interrupted in round \(round + 1) of \(times)") }
        if isOfScript, !script.reach(step, isInBlock: true) {
          script.roundsAtEnd = debugger.callStack.frames
          return
        }
        let isHeld = run(parser.step(step, of: program, definitions.variables))
        if debugger.isPaused {
          return debugger.notice(
            "the remaining rounds did not run; this was round \(round + 1) of \(times)",
            style: .note,
            isAskedFor: true
          )
        }
        if hasEnded { return }
        if !isHeld, !script.keepsGoing { throw SourcedFailure() }
      }
    }
  }

  /// Runs the commands of a macro, each as a turn of its own.
  ///
  /// - Parameters:
  ///   - macro: The macro.
  ///   - arguments: The values of its parameters.
  ///   - call: The line that calls it.
  ///   - parser: The parser that checked it, which now parses its commands.
  /// - Throws: An error if a command failed, which has been reported, or if the macro is already running.
  func run(
    _ macro: Macro,
    _ arguments: [String: Variable],
    from call: ScriptLine,
    _ parser: ScriptParser
  ) throws {
    let name = macro.head.name
    let calls = debugger.callStack.frames.compactMap(\.macroName)
    if calls.contains(name) {
      throw call.source.diagnostic(
        "the macro '\(name)' cannot call itself",
        notes: [(calls + [name]).joined(separator: " → ")]
      )
    }
    let outer = arguments.keys.map { ($0, definitions.variables[$0]) }
    let focused = definitions.focused
    definitions.variables.merge(arguments) { _, argument in argument }
    debugger.callStack.frames.append(.macro(name: name, call: call.location))
    defer {
      debugger.callStack.frames.removeLast()
      for (name, value) in outer { definitions.variables[name] = value }
      definitions.focused = focused
    }
    guard var program = macro.program else { return }
    // Its lines mean what they meant where it was defined.
    definitions.focused = program.scope.focused
    // They may start programs only if the line that calls it may.
    program.mayStartPrograms = call.mayStartPrograms
    try runNested(program, parser, at: call.source, pausing: debugger.stops.pausing != nil)
  }

  /// A parser for scripts that continue from the current definitions.
  ///
  /// - Parameters:
  ///   - room: The room for checked lines in bytes; see ``CheckedLines``.
  ///   - isInterrupted: Whether to stop reading; by default whether the running command should end.
  func makeParser(room: Int = CheckedLines.mostBytes, isInterrupted: (() -> Bool)? = nil) -> ScriptParser {
    let parser = ScriptParser(
      table: table,
      definitions: definitions,
      room: room,
      isInterrupted: isInterrupted ?? debugger.isInterrupted
    )
    parser.allowsRedirection = frontEnd.allowsRedirection
    return parser
  }

  /// Runs a program as part of a command.
  ///
  /// - Throws: An error if one of its commands failed, which has been reported at its location, or if programs are
  ///   nested too deeply.
  func runNested(
    _ program: Program,
    _ parser: ScriptParser,
    at source: SourceText,
    pausing: Bool
  ) throws {
    guard debugger.callStack.programs <= ScriptExtent.deepest else {
      throw source.diagnostic(ScriptExtent.tooDeep)
    }
    debugger.callStack.programs += 1
    defer { debugger.callStack.programs -= 1 }
    guard run(program, parser, pausing: pausing) != .stopped else { throw SourcedFailure() }
  }

  /// Runs a script as part of another.
  ///
  /// - Throws: An error if one of its commands failed, which has been reported, or if scripts are nested too deeply.
  func runSourced(
    _ program: Program,
    _ parser: ScriptParser,
    at call: SourceText
  ) throws {
    debugger.callStack.frames.append(.script(call: call.location))
    // What a script prints must not depend on where it runs.
    let confirms = frontEnd.confirmsExpectations
    frontEnd.confirmsExpectations = false
    defer {
      debugger.callStack.frames.removeLast()
      frontEnd.confirmsExpectations = confirms
    }
    try runNested(program, parser, at: call, pausing: true)
  }
}

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
}

import Core

extension Shell {
  /// Does the commands of a block as often as is said, each as a command of its own.
  ///
  /// - Throws: That one of them failed, which has been reported, or that someone wants it to end.
  func run(
    _ block: Block<State, Action>,
    _ repetition: Repetition,
    _ program: Program<State, Action>,
    _ parser: ScriptParser<State, Action>
  ) throws {
    let times = try repetition.times(variables)
    // A billion rounds of nothing would end at no interruption.
    guard !block.items.isEmpty else { return }
    let outer = repetition.counter.flatMap { variables[$0] }
    enclosures.append(.round(0, of: times))
    defer {
      enclosures.removeLast()
      if let counter = repetition.counter { variables[counter] = outer }
    }
    for round in 0..<times {
      enclosures[enclosures.count - 1] = .round(round, of: times)
      if let counter = repetition.counter { variables[counter] = Variable(round) }
      for item in block.items {
        if isInterrupted() { throw CommandFailure("interrupted in round \(round + 1) of \(times)") }
        let isHeld = run(parser.step(item, of: program, variables))
        if isPaused {
          return notice(
            "the other rounds did not run: this was round \(round + 1) of \(times)",
            style: .note,
            isAskedFor: true
          )
        }
        if exitStatus != nil || console.output.failure != nil { return }
        if !isHeld, !keepsGoing { throw SourcedFailure() }
      }
    }
  }

  /// Whether a breakpoint was reached that ends the program which is running.
  var isPaused: Bool {
    if let stop, let pausingBreakpoints { stop < pausingBreakpoints } else { false }
  }
}

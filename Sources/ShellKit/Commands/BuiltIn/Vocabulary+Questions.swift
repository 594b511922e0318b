import Core

extension Vocabulary {
  /// Looks at the state and at what is in flight.
  static var questions: Self {
    Vocabulary("Questions") {
      Command(
        "state",
        Argument.expression("PATH").optional(),
        summary: "Show the state, or the part of it at a path",
        examples: ["state": "all of it", "state todos[0]": "the first todo"]
      ) { shell, path in
        guard let path else { return shell.answerState() }
        try shell.answerValue(of: path)
      }
      Command(
        "print",
        Argument.expression("EXPR"),
        aliases: ["p"],
        summary: "Print the value of an expression",
        examples: [
          "print todos.count": "how many todos there are",
          "print todos[0].isComplete": "whether the first is done",
        ]
      ) { shell, expression in
        try shell.answerValue(of: expression)
      }
      Command(
        "effects",
        Argument.flag("--all", summary: "those that were cancelled on this line, too"),
        summary: "List the effects in flight, and when they go on",
        examples: [
          "effects": "what is still to come", "effects --all": "and what was cancelled, where and why",
        ]
      ) { shell, includesCancelled in
        let session = shell.session
        let past = includesCancelled ? session.line.prefix(session.line.currentIndex + 1) : nil
        let cancelled = past?.flatMap { number in
          session.moments[number].cancelledEffects.map { CancellationSummary($0, at: number) }
        }
        shell.answer(EffectsAnswer(session.effects, cancelled: cancelled, now: session.now))
      }
      Command(
        "blame",
        all,
        Argument.expression("PATH"),
        summary: "Show which moment wrote a value last: command, action, change",
        discussion: "It looks back from this moment; with --all at everything that was ever recorded.",
        examples: ["blame todos[0].isComplete": "who has done this?"]
      ) { shell, all, path in
        try shell.blame(path, in: all ? .tree : .line)
      }
      Command(
        "last",
        all,
        Argument.expression("PATH"),
        summary: "Go to the moment that wrote a value last",
        examples: ["last todos.count": "to where the number of todos changed last"]
      ) { shell, all, path in
        try shell.goToLastChange(of: path, in: all ? .tree : .line)
      }
      Command(
        "find",
        Argument.flag("-a", "--every", summary: "every such moment, not only the first"),
        all,
        Argument.expression("EXPR"),
        summary: "Find the first moment at which an expression became true",
        discussion: "It looks at all of this line, from the start to its end, wherever you are on it.",
        examples: [
          "find todos.isEmpty": "when was there nothing to do, first?",
          "find -a todos.count > 2": "each time that a third todo came",
          "find now > 1s && effects.isEmpty": "when was nothing in flight any more?",
        ]
      ) { shell, every, all, expression in
        try shell.find(expression, every: every, in: all ? .tree : .line)
      }
      Command(
        "when",
        all,
        Argument.expression("EXPR"),
        summary: "List from when to when an expression was true",
        examples: ["when filter == .active": "for how long was it so?"]
      ) { shell, all, expression in
        try shell.listStretches(of: expression, in: all ? .tree : .line)
      }
      Command(
        "watch",
        Argument.expression("PATH").optional(),
        summary: "Print a value whenever it changes; alone, list what is watched",
        examples: ["watch todos.count": "say it when there are more or fewer", "watch": "what is watched"]
      ) { shell, path in
        if let path { try shell.watch(path) } else { shell.listWatches() }
      }
      Command(
        "unwatch",
        number(.watches),
        summary: "Watch a value no longer; alone, none",
        examples: ["unwatch 1": "no longer the first one"]
      ) { shell, number in
        try shell.removeWatch(number)
      }
      Command(
        "break",
        Argument.condition("EXPR|PATTERN", of: Action.self).optional(),
        summary: "Stop where an expression becomes true, or at an action",
        discussion: """
          'advance', 'run', 'step' and 'source' stop right there, and what is still due goes on with the next of them. A \
          command that sends several actions is not cut in two. A script stops itself only by what was set before it \
          began. Alone, list the breakpoints.
          """,
        examples: [
          "break todos.count == 3": "stop when there are three",
          "break \(ActionSyntax.example(of: Action.self))":
            "stop at the actions of a case, whatever its payload",
        ]
      ) { shell, condition in
        if let condition { try shell.setBreakpoint(condition) } else { shell.listBreakpoints() }
      }
      Command(
        "unbreak",
        number(.breakpoints),
        summary: "Remove a breakpoint; alone, all of them",
        examples: ["unbreak 1": "no longer stop at the first one"]
      ) { shell, number in
        try shell.removeBreakpoint(number)
      }
      Command(
        "info",
        summary: "Show how much was recorded, what it takes, and what moving cost",
        discussion: """
          The memory is what the program's heap has grown by since the session began, as the allocator counts it. That \
          is more than the record alone, and may differ a little from run to run.
          """,
        examples: ["info": "moments, branches, memory"]
      ) { shell in
        shell.answer(shell.statistics)
      }
    }
  }
}

extension Vocabulary {
  private static var all: Parameter<Bool> {
    Argument.flag("--all", summary: "the whole tree instead of this line")
  }

  private static func number(_ name: CompletionRequest.Name) -> Parameter<Located<Int>?> {
    var number = Argument.integer("N", in: 1...Int.max)
    number.completions = { $0.history(name) }
    return number.optional()
  }
}

extension Shell {
  /// Tells what the whole state is.
  fileprivate func answerState() {
    let moment = session.moment
    answer(
      ValueAnswer(
        expression: nil,
        text: String(customDumping: session.state),
        value: { moment.withState { JSON($0) } }
      )
    )
  }

  /// Tells what an expression comes to; a small value on one line.
  fileprivate func answerValue(of expression: Expression) throws(Diagnostic) {
    let value = try expression.evaluate(in: ExpressionContext(session))
    answer(
      ValueAnswer(
        expression: expression.source.text,
        text: value.formatted { String(customDumping: $0) },
        value: { value.wrapped.map { JSON($0) } ?? .null }
      )
    )
  }

  fileprivate var statistics: StatisticsAnswer {
    StatisticsAnswer(
      moments: session.moments.count,
      onLine: session.line.count,
      states: session.stateLimit.map { _ in session.keptStateCount },
      commands: session.turns.count,
      branches: session.branchCount,
      marks: session.marks.count,
      moves: session.movements.count,
      effects: session.effects.count,
      rebuilds: session.rebuilds.count,
      replayed: session.rebuilds.moments,
      bytes: max(0, HeapUse.bytes - heapAtStart)
    )
  }
}

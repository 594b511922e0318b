import Core

extension Vocabulary {
  /// What a script checks.
  static var assertions: Self {
    Vocabulary("Assertions") {
      Command(
        "expect",
        Argument.expression("EXPR"),
        summary: "Fail unless an expression is true",
        discussion: "When it is not, both sides of a comparison are shown with their values.",
        examples: [
          "expect todos.count == 1": "there is one todo",
          "expect todos[0].description == \"Milk\"": "and it says so",
        ]
      ) { shell, expression in
        try shell.debugger.expect(expression)
      }
      fails
      Command(
        "receive",
        Argument.flag("--skip", summary: "pass over what was received before it; alone, over everything"),
        Argument.actionPattern("PATTERN", of: Action.self).optional(),
        summary: "Fail unless the next action that an effect sent looks like this",
        discussion: """
          The next one is the first on this line that no 'receive' has asserted. Unless 'exhaustive' is on, others may \
          come before it. What was asserted belongs to its moment: 'undo' takes it back with it, and a branch begins \
          with what was asserted before. Alone, it lists what is not asserted.
          """,
        examples: [
          "receive": "what is not asserted yet",
          "receive \(ActionSyntax.example(of: Action.self))": "an action of that case came next",
          "receive --skip": "nothing of what came so far matters",
        ]
      ) { shell, skips, pattern in
        if let pattern { return try shell.debugger.receive(pattern, skips: skips) }
        if skips { shell.debugger.skipReceived() } else { shell.answer(shell.debugger.unassertedActions) }
      }
      Command(
        "exhaustive",
        Argument.choice(
          "switch",
          among: [
            ("on", true, "fail on what is not asserted"), ("off", false, "assert what matters and no more"),
          ]
        ).optional(),
        summary: "Fail a script on what it has not asserted; alone, say whether",
        discussion: """
          It fails at its end, on every action that an effect sent from here on and no 'receive' asserted, and on every effect still in \
          flight; so do 'begin' and 'load', which end the session. What counts is the line on which it ends. A command of which \
          the feature reports an issue, as of an action for an element that is not there, fails itself.
          """,
        examples: ["exhaustive on": "from here on", "exhaustive off": "no longer", "exhaustive": "is it on?"]
      ) { shell, isOn in
        if let isOn {
          shell.debugger.setExhaustive(isOn)
        } else {
          shell.answer(ExhaustiveAnswer(isOn: shell.debugger.received.isExhaustive))
        }
      }
    }
  }

  private static var fails: Command<State, Action> {
    var command = Command<State, Action>(
      "fails",
      usage: "COMMAND",
      summary: "Fail unless a command fails, and print what it says",
      discussion: """
        Lines behind it that start with '|' tell what it is to say. What is no command at all is found before a script \
        runs, and fails the script. A script, a macro or a block reports its errors itself, and cannot stand here.
        """,
      examples: ["fails undo 9": "there is not so much to undo"],
      completions: []
    ) { (reader, parser) throws(Diagnostic) in
      guard let line = reader.restAsCommand() else { throw reader.missing("COMMAND") }
      let step = try parser.step(line)
      let name = step.line.words.first.map(\.text) ?? ""
      guard step.operation.block == nil, parser.macros[name] == nil, parser.table.role(of: name) == nil else {
        throw line.source.diagnostic(
          "'\(name)' reports its errors itself, and cannot stand behind 'fails'",
          hint: "put 'fails' before the command that is to fail"
        )
      }
      return Operation { shell in try shell.expectFailure(of: step) }
    }
    command.wordsBeforeCommand = 0
    return command
  }
}

extension Interpreter {
  fileprivate func expectFailure(of step: Program<State, Action>.Step) throws {
    let (session, turnCount, movementCount) = (session, session.turns.count, session.movements.count)
    do {
      try step.operation.perform(self)
      try debugger.checkIssues()
    } catch {
      if debugger.isInterrupted() { throw error }
      answer(FailureAnswer(message: Diagnostic(error, at: step.source).message))
      return debugger.tellExpectation(holds: true)
    }
    // It was done all the same, and whoever does it again must not come to an error.
    try recorder.rename(from: debugger.label, to: step.text)
    session.relabel(step.text, fromTurn: turnCount, fromMovement: movementCount)
    var diagnostic = step.line.source.diagnostic("expectation failed: this did not fail")
    diagnostic.isFailedExpectation = true
    throw diagnostic
  }
}

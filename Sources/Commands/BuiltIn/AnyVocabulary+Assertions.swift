import Core

extension AnyVocabulary {
  /// What a script checks.
  static func assertions(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Assertions") {
      "expect"
      AnyCommand(
        Argument.assertion(of: types),
        Argument.option(
          "--since",
          MomentReference.parameter("MOMENT"),
          summary: "judge a property from this moment on, not from the start"
        ),
        Argument.flag("--at-rest", summary: "judge a property only when nothing is in flight"),
        Argument.option(
          "--unordered",
          Argument.unorderedPaths("PATHS", of: types.state),
          summary: "treat these arrays as sets, ignoring the order of elements"
        ),
        help: """
          Fail unless an expression is true, or a property holds

          On failure, prints both sides of a comparison with their values.

          A PROPERTY, as 'help explore' lists them, is judged on this branch up to now: after each command, and at each \
          time at which effects were due. 'sometimes EXPR' holds if EXPR was true at one of these points. If a goal can \
          still be reached, this branch does not decide the property, which is a separate error. A goal without a time limit \
          counts as missed if nothing more is due, or if the commands have led back to an earlier state without reaching it. \
          'mark NAME' names a moment for --since.

          The FILE of --trace is a trace of Quint, Apalache or TLC in the Informal Trace Format. The file after it, by default \
          the one beside it with the extension .itfmap, is the mapping, which says what its variables and actions are here:
          'variable NAME = EXPRESSION' is compared in each state. 'action NAME: COMMAND' runs before the state to which the \
          action leads is compared. If an action has several lines, their commands run in order; {name} in them is a value \
          that the specification chose, or a variable of that state. 'taken NAME' and 'picks NAME' name the variables with \
          the action and with the chosen values, by default mbt::actionTaken and mbt::nondetPicks. The replay begins at the \
          current moment. The first difference is a failed expectation, and the session stays there. Sessions record the \
          commands.

          expect todos.count == 1 :: there is one todo
          expect todos[0].description == "Milk" :: and its text is Milk
          expect always todos.count < 3 :: there were never three todos
          expect never \(ActionSyntax.example(of: types.action)) :: no such action has occurred
          expect effects.count > 0 leads-to effects.isEmpty within 2s :: effects have always ended in time
          expect --trace todos.itf.json :: follow a trace, with the mapping todos.itfmap
          """
      ) { shell, assertion, start, isAtRestOnly, unordered in
        try shell.expect(assertion, since: start, isAtRestOnly: isAtRestOnly, unordered: unordered ?? [])
      }
      .or(
        Argument.option(
          "--trace",
          Argument.file("FILE"),
          summary: "in place of EXPR: replay a specification's trace, and check each state"
        ),
        Argument.file("MAPPING", .names).optional()
      ) { shell, trace, mapping in
        try trace.map { try shell.follow($0, with: mapping) }
      }
      .inSessions(.expects)
      "fails"
      AnyCommand(
        failing,
        help: """
          Fail unless a command fails, and print its error

          Lines after it that start with '|' give the expected error. Unknown commands are found before a script runs, \
          and still fail the script. Scripts, macros and blocks report their own errors and cannot be used with \
          'fails'.

          fails undo 9 :: there are not that many commands to undo
          """
      ) { shell, step in
        try shell.expectFailure(of: step)
      }
      "receive"
      AnyCommand(
        Argument.flag("--skip", summary: "skip the actions before it; without PATTERN, skip all"),
        Argument.syntax("PATTERN", of: types.action) { (source) throws(Diagnostic) in
          try ActionPattern<Any>(parsing: source, of: types.action)
        }.optional(),
        help: """
          Fail unless the next action from an effect matches a pattern

          The next action is the first on this branch that no 'receive' has asserted; unless 'set exhaustive' is on, \
          others may precede it. An assertion belongs to a moment: 'undo' reverts it, and a new branch starts with \
          the assertions made before the fork. 'receive' without arguments lists the actions not yet asserted.

          receive :: list the actions not yet asserted
          receive \(ActionSyntax.example(of: types.action)) :: the next action is of this case
          receive --skip :: ignore all actions received so far
          """
      ) { shell, skips, pattern in
        if let pattern { return try shell.debugger.receive(pattern, skips: skips) }
        if skips { shell.debugger.skipReceived() } else { shell.answer(shell.debugger.unassertedActions) }
      }
      .inSessions(.receives)
    }
  }

  /// A command that leaves its error to the command around it.
  private static var failing: Parameter<Program.Step> {
    Parameter(AnyParameter(usage: "COMMAND", wordsLeft: 0, command: .performed)) {
      (reader) throws(Diagnostic) in
      let step = try reader.command(for: "COMMAND")
      let parser = try reader.context()
      let name = step.line.words.first.map(\.text) ?? ""
      let role = parser.table.command(named: name)?.role
      if role == nil, step.operation?.block == nil, parser.macros[name]?.program == nil { return step }
      let isMissed = role == .defines || role == .namesCommands
      throw reader.line.rest(after: 1).diagnostic(
        "'\(name)' \(isMissed || role == .endsShell ? "" : "reports its own errors and ")cannot be used with 'fails'",
        hint: role == .endsShell
          ? "it ends the shell; remove 'fails'"
          : isMissed
            ? "later lines would need its definition; 'fails print EXPR' takes an expression"
            : "put 'fails' before the command that should fail"
      )
    }
  }
}

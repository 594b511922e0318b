import Core

extension Vocabulary {
  /// The list of moments, all or some.
  static var log: Command<State, Action> {
    Command(
      "log",
      Argument.option(
        "--action",
        Argument.pattern("PATTERN", of: Action.self),
        summary: "only actions of a pattern"
      ),
      Argument.option("--changed", Argument.path("PATH"), summary: "only what changed the value at a path"),
      Argument.option(
        "--by",
        origin,
        summary: "only what was typed, what effects sent, or moves of the clock"
      ),
      Argument.option("--text", Argument.text("TEXT"), summary: "only states in which a text occurs"),
      Argument.flag("--not", summary: "only what none of this is true of"),
      Argument.flag("--all", summary: "the whole tree instead of this line"),
      Argument.integer("N", noun: "count", in: 1...Int.max).optional(),
      summary: "List the moments of this line, those to come included",
      discussion: """
        N shows only the last N. Several options must all be true of a moment. In a pattern of actions '_' and what is \
        left out may be anything. 'set noop hide' leaves out actions that changed nothing and started nothing.
        """,
      examples: [
        "log": "what happened", "log 5": "the last five moments",
        "log --action \(ActionSyntax.example(of: Action.self))": "only the actions of a case",
        "log --changed todos.count": "only what added or removed todos",
        "log --by effect": "only what effects sent", "log --not --by typed": "all that was not typed",
      ]
    ) { shell, pattern, path, origin, text, isInverted, all, count in
      let filter = LogFilter<State, Action>(
        pattern: pattern,
        path: path,
        origin: origin,
        text: text,
        isInverted: isInverted
      )
      shell.answer(
        try shell.debugger.log(
          filter,
          in: all ? .tree : .line,
          hidesActionsWithoutEffect: shell.settings.hidesActionsWithoutEffect,
          last: count?.value
        )
      )
    }
  }

  private static var origin: Parameter<LogFilter<State, Action>.Origin> {
    Argument.choice(
      "origin",
      among: [
        ("typed", .typed, "what was typed"), ("effect", .effect, "what effects sent"),
        ("clock", .clock, "moves of the clock"),
      ]
    )
  }
}

import Core

extension AnyVocabulary {
  /// The list of moments, filtered.
  static func log(_ types: FeatureTypes) -> AnyCommand {
    AnyCommand(
      Argument.option(
        "--action",
        Argument.pattern("PATTERN", of: types.action),
        summary: "only actions that match a pattern"
      ),
      Argument.option("--changed", Argument.path("PATH"), summary: "only moments that changed this value"),
      origin,
      Argument.option("--text", Argument.text("TEXT"), summary: "only states that contain a text"),
      Argument.option(
        "--show",
        Argument.paths("EXPR, …"),
        summary: "the values of expressions at each moment, in columns"
      ),
      Argument.flag("--not", summary: "invert the filter"),
      Argument.flag("--all", summary: "list every branch, not only this one"),
      Argument.integer("N", noun: "count", in: 1...Int.max).optional(),
      help: """
        List the moments of this branch, including later ones

        The columns are the moment, the virtual time, the action or clock move, and its cause: the command, on the \
        first row of its turn; 'typed' for the command's other actions; or the effect that sent the action. '>' marks \
        the current moment. At a prompt, a list without options has a row for each command instead, with what it \
        changed and what became of effects, and below it the actions that effects sent.

        N shows only the last N. A moment must match all of the options. In an action pattern, '_' and whatever is \
        left out match anything. 'set noop hide' hides actions that changed nothing and started nothing.

        A move loses nothing: 'goto -' takes back the last one, and 'goto N' goes anywhere.

        log :: all moments of this branch
        log 5 :: the last five moments
        log --action \(ActionSyntax.example(of: types.action)) :: only actions of a case
        log --changed todos.count :: only moments that added or removed todos
        log --show todos.count, filter :: two values, moment by moment
        log --by effect :: only actions sent by effects
        log --not --by typed :: everything but typed commands
        log --moves :: where you have been
        """
    ) { shell, pattern, path, origin, text, shown, isInverted, all, count in
      let filter = LogFilter(pattern: pattern, path: path, origin: origin, text: text, isInverted: isInverted)
      shell.answer(
        try shell.debugger.log(
          filter,
          in: all ? .tree : .line,
          hidesActionsWithoutEffect: shell.settings.hidesActionsWithoutEffect,
          last: count?.value,
          showing: shown ?? []
        )
      )
    }
    .or(Argument.flag("--moves", summary: "list the moves through the history instead, the latest first")) {
      shell,
      _ in shell.answer(shell.debugger.moves)
    }
    .paged()
  }

  private static var origin: Parameter<LogFilter.Origin?> {
    let origin = Argument.choice(
      "origin",
      among: [
        ("typed", LogFilter.Origin.typed, "typed commands"), ("effect", .effect, "actions sent by effects"),
        ("clock", .clock, "clock moves"),
      ]
    )
    let summary = "only typed commands, actions sent by effects, or clock moves"
    return Argument.option("--by", origin, summary: summary)
  }
}

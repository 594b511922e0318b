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
      try shell.printLog(filter, in: all ? .tree : .line, last: count?.value)
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

extension Shell {
  fileprivate func printLog(
    _ filter: LogFilter<State, Action>,
    in extent: Session<State, Action>.Extent,
    last count: Int?
  ) throws {
    var numbers =
      extent == .line
      ? try filter.moments(session.line, of: session, isInterrupted: isInterrupted)
      : try filter.moments(session.moments.indices, of: session, isInterrupted: isInterrupted)
    var hidden = 0
    if settings.hidesActionsWithoutEffect {
      let shown = try numbers.filter { number in
        if isInterrupted() { throw CommandFailure("interrupted") }
        let moment = session.moments[number]
        return number == session.moment.number || !moment.isWithoutEffect(after: momentText.before(moment))
      }
      (hidden, numbers) = (numbers.count - shown.count, shown)
    }
    var table = TextTable()
    for number in numbers.suffix(count ?? .max) { add(session.moments[number], to: &table) }
    printTable(table)
    if numbers.isEmpty { print("no moment is like that", style: .dimmed) }
    if hidden > 0 { print("\(hidden) without effect left out", style: .dimmed) }
  }

  private func add(_ moment: Moment<State, Action>, to table: inout TextTable) {
    let current = session.moment.number
    let isFirstOfTurn = moment.turn.map { session.turns[$0].moments.lowerBound == moment.number } ?? false
    let isToCome = !session.isOnLine(moment.number) || moment.number > session.moment.number
    let cells = [
      "\(moment.number == current ? ">" : " ") #\(moment.number)",
      "+\(moment.now.formatted)",
      momentText.event(moment).controlCharactersEscaped.truncated(to: 76),
      isFirstOfTurn
        ? (momentText.command(of: moment) ?? "").truncated(to: 40) : momentText.shortOrigin(moment),
    ]
    // Where there is no room for who sent it, what it was is cut less.
    let isNarrow = columns.map { $0 < 60 } ?? false
    table.add(
      cells.dropLast(isNarrow ? 1 : 0),
      style: moment.number == current ? .strong : isToCome ? .dimmed : nil
    )
  }
}

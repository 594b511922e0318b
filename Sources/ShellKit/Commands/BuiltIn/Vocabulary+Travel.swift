import Core

extension Vocabulary {
  /// Moves through the record. Nothing runs, and nothing is lost.
  static var travel: Self {
    Vocabulary("Travel") {
      Command(
        "undo",
        Argument.count("N"),
        summary: "Go back to before the last command, or the last N",
        discussion: """
          State, virtual time, what is in flight and the ids to come are what they were. Undoing an 'advance' puts the \
          clock back, and the effects that it had fired wait again.
          """,
        examples: ["undo": "take back one command", "undo 3": "take back three"]
      ) { shell, count in
        try shell.travel { try shell.session.undo(count) }
      }
      Command(
        "redo",
        Argument.count("N"),
        summary: "Go forward again over a command that was undone, or N",
        examples: ["redo": "undo the undo"]
      ) { shell, count in
        try shell.travel { try shell.session.redo(count) }
      }
      Command(
        "back",
        Argument.count("N"),
        summary: "Go back by one moment, or N: a command may have made several",
        examples: ["back": "to the moment before this one"]
      ) { shell, count in
        try shell.travel { try shell.session.back(count) }
      }
      Command(
        "forward",
        Argument.count("N"),
        summary: "Go forward by one moment, or N",
        examples: ["forward 2": "two moments on"]
      ) { shell, count in
        try shell.travel { try shell.session.forward(count) }
      }
      Command(
        "goto",
        MomentReference.parameter("MOMENT|@TIME"),
        summary: "Go to a moment by its number, or to the last one at a virtual time",
        examples: [
          "goto 3": "to moment 3", "goto @1s": "to how it was at one second", "goto 0": "to the start",
        ]
      ) { shell, reference in
        let number = try reference.resolved(in: shell.session)
        try shell.travel { try shell.session.goto(moment: number) }
      }
      Command(
        "log",
        summary: "List the moments of this line, those to come included",
        examples: ["log": "what happened"]
      ) { shell in
        shell.printLog()
      }
      Command(
        "show",
        MomentReference.parameter("MOMENT|@TIME").optional(),
        summary: "Show a moment: its action, its origin and what it changed",
        examples: ["show": "this moment", "show 3": "moment 3"]
      ) { shell, reference in
        let moment = try shell.moment(reference)
        shell.console.print(shell.momentText.header(moment))
        shell.printLines(shell.momentText.change(moment))
      }
      Command(
        "diff",
        MomentReference.parameter("A").optional(),
        MomentReference.parameter("B").optional(),
        summary: "Show the difference of two moments' states",
        discussion:
          "Without B the second moment is this one; without A the first is the one before this one.",
        examples: ["diff 0": "all that has changed since the start", "diff 2 5": "from moment 2 to moment 5"]
      ) { shell, first, second in
        let new = try shell.moment(second)
        let old = try first.map { try shell.moment($0) } ?? shell.momentText.before(new)
        shell.printLines(shell.momentText.difference(old, new))
      }
    }
  }
}

extension Shell {
  /// The moment that is referred to, by default the current one.
  fileprivate func moment(_ reference: MomentReference?) throws(Diagnostic) -> Moment<State, Action> {
    guard let reference else { return session.moment }
    return session.moments[try reference.resolved(in: session)]
  }

  fileprivate func printLog() {
    var table = TextTable()
    let text = momentText
    let line = session.line
    for (index, number) in line.enumerated() {
      let moment = session.moments[number]
      let isFirstOfTurn = moment.turn.map { session.turns[$0].moments.lowerBound == number } ?? false
      table.add(
        "\(index == line.currentIndex ? ">" : " ") #\(number)",
        "+\(moment.now.formatted)",
        text.event(moment).controlCharactersEscaped.truncated(to: 76),
        isFirstOfTurn ? command(of: moment) : text.shortOrigin(moment),
        style: index > line.currentIndex ? .dimmed : index == line.currentIndex ? .strong : nil
      )
    }
    printLines(table.lines(palette: console.palette))
  }

  /// The command that a turn began with.
  private func command(of moment: Moment<State, Action>) -> String {
    let label = moment.turn.flatMap { session.turns[$0].label } ?? ""
    return label.controlCharactersEscaped.truncated(to: 40)
  }
}

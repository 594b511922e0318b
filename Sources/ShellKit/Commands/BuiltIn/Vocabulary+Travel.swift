import Core

extension Vocabulary {
  /// Moves through the record. Nothing runs, and nothing is lost.
  static var travel: Self {
    Vocabulary("Travel") {
      Command(
        "undo",
        Argument.count("N"),
        aliases: ["u"],
        summary: "Go back to before the last command, or the last N",
        discussion: """
          State, virtual time, what is in flight and the ids to come are what they were. Undoing an 'advance' puts the \
          clock back, and the effects that it had fired wait again.
          """,
        examples: ["undo": "take back one command", "undo 3": "take back three"]
      ) { shell, count in
        try shell.travel { try shell.session.undo(count, label: shell.label) }
      }
      Command(
        "redo",
        Argument.count("N"),
        summary: "Go forward again over a command that was undone, or N",
        examples: ["redo": "undo the undo"]
      ) { shell, count in
        try shell.travel { try shell.session.redo(count, label: shell.label) }
      }
      Command(
        "back",
        Argument.count("N"),
        summary: "Go back by one moment, or N: a command may have made several",
        examples: ["back": "to the moment before this one"]
      ) { shell, count in
        try shell.travel { try shell.session.back(count, label: shell.label) }
      }
      Command(
        "forward",
        Argument.count("N"),
        summary: "Go forward by one moment, or N",
        examples: ["forward 2": "two moments on"]
      ) { shell, count in
        try shell.travel { try shell.session.forward(count, label: shell.label) }
      }
      Command(
        "goto",
        MomentReference.parameter("MOMENT"),
        summary: "Go to a moment: N or #N, @TIME, MARK, -N, +N, N% or -",
        discussion: """
          A number, with or without '#', is that of a moment, wherever it is in the tree; the others go along this \
          line. '@1s' is the last moment at that virtual time, '50%' the middle of the line. '-' returns to the place \
          that the last move left, and again to the one before that.
          """,
        examples: [
          "goto #3": "to moment 3", "goto 3": "the same", "goto @1s": "to how it was at one second",
          "goto lunch": "to a mark",
          "goto -2": "back by two moments", "goto 50%": "to the middle of the line",
          "goto -": "to where you came from",
        ]
      ) { shell, reference in
        let number = try reference.resolved(in: shell.session)
        try shell.travel {
          if reference.isPlaceBefore { return try shell.session.returnToPlaceBefore(label: shell.label) }
          try shell.session.goto(moment: number, label: shell.label)
        }
      }
      Command(
        "earlier",
        Argument.duration("DURATION"),
        summary: "Go back along the line by virtual time",
        examples: ["earlier 10s": "to how it was ten seconds ago"]
      ) { shell, duration in
        try shell.travel { try shell.session.earlier(by: duration, label: shell.label) }
      }
      Command(
        "later",
        Argument.duration("DURATION"),
        summary: "Go forward along the line by virtual time",
        discussion: "It goes to what has happened already; 'advance' lets more happen.",
        examples: ["later 10s": "to how it was ten seconds after this"]
      ) { shell, duration in
        try shell.travel { try shell.session.later(by: duration, label: shell.label) }
      }
      Command(
        "mark",
        Argument.flag("-d", "--delete", summary: "take the name away"),
        MarkName.parameter("NAME"),
        MomentReference.parameter("MOMENT").optional(),
        summary: "Give a moment a name, by default this one",
        examples: [
          "mark lunch": "this moment is 'lunch'", "mark start #0": "so is the first one 'start'",
          "mark -d lunch": "nothing is 'lunch' any more",
        ]
      ) { shell, deletes, name, reference in
        try shell.mark(name, deletes: deletes, at: reference)
      }
      Command(
        "marks",
        summary: "List the marks",
        examples: ["marks": "all names and their moments"]
      ) { shell in
        shell.printMarks()
      }
      Command(
        "moves",
        summary: "List the moves through the record, the last one first",
        discussion:
          "Nothing is lost by a move: 'goto -' takes the last one back, and 'goto N' leads anywhere.",
        examples: ["moves": "where you have been"]
      ) { shell in
        shell.printMovements()
      }
      Command(
        "tree",
        Argument.flag("--full", summary: "leave nothing out"),
        summary: "Draw the record with its branches",
        discussion: """
          Each row is a command, with the moment that it ended at. What is not on this line is dimmed; long stretches \
          without branches and marks are folded.
          """,
        examples: ["tree": "all branches", "tree --full": "all commands"]
      ) { shell, isFull in
        shell.printLines(TreeText(shell.momentText, isFull: isFull).lines(width: shell.columns))
      }
      log
      Command(
        "show",
        MomentReference.parameter("MOMENT").optional(),
        summary: "Show a moment: its action, its origin and what it changed",
        examples: ["show": "this moment", "show #3": "moment 3"]
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
        examples: [
          "diff #0": "all that has changed since the start", "diff #2 #5": "from moment 2 to moment 5",
        ]
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

  fileprivate func mark(_ name: Located<String>, deletes: Bool, at reference: MomentReference?) throws {
    if deletes {
      guard session.marks[name.value] != nil else {
        let names = session.marks.keys.sorted()
        throw name.diagnostic(
          "there is no mark '\(name.value)'",
          notes: names.isEmpty ? [] : ["there are \(names.joined(separator: ", "))"],
          remedy: Spelling.suggestion(for: name.value, among: names)
        )
      }
      try session.removeMark(name.value)
      return
    }
    let moment = try moment(reference)
    let before = try session.mark(name.value, at: moment.number)
    guard !settings.isQuiet, let before, before != moment.number else { return }
    print("\(name.value) was #\(before), and is #\(moment.number)", style: .dimmed)
  }

  fileprivate func printMarks() {
    if session.marks.isEmpty { return print("there are no marks", style: .dimmed) }
    var table = TextTable()
    for (name, number) in session.marks.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      let moment = session.moments[number]
      table.add(name, "#\(number)", "+\(moment.now.formatted)", momentText.command(of: moment) ?? "start")
    }
    printTable(table)
  }

  fileprivate func printMovements() {
    if session.movements.isEmpty { return print("nothing has moved yet", style: .dimmed) }
    var table = TextTable()
    for movement in session.movements.reversed() {
      let repeated = movement.turns.count
      table.add(
        "#\(movement.from) → #\(movement.to)",
        (movement.label ?? "").controlCharactersEscaped.truncated(to: 60),
        repeated == 0 ? "" : "\(counted(repeated, "command")) done again"
      )
    }
    printTable(table)
  }
}

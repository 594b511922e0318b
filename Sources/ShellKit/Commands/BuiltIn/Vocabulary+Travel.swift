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
          A number, with or without '#', is that of a moment, wherever it is in the tree; the others go along this line. '@1s' is the last \
          moment at that virtual time, '50%' the middle of the line. '-' returns to the place that the last move left, \
          and again to the one before that.
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
          if reference.isPlaceBefore { return try shell.session.jumpBack(label: shell.label) }
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
        shell.listMarks()
      }
      Command(
        "moves",
        summary: "List the moves through the record, the last one first",
        discussion:
          "Nothing is lost by a move: 'goto -' takes the last one back, and 'goto N' leads anywhere.",
        examples: ["moves": "where you have been"]
      ) { shell in
        shell.listMoves()
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
        shell.answer(TreeAnswer(rows: TreeRows(shell.session, isFull: isFull).rows))
      }
      log
      Command(
        "show",
        MomentReference.parameter("MOMENT").optional(),
        summary: "Show a moment: its action, its origin and what it changed",
        examples: ["show": "this moment", "show #3": "moment 3"]
      ) { shell, reference in
        let moment = try shell.moment(reference)
        let change = StateChange(from: shell.session.before(moment), to: moment)
        shell.answer(MomentAnswer(moment: shell.session.summary(of: moment), change: change))
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
        let old = try first.map { try shell.moment($0) } ?? shell.session.before(new)
        let change = StateChange(from: old, to: new)
        shell.answer(DifferenceAnswer(from: old.number, to: new.number, change: change))
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
    guard let before, before != moment.number else { return }
    notice("\(name.value) was #\(before), and is #\(moment.number)")
  }

  fileprivate func listMarks() {
    let marks = session.marks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { name, number in
      MarksAnswer.Mark(name: name, moment: session.summary(of: session.moments[number]))
    }
    answer(MarksAnswer(marks: marks))
  }

  fileprivate func listMoves() {
    let moves = session.movements.reversed().map { movement in
      MovesAnswer.Move(
        from: movement.from,
        to: movement.to,
        command: movement.label,
        repeated: movement.turns.count
      )
    }
    answer(MovesAnswer(moves: moves))
  }
}

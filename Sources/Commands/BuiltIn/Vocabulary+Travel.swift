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
        try shell.debugger.travel { try $0.undo(count, label: shell.debugger.label) }
      }
      Command(
        "redo",
        Argument.count("N"),
        summary: "Go forward again over a command that was undone, or N",
        examples: ["redo": "undo the undo"]
      ) { shell, count in
        try shell.debugger.travel { try $0.redo(count, label: shell.debugger.label) }
      }
      Command(
        "back",
        Argument.count("N"),
        summary: "Go back by one moment, or N: a command may have made several",
        examples: ["back": "to the moment before this one"]
      ) { shell, count in
        try shell.debugger.travel { try $0.back(count, label: shell.debugger.label) }
      }
      Command(
        "forward",
        Argument.count("N"),
        summary: "Go forward by one moment, or N",
        examples: ["forward 2": "two moments on"]
      ) { shell, count in
        try shell.debugger.travel { try $0.forward(count, label: shell.debugger.label) }
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
        try shell.debugger.travel { session in
          if reference.isPlaceBefore { return try session.jumpBack(label: shell.debugger.label) }
          try session.goto(moment: number, label: shell.debugger.label)
        }
      }
      Command(
        "earlier",
        Argument.duration("DURATION"),
        summary: "Go back along the line by virtual time",
        examples: ["earlier 10s": "to how it was ten seconds ago"]
      ) { shell, duration in
        try shell.debugger.travel { try $0.earlier(by: duration, label: shell.debugger.label) }
      }
      Command(
        "later",
        Argument.duration("DURATION"),
        summary: "Go forward along the line by virtual time",
        discussion: "It goes to what has happened already; 'advance' lets more happen.",
        examples: ["later 10s": "to how it was ten seconds after this"]
      ) { shell, duration in
        try shell.debugger.travel { try $0.later(by: duration, label: shell.debugger.label) }
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
        if deletes { return try shell.debugger.removeMark(name) }
        try shell.debugger.mark(name.value, at: try shell.moment(reference))
      }
      Command(
        "marks",
        summary: "List the marks",
        examples: ["marks": "all names and their moments"]
      ) { shell in
        shell.answer(shell.debugger.marks)
      }
      Command(
        "moves",
        summary: "List the moves through the record, the last one first",
        discussion:
          "Nothing is lost by a move: 'goto -' takes the last one back, and 'goto N' leads anywhere.",
        examples: ["moves": "where you have been"]
      ) { shell in
        shell.answer(shell.debugger.moves)
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
        shell.answer(shell.debugger.tree(isFull: isFull))
      }
      log
      Command(
        "show",
        MomentReference.parameter("MOMENT").optional(),
        summary: "Show a moment: its action, its origin and what it changed",
        examples: ["show": "this moment", "show #3": "moment 3"]
      ) { shell, reference in
        shell.answer(shell.debugger.show(try shell.moment(reference)))
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
        shell.answer(shell.debugger.difference(from: old, to: new))
      }
    }
  }
}

extension Interpreter {
  /// The moment that is referred to, by default the current one.
  fileprivate func moment(_ reference: MomentReference?) throws(Diagnostic) -> Moment<State, Action> {
    guard let reference else { return session.moment }
    return session.moments[try reference.resolved(in: session)]
  }
}

import Core

extension AnyVocabulary {
  /// Moves through the history. Nothing runs, and nothing is lost.
  static func travel(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Travel") {
      "undo u"
      AnyCommand(
        Argument.count("N"),
        summary: "Undo the last command, or the last N",
        discussion: """
          Restores the state, the virtual time, the effects in flight and the ids to be generated next. Undoing an \
          'advance' moves the clock back, and the effects that it fired are in flight again.
          """,
        examples: ["undo": "undo one command", "undo 3": "undo three"]
      ) { shell, count in
        try shell.debugger.undo(count)
      }
      "redo"
      AnyCommand(
        Argument.count("N"),
        summary: "Redo the last undone command, or N",
        examples: ["redo": "undo the undo"]
      ) { shell, count in
        try shell.debugger.redo(count)
      }
      "back"
      AnyCommand(
        Argument.count("N"),
        summary: "Go back one moment, or N (a command can record several)",
        examples: ["back": "to the previous moment"]
      ) { shell, count in
        try shell.debugger.travel { try $0.back(count, label: $1) }
      }
      "forward"
      AnyCommand(
        Argument.count("N"),
        summary: "Go forward one moment, or N",
        examples: ["forward 2": "two moments forward"]
      ) { shell, count in
        try shell.debugger.travel { try $0.forward(count, label: $1) }
      }
      "goto"
      AnyCommand(
        MomentReference.parameter("MOMENT"),
        summary: "Go to a moment: N or #N, @TIME, MARK, -N, +N, N% or -",
        discussion: """
          A number, with or without '#', or a mark is a moment anywhere in the tree; the other forms refer to this \
          branch. 'start' and 'end' are its first and its last moment, '@1s' is the last moment up to that virtual \
          time, '50%' the middle. '-' returns to where you were before the last move; repeat it to go further back.
          """,
        examples: [
          "goto #3": "to moment 3", "goto 3": "the same", "goto @1s": "to the last moment up to one second",
          "goto lunch": "to a mark",
          "goto -2": "two moments back", "goto 50%": "to the middle of the branch",
          "goto -": "to where you came from",
        ]
      ) { shell, reference in
        let number = try reference.resolved(in: shell.session)
        try shell.debugger.travel { session, label in
          if reference.isPlaceBefore { return try session.jumpBack(label: label) }
          try session.goto(moment: number, label: label)
        }
      }
      "earlier"
      AnyCommand(
        Argument.duration("DURATION"),
        summary: "Go back along this branch by virtual time",
        examples: ["earlier 10s": "ten seconds back"]
      ) { shell, duration in
        try shell.debugger.travel { try $0.earlier(by: duration, label: $1) }
      }
      "later"
      AnyCommand(
        Argument.duration("DURATION"),
        summary: "Go forward along this branch by virtual time",
        discussion: "Goes to moments that already exist; 'advance' makes new ones.",
        examples: ["later 10s": "ten seconds forward"]
      ) { shell, duration in
        try shell.debugger.travel { try $0.later(by: duration, label: $1) }
      }
      "mark"
      AnyCommand(
        Argument.flag("-d", "--delete", summary: "remove the mark"),
        MarkName.parameter("NAME"),
        MomentReference.parameter("MOMENT").optional(),
        summary: "Name a moment, by default the current one",
        discussion:
          "A name of several words, in quotes, is a note: 'marks', 'tree' and the exported page show it with its moment.",
        examples: [
          "mark lunch": "name this moment 'lunch'", "mark empty #0": "name the first moment 'empty'",
          "mark \"Eggs vanish here\"": "pin a note to this moment",
          "mark -d lunch": "remove the mark 'lunch'",
        ]
      ) { shell, deletes, name, reference in
        if deletes, reference != nil { throw CommandFailure("'--delete' takes no moment") }
        if deletes { return try shell.debugger.removeMark(name) }
        // Session files of version 1.0 may contain such marks.
        if ["start", "end"].contains(name.value), !shell.recorder.isLoading {
          throw name.source.diagnostic(
            "invalid mark '\(name.value)'",
            hint:
              "'goto \(name.value)' goes to the \(name.value == "start" ? "start" : "end of this branch"); use another name"
          )
        }
        try shell.debugger.mark(name.value, at: try shell.moment(reference))
      }
      "marks"
      AnyCommand(
        summary: "List the marks",
        examples: ["marks": "all marks and their moments"]
      ) { shell in
        shell.answer(shell.debugger.marks)
      }
      "moves"
      AnyCommand(
        summary: "List the moves through the history, the latest first",
        discussion:
          "A move loses nothing: 'goto -' takes back the last one, and 'goto N' goes anywhere.",
        examples: ["moves": "where you have been"]
      ) { shell in
        shell.answer(shell.debugger.moves)
      }
      .paged()
      "tree"
      AnyCommand(
        Argument.flag("--full", summary: "do not fold anything"),
        summary: "Draw the history with its branches",
        discussion: """
          Each row is a command and the moment at which it ended. Where branches begin, all continuations are \
          indented below the row that they follow, the oldest first. Branches other than the current one are dimmed; \
          long stretches without forks or marks are folded.
          """,
        examples: ["tree": "all branches", "tree --full": "every command"]
      ) { shell, isFull in
        shell.answer(shell.debugger.tree(isFull: isFull))
      }
      .paged()
      "log"
      log(types)
      // `sh` and `sho` would be ambiguous abbreviations; version 1.0 accepted them.
      "show sh sho"
      AnyCommand(
        MomentReference.parameter("MOMENT").optional(),
        summary: "Show the action, the cause and the changes of a moment",
        examples: ["show": "the current moment", "show #3": "moment 3"]
      ) { shell, reference in
        shell.answer(shell.debugger.show(try shell.moment(reference)))
      }
      .paged()
      "diff"
      AnyCommand(
        MomentReference.parameter("A").optional(),
        MomentReference.parameter("B").optional(),
        summary: "Show the difference between the states of two moments",
        discussion:
          "B defaults to the current moment, and A to the one before it.",
        examples: [
          "diff #0": "all changes since the start", "diff #2 #5": "from moment 2 to moment 5",
        ]
      ) { shell, first, second in
        let new = try shell.moment(second)
        let old = try first.map { try shell.moment($0) } ?? shell.session.before(new)
        shell.answer(shell.debugger.difference(from: old, to: new))
      }
      .paged()
      "compare"
      AnyCommand(
        PathReference.parameter("A"),
        PathReference.parameter("B").optional(),
        summary: "Compare two branches, moments or session files command by command",
        discussion: """
          Compares the commands from the start to each moment. A mark or a moment, such as the last of a branch, stands for \
          the path to it. The name of a file stands for the branch of the session in that file, to its end. B defaults \
          to the current moment.

          Shows what differs first, then the commands side by side: '|' marks different commands, '≠' a command that did \
          something else, '<' and '>' one that is only on the left or the right. The difference between the states at \
          the end comes last.
          """,
        examples: [
          "compare -": "this branch and where you came from, for example after 'skip'",
          "compare #7 #12": "the branches that end at these moments",
          "compare works fails": "the paths to two marks",
          "compare friday.todoscript": "the session in a file, and this one",
        ]
      ) { shell, first, second in
        let left = try shell.path(first)
        let right = try shell.path(second)
        let comparison = try shell.debugger.compare(left, with: right)
        shell.comparison = comparison
        shell.answer(comparison)
      }
      .paged()
    }
  }
}

/// What names a path through a history: a moment, or a session file.
private struct PathReference {
  let word: Word
  /// The moment, if the word has the form of one.
  let moment: MomentReference?
  /// The path of the file, if the word may name one.
  let file: Located<String>

  static func parameter(_ name: String) -> Parameter<PathReference> {
    let form = AnyParameter(usage: name) {
      MomentReference.completions($0) + $0.fileCompletions
    }
    return Parameter(form) { (reader) throws(Diagnostic) in
      var part = reader
      let file = try Argument.file(name).read(&part)
      let word = try reader.word(for: name)
      let moment = word.text.contains("/") ? nil : try? MomentReference(parsing: word)
      return PathReference(word: word, moment: moment, file: file)
    }
  }
}

extension AnyInterpreter {
  /// The path that a word names, by default that to the current moment.
  fileprivate func path(_ reference: PathReference?) throws -> ComparedPath {
    guard let reference else {
      return ComparedPath(in: session, to: session.moment.number)
    }
    let number = reference.moment.map { moment in
      Result { () throws(Diagnostic) in try moment.resolved(in: session) }
        .mapError { $0.adding(notes: ["there is no file '\(reference.file.value)' either"]) }
    }
    // A mark takes precedence over a file of that name.
    if let number, (try? number.get()) != nil || FileKind(at: reference.file.value) == .brokenLink {
      let name = reference.word.text
      let number = try number.get()
      return ComparedPath(in: session, to: number, mark: session.marks[name] == nil ? nil : name)
    }
    let loaded = try loadedSession(reference.file)
    return ComparedPath(reference.word.text, in: loaded, to: loaded.tip)
  }

  /// The referenced moment, by default the current one.
  fileprivate func moment(_ reference: MomentReference?) throws(Diagnostic) -> AnyMoment {
    guard let reference else { return session.moment }
    return session.moments[try reference.resolved(in: session)]
  }
}

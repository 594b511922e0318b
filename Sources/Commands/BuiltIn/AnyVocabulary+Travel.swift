import Core

extension AnyVocabulary {
  /// Moves through the history. Nothing runs, and nothing is lost.
  static func travel(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Travel") {
      "undo u"
      AnyCommand(
        Argument.count("N"),
        help: """
          Undo the last command, or the last N

          Restores the state, the virtual time, the effects in flight and the ids to be generated next. Undoing an \
          'advance' moves the clock back, and the effects that it fired are in flight again.

          undo :: undo one command
          undo 3 :: undo three
          """
      ) { shell, count in
        try shell.debugger.undo(count)
      }
      "redo"
      AnyCommand(
        Argument.count("N"),
        help: """
          Redo the last undone command, or N

          redo :: undo the undo
          """
      ) { shell, count in
        try shell.debugger.redo(count)
      }
      "goto"
      AnyCommand(
        MomentReference.parameter("MOMENT"),
        help: """
          Go to a moment: N, @TIME, MARK, -N, +N or -

          A number, with or without '#', or a mark is a moment anywhere in the tree; the other forms refer to this \
          branch. 'start' and 'end' are its first and its last moment, '@1s' is the last moment up to that virtual \
          time, '@-10s' and '@+10s' are earlier and later by a time, '50%' is the middle. '-' returns to where you were \
          before the last move; repeat it to go further back. A command can record several moments.

          goto #3 :: to moment 3
          goto 3 :: the same
          goto @1s :: to the last moment up to one second
          goto lunch :: to a mark
          goto -2 :: two moments back
          goto @+10s :: ten seconds forward
          goto 50% :: to the middle of the branch
          goto - :: to where you came from
          goto --changed todos.count :: to the last change in the number of todos
          """
      ) { shell, reference in
        let number = try reference.resolved(in: shell.session)
        try shell.debugger.travel { session, label in
          if reference.isPlaceBefore { return try session.jumpBack(label: label) }
          try session.goto(moment: number, label: label)
        }
      }
      .or(
        Argument.flag("--changed", summary: "go to the moment that last changed the value of PATH"),
        Argument.flag("--all", summary: "with --changed, search every branch, not only this one"),
        Argument.expression("PATH")
      ) { shell, _, all, path in
        try shell.debugger.goToLastChange(of: path, in: all ? .tree : .line)
      }
      "mark"
      AnyCommand(
        MarkName.parameter("NAME").optional(),
        MomentReference.parameter("MOMENT").optional(),
        help: """
          Name a moment, by default the current one, or list the marks

          A name of several words, in quotes, is a note: 'mark', 'tree' and the exported page show it with its moment.

          mark :: all marks and their moments
          mark lunch :: name this moment 'lunch'
          mark empty #0 :: name the first moment 'empty'
          mark "Eggs vanish here" :: pin a note to this moment
          mark -d lunch :: remove the mark 'lunch'
          """
      ) { shell, name, reference in
        guard let name else { return shell.answer(shell.debugger.marks) }
        // Session files of version 1.0 may contain such marks.
        if ["start", "end"].contains(name.value), !shell.recorder.isLoading {
          throw name.source.diagnostic(
            "invalid mark '\(name.value)'",
            hint:
              "'goto \(name.value)' goes to the \(name.value == "start" ? "start" : "end of this branch"); use another name"
          )
        }
        try shell.debugger.mark(name.value, at: try shell.session.moment(reference))
      }
      .or(
        Argument.flag("-d", "--delete", summary: "remove the mark"),
        MarkName.parameter("NAME", isNew: false)
      ) { shell, _, name in
        try shell.debugger.removeMark(name)
      }
      "tree"
      AnyCommand(
        Argument.flag("--full", summary: "do not fold anything"),
        help: """
          Draw the history with its branches

          Each row is a command and the moment at which it ended. Where branches begin, all continuations are \
          indented below the row that they follow, the oldest first. Branches other than the current one are dimmed; \
          long stretches without forks or marks are folded.

          tree :: all branches
          tree --full :: every command
          """
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
        help: """
          Show the action, the cause and the changes of a moment

          show :: the current moment
          show #3 :: moment 3
          """
      ) { shell, reference in
        shell.answer(shell.debugger.show(try shell.session.moment(reference)))
      }
      .paged()
      "diff"
      AnyCommand(
        MomentReference.parameter("A").optional(),
        MomentReference.parameter("B").optional(),
        help: """
          Show the difference between the states of two moments

          B defaults to the current moment, and A to the one before it.

          With --commands, a mark or a moment, such as the last of a branch, stands for the path to it from the start. The \
          name of a file stands for the branch of the session in that file, to its end. What differs comes first, then \
          the commands side by side: '|' marks different commands, '≠' a command that did something else, '<' and '>' one \
          that is only on the left or the right. The difference between the states at the end comes last.

          diff #0 :: all changes since the start
          diff #2 #5 :: from moment 2 to moment 5
          diff --commands - :: this branch and where you came from, for example after 'skip'
          diff --commands works fails :: the paths to two marks
          diff --commands friday.todoscript :: the session in a file, and this one
          """
      ) { shell, first, second in
        let new = try shell.session.moment(second)
        let old = try first.map { try shell.session.moment($0) } ?? shell.session.before(new)
        shell.answer(shell.debugger.difference(from: old, to: new))
      }
      .or(
        Argument.flag(
          "--commands",
          summary: "compare the commands up to A and B, which can be session files"
        ),
        PathReference.parameter("A"),
        PathReference.parameter("B").optional()
      ) { shell, _, first, second in
        let left = try Optional(first).path(in: shell)
        let comparison = try shell.debugger.compare(left, with: try second.path(in: shell))
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
    let form = AnyParameter(usage: name, syntax: .names) {
      MomentReference.completions($0) + $0.fileCompletions
    }
    return Parameter(form) { (reader) throws(Diagnostic) in
      var part = reader
      // `-` is where you came from.
      let file = try Argument.file(name, mayBeOutput: true).read(&part)
      let word = try reader.word(for: name)
      let moment = word.text.contains("/") ? nil : try? MomentReference(parsing: word)
      return PathReference(word: word, moment: moment, file: file)
    }
  }
}

extension PathReference? {
  /// The path that a word names, by default that to the current moment.
  fileprivate func path(in shell: AnyInterpreter) throws -> ComparedPath {
    let session = shell.session
    guard let reference = self else { return ComparedPath(in: session, to: session.moment.number) }
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
    let loaded = try shell.loadedSession(reference.file)
    return ComparedPath(reference.word.text, in: loaded, to: loaded.tip)
  }
}

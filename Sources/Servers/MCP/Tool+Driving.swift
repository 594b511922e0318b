import TodoShellCommands
import Core

// Tools that drive a session.
extension Tool {
  /// All tools, in the order of the list.
  ///
  /// - Parameter table: The commands, whose options some tools have.
  static func all(_ table: CommandTable) -> [Tool] {
    [
      run, actions, state, travel, history(table), blame, find, difference, whatIf, explore(table),
      save(table),
      newSession, closeSession,
    ]
  }

  private static var run: Tool {
    Tool(
      "run",
      title: "Run commands",
      """
      Runs commands in a session, up to the first that fails; returns what happened: the moments with the changes of \
      the state as JSON patches, answers, output, expectations and errors. A command is one of the feature's ('actions' \
      lists them), an action in Swift syntax such as '.binding(.set(\\.text, "a"))', or a built-in one: 'advance 1s' and \
      'run' move virtual time, 'expect EXPR|PROPERTY' asserts, 'print EXPR' evaluates, 'undo' and 'redo' travel. All are \
      checked first.
      """,
      effect: .files,
      output: CommandRun.form(.all),
      Input.lines("commands", "the commands, in order")
    ) { session, commands in
      let interpreter = try session.interpreter
      let run = CommandRun.of(commands: commands.joined(separator: "\n"), in: interpreter)
      var result = try run.result(in: session)
      if let status = interpreter.exitStatus {
        result.lines.append("the session ended with exit code \(status): \(session.close())")
      }
      return result
    }
  }

  private static var travel: Tool {
    let kinds = CommandRun.Kinds(events: [Travelled.self, Presented.self, WatchChanged.self, Diagnosed.self])
    return Tool(
      "travel",
      title: "Travel in time",
      """
      Goes to another moment of the session: its state, virtual time and effects in flight are restored. Nothing is lost; \
      commands there begin a new branch, and '-' returns to the moment before.
      """,
      effect: .history,
      output: CommandRun.form(kinds),
      Input.moment("to", "the moment to go to")
    ) { session, moment in
      try CommandRun.of(builtIn: "goto \(moment)", [("to", moment)], in: session.interpreter, kinds)
        .result(in: session)
    }
  }

  private static var whatIf: Tool {
    let kinds = CommandRun.Kinds(events: [MomentRecorded.self, Diagnosed.self], answers: [WhatIfAnswer.self])
    return Tool(
      "what_if",
      title: "Change the past",
      """
      Replays the history with one change, on a new branch, and returns what differs first, and at the end: without the \
      command of a moment, with another one instead, or with it moved before another.
      """,
      effect: .history,
      output: CommandRun.form(kinds),
      Input.choice(
        "change",
        "skip it, restore it (unskip), put 'command' in its place (amend), or move it before the moment 'before'",
        among: ["skip", "unskip", "amend", "move"]
      ),
      Input.moment("moment", "a moment of the command"),
      Input.line("command", "the new command, for amend").optional(),
      Input.moment("before", "a moment of the other command, for move").optional()
    ) { session, change, moment, command, before in
      let line =
        switch (change, command, before) {
        case ("amend", let command?, nil): "amend \(moment) \(command)"
        case ("move", nil, let before?): "amend \(moment) --before \(before)"
        case ("skip", nil, nil): "skip \(moment)"
        case ("unskip", nil, nil): "skip --restore \(moment)"
        default: throw ToolFailure("amend takes 'command', move takes 'before', skip and unskip take neither")
        }
      let texts: ToolTexts = [("command", command), ("before", before), ("moment", moment)]
      return try CommandRun.of(builtIn: line, texts, in: session.interpreter, kinds).result(in: session)
    }
  }

  private static let explored = CommandRun.Kinds(
    events: [Diagnosed.self],
    answers: [ExplorationAnswer.self, CounterexampleAnswer.self, LikelihoodAnswer.self]
  )

  private static func explore(_ table: CommandTable) -> Tool {
    Tool(
      "explore",
      title: "Search for faults",
      """
      Tries sequences of commands from the current moment on, and decides whether properties hold in all that follows. \
      Without properties, it searches until the feature reports an issue, effects trigger each other endlessly, or a \
      repetition gives another result. Returns verdicts, coverage, and the shortest script for each property that \
      fails. The session is not changed.
      """,
      output: CommandRun.form(explored),
      Input.line("invariant", "an expression that must always be true: 'count >= 0'").optional(),
      Input.line(
        "properties",
        """
        properties, separated by commas: always EXPR, never PATTERN, after PATTERN, EXPR, sometimes EXPR, eventually EXPR \
        [within 2s], EXPR leads-to EXPR [within 2s], EXPR until EXPR
        """
      )
      .optional(),
      Input.line(
        "shorten",
        """
        instead of a search, a short script that fails as EXPR, PROPERTY or './FILE' does
        """
      )
      .optional(),
      Input.options(
        [
          "--at-rest", "--depth", "--runs", "--seed", "--only", "--without", "--actions", "--outcomes",
          "--schedules",
          "--unordered", "--along",
        ],
        of: table.options(ofBuiltIn: "explore")
      )
    ) { session, invariant, properties, shorten, options in
      let claims = [invariant.map { "always \($0)" }, properties].compactMap(\.self)
      guard shorten == nil || claims.isEmpty && options.words.isEmpty else {
        throw ToolFailure("'shorten' cannot be combined with other arguments")
      }
      var words = shorten.map { ["shorten", "--", $0] } ?? ["explore"] + options.words
      // What follows are no options, whatever it begins or ends with.
      if !claims.isEmpty { words += ["--", claims.joined(separator: ", ")] }
      let texts: ToolTexts = [("invariant", invariant), ("properties", properties), ("shorten", shorten)]
      let run = CommandRun.of(
        builtIn: words.joined(separator: " "),
        texts + options.texts,
        in: try session.interpreter,
        explored
      )
      var result = try run.result(in: session)
      // What was asked for was found.
      if run.answers.contains(where: { $0 is CounterexampleAnswer }) { result.isError = false }
      return result
    }
  }
}

// Tools for sessions and their files.
extension Tool {
  private static func save(_ table: CommandTable) -> Tool {
    Tool(
      "save",
      title: "Save the session",
      """
      Writes the session to a file, as a script that replays it. With 'expect', the script is a regression test: \
      expectations of what changed follow each command.
      """,
      effect: .files,
      output: form(of: FileAnswer.self),
      Input.line("file", "the path of the file; scripts usually end in .todoscript"),
      Input.options(["--expect", "--force"], of: table.options(ofBuiltIn: "save"))
    ) { session, file, options in
      try CommandRun.answer(
        toBuiltIn: (["save"] + options.words + [file.quotedAsLiteral]).joined(separator: " "),
        [("file", file)],
        in: session.interpreter
      )
    }
  }

  private static var newSession: Tool {
    Tool(
      "new_session",
      title: "Begin a session",
      """
      Begins another session, or loads one from a file, and returns its handle. At most \
      \(OpenSessions.most) are open at once, each until 'close_session' or the end of the server. The same seed and \
      commands always give the same result.
      """,
      effect: .history,
      in: .new,
      output: form(of: SessionList.self),
      Input.integer("seed", "the seed of the random numbers given to the feature", in: 0...Int.max)
        .optional(),
      Input.line("epoch", "the date at the start, in ISO 8601: \(Date.epochExample)").optional(),
      Input.line("load", "the path of a saved session to load").optional()
    ) { session, seed, epoch, path in
      let date = try epoch.map { (text) throws(ToolFailure) in
        guard let date = Date(epochText: text) else {
          throw ToolFailure("'\(text)' is not an ISO 8601 date, for example \(Date.epochExample)")
        }
        return date
      }
      let interpreter = session.begin(seed: seed.map(UInt64.init), epoch: date)
      var lines = ["began \(session.handle)"]
      if let path {
        let run = CommandRun.of(builtIn: "load \(path.quotedAsLiteral)", [("load", path)], in: interpreter)
        guard !run.hasErrors else { throw ToolFailure(lines: run.lines) }
        lines += run.lines
      }
      return ToolResult(
        structured: SessionList(session: session.handle, open: session.all).json,
        lines: lines
      )
    }
  }

  private static var closeSession: Tool {
    Tool(
      "close_session",
      title: "Close a session",
      "Closes a session. What was neither saved nor recorded is lost; 'main' begins anew when it is next used.",
      effect: .files,
      in: .necessarilyNamed,
      output: form(of: SessionList.self)
    ) { session in
      let closing = session.close()
      return ToolResult(
        structured: SessionList(session: session.handle, open: session.all).json,
        lines: [closing]
      )
    }
  }

  /// The result of beginning and closing sessions.
  private struct SessionList: JSONObject {
    static let members = fields([
      "session": "the handle of the session that was begun or closed",
      "open": "the handles of the open sessions",
    ])

    let session: String
    let open: [String]
  }
}

import TodoShellCommands
import Core
import TodoShellValues

// Tools that answer questions about a session.
extension Tool {
  static var actions: Tool {
    Tool(
      "actions",
      title: "List the actions",
      """
      Lists what can be done: the feature's commands, its actions in Swift syntax with the types in them, and \
      lines that may be possible at the current moment.
      """,
      output: form(of: PossibleActions.self)
    ) { session in
      let actions = PossibleActions(try session.interpreter)
      return ToolResult(structured: actions.json, lines: actions.lines)
    }
  }

  static var state: Tool {
    Tool(
      "state",
      title: "Show the state",
      """
      Lists the members of the state, or of the value at a path, at any moment, page by page: each with its name, path, \
      type, short text, and number of members of its own. Call it again with a member's path to see inside. For a \
      whole value, 'run' the command 'print PATH', or read the resource session://SESSION/state/MOMENT.
      """,
      output: form(of: OutlineAnswer.self),
      Input.line("path", "an expression such as 'todos[0].text', by default the whole state").optional(),
      Input.moment("moment", "the moment, by default the current one").optional(),
      Input.integer("first", "the position of the first member to list, from 0", in: 0...Int.max).optional(),
      Input.integer("count", "the most members to list (100)", in: 1...1_000).optional()
    ) { session, path, moment, first, count in
      let interpreter = try session.interpreter
      let expression = try path.map(interpreter.expression)
      let start = first ?? 0
      return ToolResult(
        try interpreter.debugger.outline(
          of: expression,
          at: try moment.map(interpreter.moment) ?? interpreter.session.moment,
          page: start..<min(start, .max - 1_000) + (count ?? 100)
        )
      )
    }
  }

  static func history(_ table: CommandTable) -> Tool {
    Tool(
      "history",
      title: "List the moments",
      """
      Lists the moments of this branch, or of the whole tree: number, virtual time, action, cause and cancelled effects. \
      A pattern is like '.todos(.element)'; commas separate expressions.
      """,
      output: form(of: LogAnswer.self),
      Input.options(
        ["--action", "--changed", "--text", "--show", "--all"],
        of: table.options(ofBuiltIn: "log")
      ),
      Input.choice(
        "by",
        "only what was typed, sent by effects, or clock moves",
        among: ["typed", "effect", "clock"]
      )
      .optional(),
      Input.integer("last", "only the last so many (50)", in: 1...1_000).optional()
    ) { session, options, origin, last in
      let words = ["log"] + options.words + (origin.map { ["--by", $0] } ?? []) + ["\(last ?? 50)"]
      return try CommandRun.answer(
        toBuiltIn: words.joined(separator: " "),
        options.texts,
        in: session.interpreter
      )
    }
  }

  static var blame: Tool {
    Tool(
      "blame",
      title: "Find why a value is what it is",
      """
      Finds the moment that last changed the value of an expression, what led to it, and what decides it. \
      'run' 'why not CONDITION' says why a condition is not true and when it last was.
      """,
      output: form(of: BlameAnswer.self),
      Input.line("path", "an expression over the state, such as 'todos[0].isComplete'"),
      Input.moment("moment", "the moment at which to explain the value, by default the current one")
        .optional(),
      wholeTree
    ) { session, path, moment, all in
      let interpreter = try session.interpreter
      let moment = try moment.map(interpreter.moment)
      return ToolResult(
        try interpreter.debugger.blame(
          interpreter.expression(path),
          in: all ? .tree : .line,
          at: moment
        )
      )
    }
  }

  static var find: Tool {
    Tool(
      "find",
      title: "Find when something was true",
      "Finds the first moment at which an expression became true, or every such moment, in the whole branch.",
      output: form(of: MomentsAnswer.self),
      Input.line(
        "expression",
        "an expression over the state, 'now' and 'effects', such as 'todos.count > 2'"
      ),
      Input.flag("every", "find every such moment"),
      wholeTree
    ) { session, text, every, all in
      let interpreter = try session.interpreter
      let extent = all ? AnySession.Extent.tree : .line
      return ToolResult(
        try interpreter.debugger.find(
          interpreter.expression(text),
          every: every,
          in: extent
        )
      )
    }
  }

  static var difference: Tool {
    Tool(
      "diff",
      title: "Compare two moments",
      "Compares the states of two moments: a JSON patch, and its text. To compare branches, 'run' the command 'diff'.",
      output: form(of: DifferenceAnswer.self),
      Input.moment("from", "the first moment"),
      Input.moment("to", "the second moment, by default the current one").optional()
    ) { session, from, to in
      let interpreter = try session.interpreter
      let last = try to.map(interpreter.moment) ?? interpreter.session.moment
      return ToolResult(interpreter.debugger.difference(from: try interpreter.moment(named: from), to: last))
    }
  }

  private static var wholeTree: ToolArgument<Bool> {
    Input.flag("all", "search every branch, not only this one")
  }

  /// The form of an answer's result.
  static func form(of answer: any (Answer & JSONObject).Type) -> (inout JSONDefinitions) -> JSON {
    { EventFormat.forms(events: [], answers: [answer], &$0).first ?? .null }
  }

  /// The form of another result.
  static func form<Object: JSONObject>(of _: Object.Type) -> (inout JSONDefinitions) -> JSON {
    { $0.object(Object.members) }
  }
}

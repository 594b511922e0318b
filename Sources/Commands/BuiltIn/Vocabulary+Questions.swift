import Core

extension Vocabulary {
  /// Looks at the state and at what is in flight.
  static var questions: Self {
    Vocabulary("Questions") {
      Command(
        "state",
        Argument.flag("--outline", summary: "list its members, one per line, at most 100"),
        Argument.expression("PATH").optional(),
        summary: "Show the state, or the part of it at a path",
        examples: [
          "state": "all of it", "state todos[0]": "the first todo",
          "state --outline todos": "the members of the list, one per line",
        ]
      ) { shell, isOutline, path in
        if isOutline { return shell.answer(try shell.debugger.outline(of: path)) }
        shell.answer(try path.map { try shell.debugger.value(of: $0) } ?? shell.debugger.state)
      }
      Command(
        "print",
        Argument.expression("EXPR"),
        aliases: ["p"],
        summary: "Print the value of an expression",
        discussion:
          "A line that starts with a name of the state needs no 'print': 'todos.count' does the same.",
        examples: [
          "print todos.count": "how many todos there are",
          "print todos[0].isComplete": "whether the first is done",
        ]
      ) { shell, expression in
        shell.answer(try shell.debugger.value(of: expression))
      }
      Command(
        "effects",
        Argument.flag("--all", summary: "those that were cancelled on this line, too"),
        summary: "List the effects in flight, and when they go on",
        examples: [
          "effects": "what is still to come", "effects --all": "and what was cancelled, where and why",
        ]
      ) { shell, includesCancelled in
        shell.answer(shell.debugger.effects(includingCancelled: includesCancelled))
      }
      Command(
        "blame",
        all,
        Argument.expression("PATH"),
        summary: "Show which moment wrote a value last: command, action, change",
        discussion: "It looks back from this moment; with --all at everything that was ever recorded.",
        examples: ["blame todos[0].isComplete": "who has done this?"]
      ) { shell, all, path in
        shell.answer(try shell.debugger.blame(path, in: all ? .tree : .line))
      }
      Command(
        "last",
        all,
        Argument.expression("PATH"),
        summary: "Go to the moment that wrote a value last",
        examples: ["last todos.count": "to where the number of todos changed last"]
      ) { shell, all, path in
        try shell.debugger.goToLastChange(of: path, in: all ? .tree : .line)
      }
      Command(
        "find",
        Argument.flag("-a", "--every", summary: "every such moment, not only the first"),
        all,
        Argument.expression("EXPR"),
        summary: "Find the first moment at which an expression became true",
        discussion: "It looks at all of this line, from the start to its end, wherever you are on it.",
        examples: [
          "find todos.isEmpty": "when was there nothing to do, first?",
          "find -a todos.count > 2": "each time that a third todo came",
          "find now > 1s && effects.isEmpty": "when was nothing in flight any more?",
        ]
      ) { shell, every, all, expression in
        shell.answer(try shell.debugger.find(expression, every: every, in: all ? .tree : .line))
      }
      Command(
        "when",
        all,
        Argument.expression("EXPR"),
        summary: "List from when to when an expression was true",
        examples: ["when filter == .active": "for how long was it so?"]
      ) { shell, all, expression in
        shell.answer(try shell.debugger.stretches(of: expression, in: all ? .tree : .line))
      }
      Command(
        "watch",
        Argument.expression("PATH").optional(),
        summary: "Print a value whenever it changes; alone, list what is watched",
        examples: ["watch todos.count": "say it when there are more or fewer", "watch": "what is watched"]
      ) { shell, path in
        shell.answer(try path.map { try shell.debugger.watch($0) } ?? shell.debugger.watches)
      }
      Command(
        "unwatch",
        number(.watches),
        summary: "Watch a value no longer; alone, none",
        examples: ["unwatch 1": "no longer the first one"]
      ) { shell, number in
        try shell.debugger.removeWatch(number)
      }
      breakCommand
      Command(
        "unbreak",
        number(.breakpoints),
        summary: "Remove a breakpoint; alone, all of them",
        examples: ["unbreak 1": "no longer stop at the first one"]
      ) { shell, number in
        try shell.debugger.removeBreakpoint(number)
      }
      Command(
        "info",
        summary: "Show how much was recorded, what it takes, and what moving cost",
        discussion: """
          The memory is what the program's heap has grown by since the session began, as the allocator counts it. That \
          is more than the record alone, and may differ a little from run to run.
          """,
        examples: ["info": "moments, branches, memory"]
      ) { shell in
        shell.answer(shell.debugger.statistics)
      }
    }
  }
}

extension Vocabulary {
  private static var breakCommand: Command<State, Action> {
    let condition = Argument.condition("CONDITION", of: Action.self)
    var command = Command<State, Action>(
      "break",
      usage: "[EXPR|PATTERN|COMMAND]",
      summary: "Stop when an expression becomes true, at an action, or after a command",
      discussion: """
        'advance', 'run', 'step' and 'source' stop right there, and what is still due goes on with the next of them. A \
        command that sends several actions is not cut in two. The name of a command or macro stops the script or macro \
        that runs it. A script stops itself only by what was set before it began. Without arguments, list the breakpoints.
        """,
      examples: [
        "break todos.count == 3": "stop when there are three",
        "break \(ActionSyntax.example(of: Action.self))":
          "stop at the actions of a case, whatever its payload",
        "break undo": "stop a script after each 'undo'",
      ],
      completions: [condition.completions]
    ) { (reader, parser) throws(Diagnostic) in
      guard !reader.isAtEnd else { return Operation { $0.answer($0.debugger.breakpoints) } }
      let condition = try parser.breakpoint(&reader, otherwise: condition)
      return Operation { $0.answer(try $0.debugger.setBreakpoint(condition)) }
    }
    command.severalWords = [true]
    command.spansBrackets = true
    return command
  }

  private static var all: Parameter<Bool> {
    Argument.flag("--all", summary: "the whole tree instead of this line")
  }

  private static func number(_ name: CompletionRequest.Name) -> Parameter<Located<Int>?> {
    var number = Argument.integer("N", in: 1...Int.max)
    number.completions = { $0.history(name) }
    return number.optional()
  }
}

extension ScriptParser {
  /// Reads what `break` stops at: the name of a command or macro, unless the state has that name, or a condition.
  fileprivate func breakpoint(
    _ reader: inout ArgumentReader,
    otherwise condition: Parameter<BreakCondition<Action>>
  ) throws(Diagnostic) -> BreakCondition<Action> {
    guard reader.remaining == 1, let word = reader.next, !word.isQuoted,
      !StateNames<State>.has(startOf: word.text)
    else { return try condition.read(&reader) }
    if let name = macros[word.text]?.head.name ?? table.entry(of: word)?.command.name {
      _ = try reader.word(for: "COMMAND")
      return .command(name: name)
    }
    do throws(Diagnostic) {
      return try condition.read(&reader)
    } catch {
      throw error.suggestingAction(named: word.text, of: Action.self)
    }
  }
}

extension Diagnostic {
  /// The same error, with the action whose name has a word in it.
  fileprivate func suggestingAction(named word: String, of type: Any.Type) -> Diagnostic {
    let names = EnumType.names(of: type) ?? []
    guard let name = names.first(where: { $0.lowercased().contains(word.lowercased()) }) else { return self }
    var error = self
    error.hint = "an action starts with a dot: 'break .\(name.asMember)'"
    return error
  }
}

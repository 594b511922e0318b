import Core

extension Vocabulary {
  /// What makes more of a script than a list.
  static var scripts: Self {
    Vocabulary("Scripts") {
      `repeat`
      end
      `let`
      `macro`
      unmacro
    }
  }

  private static var `repeat`: Command<State, Action> {
    var command = Command<State, Action>(
      "repeat",
      usage: "N [as NAME] [COMMAND]",
      summary: "Do a command N times, or all commands up to an 'end'",
      discussion: """
        Behind 'as' stands the variable that counts the rounds, from 0 as indices do. Without COMMAND the lines that \
        follow belong to it, up to a line 'end'; blocks can stand in blocks. Each command is a turn of its own, and \
        expected output must be printed in every round.
        """,
      examples: [
        "repeat 3 advance 1s": "three times", "repeat 5 as i print $i * $i": "the first five squares",
      ]
    ) { (reader, _) throws(Diagnostic) in
      Operation(.repetition(try Repetition(reading: &reader)))
    }
    command.role = .beginsBlock
    return command
  }

  private static var end: Command<State, Action> {
    var command = Command<State, Action>(
      "end",
      usage: "",
      summary: "End the commands of a 'repeat' or a 'macro'",
      examples: ["repeat 2": "what follows is done twice", "step": "this", "end": "up to here"]
    ) { (_, _) throws(Diagnostic) in
      Operation { _ in throw CommandFailure("no 'repeat' or 'macro' stands before this 'end'") }
    }
    command.role = .endsBlock
    return command
  }

  private static var `let`: Command<State, Action> {
    var command = Command<State, Action>(
      "let",
      usage: "[NAME = EXPR]",
      summary: "Keep a value under a name; alone, list the values",
      discussion: """
        From then on $NAME or ${NAME} stands for it: as a word, in expressions and actions, and inside of double \
        quotes, but not in single ones; there, and as \\$ in double quotes, a dollar sign is itself. Values are those of \
        the moment at which 'let' runs; 'undo' does not change them. -v NAME=VALUE on the command line defines one, too.
        """,
      examples: [
        "let n = 3": "a number", "let name = \"Milk and honey\"": "a text",
        "let": "all values",
      ]
    ) { (reader, parser) throws(Diagnostic) in
      guard let source = reader.rest() else { return Operation { $0.listVariables() } }
      let definition = try Definition(parsing: source)
      try reader.check(definition.expression)
      parser.define(definition.name, as: definition.constant)
      return Operation { shell in try shell.define(definition) }
    }
    command.role = .defines
    return command
  }
}

extension Interpreter {
  fileprivate func listVariables() {
    let all = definitions.variables.sorted { $0.key < $1.key }
    answer(VariablesAnswer(variables: all.map { Named(name: $0.key, text: $0.value.literal) }))
  }

  fileprivate func define(_ definition: Definition) throws {
    let context = ExpressionContext(session, for: definition.expression)
    definitions.variables[definition.name] = try definition.variable(in: context)
  }
}

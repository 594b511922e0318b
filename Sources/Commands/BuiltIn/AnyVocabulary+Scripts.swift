import Core

extension AnyVocabulary {
  /// Blocks, variables and macros.
  static var scripts: Self {
    AnyVocabulary(
      "Scripts",
      declaring: "repeat rep",
      "end",
      "let",
      "macro",
      "unmacro"
    ) {
      `repeat`
      end
      `let`
      `macro`
      unmacro
    }
  }

  private static var `repeat`: AnyCommand {
    AnyCommand(
      "repeat",
      usage: "N [as NAME] [COMMAND]",
      summary: "Repeat a command, or all commands up to 'end', N times",
      discussion: """
        'as NAME' defines a variable that counts the rounds from 0. Without COMMAND, repeats the lines that follow, \
        up to 'end'; blocks can be nested. Each command is a turn of its own, and expected output must match \
        in every round.
        """,
      examples: [
        "repeat 3 advance 1s": "three separate turns",
        "repeat 5 as i print $i * $i": "the first five squares",
      ],
      role: .beginsBlock
    ) { (reader, _) throws(Diagnostic) in
      Operation(.repetition(try Repetition(reading: &reader)))
    }
  }

  private static var end: AnyCommand {
    AnyCommand(
      "end",
      usage: "",
      summary: "End a 'repeat' or 'macro' block",
      examples: [
        "repeat 2": "repeat this block twice", "step": "a command in the block", "end": "end of the block",
      ],
      role: .endsBlock
    ) { (_, _) throws(Diagnostic) in
      Operation { _ in throw CommandFailure("'end' without 'repeat' or 'macro'") }
    }
  }

  private static var `let`: AnyCommand {
    AnyCommand(
      "let",
      usage: "[NAME = EXPR]",
      summary: "Define a variable, or list the variables",
      discussion: """
        $NAME or ${NAME} then stands for the value: as a word, in expressions and actions, and inside double quotes. \
        Inside single quotes, and as \\$ in double quotes, a dollar sign is literal. The value is computed when \
        'let' runs; 'undo' does not change it. -v NAME=VALUE on the command line defines a variable, too. Without \
        arguments, lists the variables.
        """,
      examples: [
        "let n = 3": "a number", "let name = \"Milk and honey\"": "a string",
        "let": "all variables",
      ],
      parameters: [
        AnyParameter(usage: "NAME = EXPR", syntax: .swift, wordsLeft: 0, completions: valueCompletions)
      ],
      role: .defines
    ) { (reader, parser) throws(Diagnostic) in
      guard let source = reader.rest() else { return Operation { $0.listVariables() } }
      let definition = try Definition(parsing: source)
      try reader.check(definition.expression)
      parser.define(definition.name, as: definition.constant)
      return Operation { shell in try shell.define(definition) }
    }
  }
}

extension AnyVocabulary {
  private static func valueCompletions(_ request: CompletionRequest) -> [Completion] {
    guard let equals = request.text.firstIndex(of: "=") else { return [] }
    let value = request.text[equals...].dropFirst().drop { $0 == " " }
    return request.about(String(value), word: request.word).memberCompletions
  }
}

extension AnyInterpreter {
  fileprivate func listVariables() {
    let all = definitions.variables.sorted { $0.key < $1.key }
    answer(VariablesAnswer(variables: all.map { Named(name: $0.key, text: $0.value.literal) }))
  }

  fileprivate func define(_ definition: Definition) throws {
    let context = ExpressionContext(session, now: debugger.now)
    definitions.variables[definition.name] = try definition.variable(in: context)
  }
}

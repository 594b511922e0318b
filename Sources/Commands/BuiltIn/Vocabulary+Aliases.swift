import Core

extension Vocabulary {
  static var alias: Command<State, Action> {
    var command = Command<State, Action>(
      "alias",
      usage: "[NAME [= COMMAND…]]",
      summary: "Give a command line a name; alone, list the names",
      discussion: """
        In the command $1 to $9 are the words that follow the name, $* all of them, and $$ is a dollar sign; without any, \
        they follow at its end. An alias can have the name of a command only if that is what it stands for, with other \
        arguments. A record keeps what a name stands for, so that it can be loaded without. Those that you \
        always want belong in the rc file.
        """,
      examples: [
        "alias": "all names", "alias done = toggle $*": "'done 0' marks the first todo",
        "alias hour = advance 1h": "'hour' waits for an hour",
        "alias log = log --by typed": "'log' lists only what was typed",
      ],
      completions: [{ $0.history(.aliases) }]
    ) { (reader, parser) throws(Diagnostic) in
      guard !reader.isAtEnd else { return Operation { $0.answerAliases(nil) } }
      let name = try reader.word(for: "NAME")
      guard let equals = reader.next else {
        let aliases = parser.aliases
        guard aliases[name.text] != nil else { throw unknown(name, in: aliases) }
        return Operation { $0.answerAliases(name.text) }
      }
      try name.checkCommandName(parser.table)
      guard equals.text == "=" else {
        throw equals.diagnostic("expected '=', found '\(equals.text)'", hint: "usage: \(reader.usage)")
      }
      _ = try reader.word(for: "=")
      let first = reader.next
      guard let command = reader.rest() else { throw reader.missing("COMMAND") }
      if parser.table.hasCommand(name.text), first?.text != name.text {
        throw name.diagnostic(
          "'\(name.text)' is a command",
          hint:
            "give the alias another name; only one that stands for '\(name.text) …' itself may have this one"
        )
      }
      parser.aliases[name.text] = command.text
      return Operation { $0.definitions.aliases[name.text] = command.text }
    }
    command.role = .namesCommands
    return command
  }

  static var unalias: Command<State, Action> {
    var command = Command<State, Action>(
      "unalias",
      usage: "NAME…",
      summary: "Take names of command lines away",
      examples: ["unalias later": "'later' is no command any more"],
      completions: [{ $0.history(.aliases) }]
    ) { (reader, parser) throws(Diagnostic) in
      var names: [Word] = []
      repeat {
        names.append(try reader.word(for: "NAME"))
        parser.aliases[names[names.count - 1].text] = nil
      } while !reader.isAtEnd
      return Operation { [names] shell in
        let aliases = shell.definitions.aliases
        for name in names where aliases[name.text] == nil { throw unknown(name, in: aliases) }
        for name in names { shell.definitions.aliases[name.text] = nil }
      }
    }
    command.role = .namesCommands
    return command
  }

  private static func unknown(_ name: Word, in aliases: AliasTable) -> Diagnostic {
    name.diagnostic(
      "there is no alias '\(name.text)'",
      hint: Spelling.suggestion(for: name.text, among: aliases.all.map(\.name)) ?? "'alias' lists them"
    )
  }
}

extension Interpreter {
  /// Lists the aliases, or shows one.
  func answerAliases(_ name: String?) {
    let shown = definitions.aliases.all.filter { name == nil || $0.name == name }
    answer(AliasesAnswer(aliases: shown.map { Named(name: $0.name, text: $0.command) }))
  }
}

extension Word {
  /// Makes sure that a command of the user's own can be called so.
  func checkCommandName<State, Action>(_ table: CommandTable<State, Action>) throws(Diagnostic) {
    let isName =
      text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isName else {
      throw diagnostic(
        "'\(text)' cannot be a name",
        hint: "a name starts with a letter, and has letters, digits, '-' and '_' in it"
      )
    }
    // Where a block begins and ends is seen before a line is read.
    guard let command = table.command(named: text), command.role?.isOfBlock == true else { return }
    throw diagnostic(
      text == command.name ? "'\(text)' is a word of blocks" : "'\(text)' is short for '\(command.name)'",
      hint: "give it another name"
    )
  }
}

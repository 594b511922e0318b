import Core

extension AnyVocabulary {
  static var alias: AnyCommand {
    AnyCommand(
      definedAlias.optional()
        .unless(
          "-d",
          removal(of: .alias, .aliases, known: { $0.aliases.all.map(\.name) }) { $0.aliases.remove($1) }
            .map { $0 }
        ),
      Argument.flag("-d", "--delete", summary: "remove the aliases named"),
      summary: "Define an alias for a command, or list the aliases",
      discussion: """
        In COMMAND, $1 to $9 stand for the words that follow the alias, $* for all of them, and $$ for a dollar \
        sign. If COMMAND has none of these, the words are appended to it. An alias may have the name of a command \
        only if it expands to that command with other arguments. Session files hold the expanded command, so they \
        load without the alias. Put aliases that you always want in the rc file. Without arguments, lists the \
        aliases.
        """,
      examples: [
        "alias": "all aliases", "alias done = toggle $*": "'done 0' marks the first todo",
        "alias hour = advance 1h": "'hour' advances the clock by an hour",
        "alias log = log --by typed": "'log' lists only what was typed",
        "alias -d hour": "'hour' is no longer a command",
      ]
    ) { shell, alias, _ in
      if let alias { try alias.perform(shell) } else { shell.answerAliases(nil) }
    }
    .inScripts(.namesCommands)
  }

  /// Removes aliases or macros.
  static func removal(
    of kind: ScriptSymbol.Kind,
    _ source: CompletionSources.Kind,
    known: @escaping (OwnCommands) -> [String],
    remove: @escaping (inout OwnCommands, String) -> Void
  ) -> Parameter<Operation> {
    let names = Parameter("NAME", completions: { $0.sources.completions(source) }) {
      (word) throws(Diagnostic) in word
    }
    .repeated()
    return Parameter(names.form) { (reader) throws(Diagnostic) in
      let words = try names.read(&reader)
      let parser = try reader.context()
      for word in words { remove(&parser.own, word.text) }
      return Operation { shell in
        let known = known(shell.definitions.own)
        for word in words where !known.contains(word.text) { throw word.unknown("\(kind)", among: known) }
        for word in words { remove(&shell.definitions.own, word.text) }
      }
    }
  }
}

extension AnyVocabulary {
  /// An alias to show or to define.
  private static var definedAlias: Parameter<Operation> {
    let parts = [
      AnyParameter(
        usage: "NAME",
        completions: { $0.sources.completions(.aliases) },
        names: .symbol(.alias, isNew: true)
      ),
      AnyParameter(
        usage: "=",
        syntax: .names,
        completions: { $0.given.contains("-d") ? $0.sources.completions(.aliases) : [] }
      ),
      AnyParameter(usage: "COMMAND…", wordsLeft: 0, command: .kept),
    ]
    return Parameter(AnyParameter(usage: "NAME [= COMMAND…]", parts: parts)) { (reader) throws(Diagnostic) in
      let name = try reader.word(for: "NAME")
      let parser = try reader.context()
      let aliases = parser.own.aliases
      guard let equals = reader.next else {
        guard aliases[name.text] != nil else { throw name.unknown("alias", among: aliases.all.map(\.name)) }
        return Operation { $0.answerAliases(name.text) }
      }
      try name.checkCommandName(parser.table)
      guard equals.text == "=" else {
        throw equals.diagnostic("expected '=', found '\(equals.text)'", hint: "usage: \(reader.usage)")
      }
      _ = try reader.word(for: "=")
      let first = reader.next
      guard let command = reader.rest()?.text else { throw reader.missing("COMMAND") }
      if parser.table.hasCommand(name.text), first?.text != name.text {
        throw name.diagnostic(
          "'\(name.text)' is a command",
          hint:
            "choose another name; an alias may be called '\(name.text)' only if it expands to '\(name.text) …'"
        )
      }
      let line = reader.line
      parser.own.aliases.define(name.text, as: command, in: line)
      return Operation { $0.definitions.own.aliases.define(name.text, as: command, in: line) }
    }
  }
}

extension AnyInterpreter {
  /// Lists the aliases, or shows one.
  func answerAliases(_ name: String?) {
    let shown = definitions.own.aliases.all.filter { name == nil || $0.name == name }
    answer(AliasesAnswer(aliases: shown.map { Named(name: $0.name, text: $0.command) }))
  }
}

extension Word {
  fileprivate func unknown(_ noun: String, among known: [String]) -> Diagnostic {
    diagnostic(
      "unknown \(noun) '\(text)'",
      hint: Spelling.suggestion(for: text, among: known) ?? "'\(noun)' lists them"
    )
  }

  /// Checks that an alias or a macro may have this name.
  func checkCommandName(_ table: CommandTable) throws(Diagnostic) {
    let isName =
      text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isName else {
      throw diagnostic(
        "invalid name '\(text)'",
        hint: "a name starts with a letter and contains only letters, digits, '-' and '_'"
      )
    }
    // The parser finds the bounds of blocks before it expands aliases and macros.
    guard let command = table.command(named: text), command.role?.isOfBlock == true else { return }
    throw diagnostic(
      text == command.name ? "'\(text)' is reserved for blocks" : "'\(text)' is short for '\(command.name)'",
      hint: "choose another name"
    )
  }
}

import Core

extension AnyVocabulary {
  static var alias: AnyCommand {
    AnyCommand(
      "alias",
      usage: "[NAME [= COMMAND…]]",
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
      ],
      parameters: [.names(.aliases)],
      role: .namesCommands
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
            "choose another name; an alias may be called '\(name.text)' only if it expands to '\(name.text) …'"
        )
      }
      let line = reader.line
      parser.aliases.define(name.text, as: command.text, in: line)
      return Operation { $0.definitions.aliases.define(name.text, as: command.text, in: line) }
    }
    .naming(.alias)
  }

  static var unalias: AnyCommand {
    AnyCommand(
      "unalias",
      usage: "NAME…",
      summary: "Remove aliases",
      examples: ["unalias hour": "'hour' is no longer a command"],
      parameters: [.names(.aliases)],
      role: .namesCommands
    ) { (reader, parser) throws(Diagnostic) in
      var names: [Word] = []
      repeat {
        names.append(try reader.word(for: "NAME"))
        parser.aliases.remove(names[names.count - 1].text)
      } while !reader.isAtEnd
      return Operation { [names] shell in
        let aliases = shell.definitions.aliases
        for name in names where aliases[name.text] == nil { throw unknown(name, in: aliases) }
        for name in names { shell.definitions.aliases.remove(name.text) }
      }
    }
    .naming(.each(.alias))
  }

  private static func unknown(_ name: Word, in aliases: AliasTable) -> Diagnostic {
    name.diagnostic(
      "unknown alias '\(name.text)'",
      hint: Spelling.suggestion(for: name.text, among: aliases.all.map(\.name)) ?? "'alias' lists them"
    )
  }
}

extension AnyParameter {
  /// A name of a kind.
  static func names(_ kind: CompletionSources.Name) -> AnyParameter {
    AnyParameter(usage: "NAME") { $0.sources.names(kind) }
  }
}

extension AnyInterpreter {
  /// Lists the aliases, or shows one.
  func answerAliases(_ name: String?) {
    let shown = definitions.aliases.all.filter { name == nil || $0.name == name }
    answer(AliasesAnswer(aliases: shown.map { Named(name: $0.name, text: $0.command) }))
  }
}

extension Word {
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

import Core

extension AnyVocabulary {
  static var alias: AnyCommand {
    AnyCommand(
      definedAlias.optional(),
      help: """
        Define an alias for a command, or list the aliases

        In COMMAND, $1 to $9 stand for the words that follow the alias, $* for all of them, and $$ for a dollar \
        sign. If COMMAND has none of these, the words are appended to it. An alias may have the name of a command \
        only if it expands to that command with other arguments. Session files hold the expanded command, so they \
        load without the alias. Put aliases that you always want in the rc file. Without arguments, lists the \
        aliases.

        alias :: all aliases
        alias done = toggle $* :: 'done 0' marks the first todo
        alias hour = advance 1h :: 'hour' advances the clock by an hour
        alias log = log --by typed :: 'log' lists only what was typed
        alias -d hour :: 'hour' is no longer a command
        """
    ) { shell, alias in
      if let alias {
        try alias.perform(shell)
      } else {
        shell.answer(AliasesAnswer(shell.definitions.sortedMacros))
      }
    }
    .or(Argument.flag("-d", "--delete", summary: "remove the aliases named"), removal(of: "alias")) {
      try $2.perform($0)
    }
    .inScripts(.namesCommands)
  }

  /// Removes macros and aliases.
  static func removal(of noun: String) -> Parameter<Operation> {
    var name = Parameter("NAME", completions: \.sources.macroCompletions) { (word) throws(Diagnostic) in word
    }
    name.form.names = .symbol(.macro, isNew: false)
    let names = name.repeated()
    return Parameter(names.form) { (reader) throws(Diagnostic) in
      let words = try names.read(&reader)
      let parser = try reader.context()
      for word in words { parser.macros[word.text] = nil }
      return Operation { shell in
        let known = shell.definitions.macros
        for word in words where known[word.text] == nil { throw word.unknown(noun, among: known.keys) }
        for word in words { shell.definitions.macros[word.text] = nil }
      }
    }
  }
}

extension AnyVocabulary {
  /// An alias to show or to define.
  private static var definedAlias: Parameter<Operation> {
    let parts = [
      MacroHead.nameForm,
      AnyParameter(usage: "=", syntax: .names),
      AnyParameter(usage: "COMMAND…", wordsLeft: 0, command: .kept),
    ]
    return Parameter(AnyParameter(usage: "NAME [= COMMAND…]", parts: parts)) { (reader) throws(Diagnostic) in
      let name = try reader.word(for: "NAME")
      let parser = try reader.context()
      guard let equals = reader.next else {
        guard let alias = parser.macros[name.text], alias.aliased != nil else {
          throw name.unknown("alias", among: parser.macros.keys)
        }
        return Operation { $0.answer(AliasesAnswer([alias])) }
      }
      try name.checkCommandName(parser.table)
      guard equals.text == "=" else {
        throw equals.diagnostic("expected '=', found '\(equals.text)'", hint: "usage: \(reader.usage)")
      }
      _ = try reader.word(for: "=")
      guard let line = reader.restAsCommand() else { throw reader.missing("COMMAND") }
      if parser.table.hasCommand(name.text), line.words[0].text != name.text {
        throw name.diagnostic(
          "'\(name.text)' is a command",
          hint:
            "choose another name; an alias may be called '\(name.text)' only if it expands to '\(name.text) …'"
        )
      }
      let alias = parser.define(Macro(alias: name, line), by: reader.line)
      return Operation { $0.definitions.macros[name.text] = alias }
    }
  }
}

extension Word {
  fileprivate func unknown(_ noun: String, among known: some Sequence<String>) -> Diagnostic {
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

import Core

extension Vocabulary {
  static var `macro`: Command<State, Action> {
    var command = Command<State, Action>(
      "macro",
      usage: "[NAME [PARAMETER…]]",
      summary: "Give the commands up to an 'end' a name; alone, list the macros",
      discussion: """
        'NAME WORD…' does them then, each as a command of its own, with $PARAMETER for the word that has its place. \
        PARAMETER=VALUE gives it a value where the word is left out. What a parameter stood for before is back when the \
        macro ends; other variables that it sets stay.

        The commands are checked where the macro is defined: the variables and macros that they name must be there \
        before. A macro cannot call itself. A record keeps the commands that were done, so that it can be loaded without. \
        'help NAME' shows a macro, 'unmacro' takes it away.
        """,
      examples: [
        "macro buy what n=1": "'buy Milk' and 'buy Eggs 3' will do", "repeat $n print $what": "this",
        "end": "up to here",
      ],
      completions: [{ $0.history(.macros) }]
    ) { (reader, parser) throws(Diagnostic) in
      guard !reader.isAtEnd else { return Operation { $0.listMacros() } }
      return Operation(.macro(try MacroHead(reading: &reader, parser.table)))
    }
    command.role = .beginsMacro
    return command
  }

  static var unmacro: Command<State, Action> {
    var command = Command<State, Action>(
      "unmacro",
      usage: "NAME…",
      summary: "Take macros away",
      examples: ["unmacro buy": "'buy' is no command any more"],
      completions: [{ $0.history(.macros) }]
    ) { (reader, parser) throws(Diagnostic) in
      var names: [Word] = []
      repeat {
        names.append(try reader.word(for: "NAME"))
        parser.macros[names[names.count - 1].text] = nil
      } while !reader.isAtEnd
      return Operation { [names] shell in
        let macros = shell.definitions.macros
        for name in names where macros[name.text] == nil {
          throw name.diagnostic(
            "there is no macro '\(name.text)'",
            hint: Spelling.suggestion(for: name.text, among: macros.keys.sorted())
              ?? "'macro' lists them"
          )
        }
        for name in names { shell.definitions.macros[name.text] = nil }
      }
    }
    command.role = .namesCommands
    return command
  }
}

extension Interpreter {
  /// Lists the macros as they were defined, so that the list is a script.
  fileprivate func listMacros() {
    let all = definitions.macros.sorted { $0.key < $1.key }.map { name, macro in
      Named(name: name, text: macro.definition(table).joined(separator: "\n"), summary: macro.summary)
    }
    answer(MacrosAnswer(macros: all))
  }

  /// Shows a macro as `help` does a command.
  func answerHelp(of macro: Macro<State, Action>) {
    let definition = macro.definition(table).map { "  \($0)".controlCharactersEscaped }
    answer(
      HelpAnswer { page in
        [page.palette(.strong, macro.head.usage.controlCharactersEscaped), "", "A macro:"] + definition
      }
    )
  }
}

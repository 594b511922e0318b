import Core

extension AnyVocabulary {
  static var `macro`: AnyCommand {
    AnyCommand(
      "macro",
      usage: "[NAME [PARAMETER…]]",
      summary: "Define a macro of the commands up to 'end', or list the macros",
      discussion: """
        'NAME WORD…' then runs the commands, each as a turn of its own, with $PARAMETER replaced by the word in its \
        position. PARAMETER=VALUE sets a default for a missing word. When the macro ends, parameters regain their \
        previous values; other variables keep the values that the macro gave them.

        The commands are checked when the macro is defined, so the variables and macros that they use must already \
        exist. A macro cannot call itself. Session files hold the commands that the macro ran, so they load without \
        it. 'help NAME' shows a macro, 'unmacro' removes it. 'macro' without arguments lists the macros.
        """,
      examples: [
        "macro buy what n=1": "'buy Milk' and 'buy Eggs 3' will run", "repeat $n print $what": "this line",
        "end": "end of the macro",
      ],
      parameters: [.names(.macros)],
      role: .beginsMacro
    ) { (reader, parser) throws(Diagnostic) in
      guard !reader.isAtEnd else { return Operation { $0.listMacros() } }
      return Operation(.macro(try MacroHead(reading: &reader, parser.table)))
    }
  }
}

extension AnyInterpreter {
  /// Lists the macros as definitions, so that the list is a valid script.
  fileprivate func listMacros() {
    let all = definitions.own.macros.sorted { $0.key < $1.key }.map { name, macro in
      Named(name: name, text: macro.definition(table).joined(separator: "\n"), summary: macro.summary)
    }
    answer(MacrosAnswer(macros: all))
  }

  /// Prints the help page of a macro.
  func answerHelp(of macro: Macro) {
    let definition = macro.definition(table).map { "  \($0)".controlCharactersEscaped }
    answer(
      HelpAnswer { page in
        [page.palette(.strong, macro.head.usage.controlCharactersEscaped), "", "A macro:"] + definition
      }
    )
  }
}

import Core

extension AnyVocabulary {
  /// Blocks, variables and macros.
  static var scripts: Self {
    AnyVocabulary("Scripts") {
      "repeat rep"
      AnyCommand(
        Repetition.parameter,
        help: """
          Repeat a command, or all commands up to 'end', N times

          'as NAME' defines a variable that counts the rounds from 0. Without COMMAND, repeats the lines that follow, \
          up to 'end'; blocks can be nested. Each command is a turn of its own, and expected output must match \
          in every round.

          repeat 3 advance 1s :: three separate turns
          repeat 5 as i print $i * $i :: the first five squares
          """
      ) { _, _ in
        throw BlockHead.notAllowed
      }
      .inScripts(.beginsBlock)
      "end"
      AnyCommand(
        help: """
          End a 'repeat' or 'macro' block

          repeat 2 :: repeat this block twice
          step :: a command in the block
          end :: end of the block
          """
      ) { _ in
        throw CommandFailure("'end' without 'repeat' or 'macro'")
      }
      .inScripts(.endsBlock)
      "let"
      AnyCommand(
        Definition.parameter.optional(),
        help: """
          Define a variable, or list the variables

          $NAME or ${NAME} then stands for the value: as a word, in expressions and actions, and inside double quotes. \
          Inside single quotes, and as \\$ in double quotes, a dollar sign is literal. The value is computed when \
          'let' runs; 'undo' does not change it. -v NAME=VALUE on the command line defines a variable, too. Without \
          arguments, lists the variables.

          let n = 3 :: a number
          let name = "Milk and honey" :: a string
          let :: all variables
          """
      ) { shell, definition in
        guard let definition else {
          let all = shell.definitions.variables.inOrderOfKeys
          return shell.answer(
            VariablesAnswer(variables: all.map { Named(name: $0.key, text: $0.value.literal) })
          )
        }
        let context = ExpressionContext(shell.session, now: shell.debugger.now)
        shell.definitions.variables[definition.name] = try definition.variable(in: context)
      }
      .inScripts(.defines)
      "macro"
      AnyCommand(
        MacroHead.parameter.optional(),
        help: """
          Define a macro of the commands up to 'end', or list the macros

          'NAME WORD…' then runs the commands, each as a turn of its own, with $PARAMETER replaced by the word in its \
          position. PARAMETER=VALUE sets a default for a missing word. When the macro ends, parameters regain their \
          previous values; other variables keep the values that the macro gave them.

          The commands are checked when the macro is defined, so the variables and macros that they use must already \
          exist. A macro cannot call itself. Session files hold the commands that the macro ran, so they load without \
          it. 'help NAME' shows a macro, 'macro -d NAME' removes it. 'macro' without arguments lists the macros.

          macro buy what n=1 :: 'buy Milk' and 'buy Eggs 3' will run
          repeat $n print $what :: this line
          end :: end of the macro
          macro -d buy :: 'buy' is no longer a command
          """
      ) { shell, macro in
        guard macro == nil else { throw BlockHead.notAllowed }
        // As definitions, so that the list is a valid script.
        let all = shell.definitions.sortedMacros.filter { $0.aliased == nil }.map { macro in
          let definition = macro.definition.joined(separator: "\n")
          return Named(name: macro.head.name, text: definition, summary: macro.summary)
        }
        shell.answer(MacrosAnswer(macros: all))
      }
      .or(Argument.flag("-d", "--delete", summary: "remove the macros named"), removal(of: "macro")) {
        try $2.perform($0)
      }
      .inScripts(.beginsMacro)
    }
  }
}

import Core

extension AnyVocabulary {
  /// The shell itself.
  static var shell: Self {
    AnyVocabulary("Shell") {
      "help ?"
      AnyCommand(
        subject.optional(),
        help: """
          List the commands, or explain a command or a topic

          Without arguments, lists the commands of the feature and the most common others; 'help all' lists all commands. If \
          there is no command or topic of a name, lists those whose help contains it. With -k, upper and lower case are the \
          same; macros and aliases are found by their names and bodies, topics by their text.

          help :: the most common commands
          help all :: all commands
          help advance :: how to move the clock
          help . :: actions, which start with a dot
          help expressions :: what an expression can contain
          help json :: the events that --format json prints
          help -k mark goto :: help that contains both words
          """
      ) { shell, subject in
        try (subject ?? overview(listsAll: false)).perform(shell)
      }
      .or(
        Argument.flag(
          "-k",
          "--search",
          summary: "find the commands and topics whose help contains all of some words"
        ),
        Parameter("WORD", .names) { $0.text }.repeated()
      ) { shell, _, words in
        try shell.search(for: words)
      }
      .paged()
      "source"
      AnyCommand(
        script,
        help: """
          Run the commands in a script

          In a script, the path is relative to that script. '~/' is the home directory, here and in all other paths. \
          The file is read and checked along with the script that sources it. If it changes afterwards, what was \
          checked is run.

          source set-up.todoscript :: run the commands in that file
          """
      ) { shell, operation in
        try operation.perform(shell)
      }
      .inScripts(.includes)
      "set"
      AnyCommand(
        setting.optional(),
        help: """
          Change a setting, or list the settings

          At the prompt, an action prints a line for each part of the state that it changes, and for each effect that it \
          starts, cancels or finishes; in scripts, it prints the changes in full. 'set diff net' and 'set diff full' choose \
          one of these everywhere, and 'set diff moments' a line for each action and change.

          'set history N' keeps the states of N moments and rebuilds the others on demand. A moment without its state \
          takes less than 1 KB, or about 1.5 KB with effects in flight. Without arguments, lists the settings.

          While 'set exhaustive' is on, a script fails at its end if an effect has sent an action that no 'receive' \
          asserted, or if an effect is still in flight. Actions sent before it was turned on do not count. 'begin' and 'load' \
          end the session, and so make the same check. Only the branch on which the session ends is checked. A \
          command also fails when the feature reports an issue during it, such as an action for a missing element.

          set :: all settings
          set diff full :: print what an action changes in full
          set exhaustive on :: fail on anything not asserted
          """
      ) { shell, setting in
        guard let change = setting?.change else {
          if setting?.setting.name == "exhaustive" {
            return shell.answer(ExhaustiveAnswer(isOn: shell.debugger.received.isExhaustive))
          }
          return shell.answer(SettingsAnswer(setting.map { [$0.setting] } ?? Setting.all, of: shell))
        }
        change(shell)
      }
      "alias"
      alias
      "history"
      AnyCommand(
        Argument.text("N|TEXT").optional(),
        help: """
          List typed lines: all, the last N, or those containing TEXT

          Lines are saved in your history file, which is shared with other running shells. A line that starts with a \
          space is not saved; with the option --private, none are.

          history :: all lines
          history 10 :: the last ten
          history toggle :: lines containing 'toggle'
          """
      ) { shell, text in
        guard let host = shell.frontEnd.host else {
          return shell.debugger.notice("a script has no typed lines", isAskedFor: true)
        }
        let numbered = Array(zip(1..., host.typedLines))
        let count = text.flatMap { $0.allSatisfy(\.isWholeNumber) ? Int($0) : nil }
        let shown =
          count.map { Array(numbered.suffix($0)) }
          ?? numbered.filter { text == nil || $0.1.contains(text ?? "") }
        shell.answer(HistoryAnswer(items: shown.map { HistoryAnswer.Line(number: $0.0, text: $0.1) }))
      }
      .paged()
      "quit exit"
      AnyCommand(
        Argument.integer("CODE", noun: "code", in: 0...255).optional(),
        help: """
          Exit the shell

          The exit code is 0 by default; in a script it is 1 after a failure. ^D exits, too.

          quit :: exit
          quit 3 :: exit with code 3
          """
      ) { shell, status in
        shell.quit(status: (status?.value).map { Int32($0) })
      }
      .inScripts(.endsShell)
    }
  }

  /// The subject that `help` explains.
  private static var subject: Parameter<Operation> {
    var form = AnyParameter(usage: "all|CMD|TOPIC", syntax: .names) { request in
      let commands = request.sources.commands()
      // A command hides the topic of the same name.
      let topics = HelpTopic.allCases.filter { topic in !commands.contains { $0.text == topic.rawValue } }
      return commands + [Completion("all", summary: "list all commands")]
        + topics.map { Completion($0.rawValue, summary: $0.summary) }
    }
    form.names = .command(yieldsToState: false)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let parser = try reader.context()
      if reader.next?.text.hasPrefix(".") == true, let source = reader.rest(), source.text != "." {
        let found = try ActionHelp(of: parser.table.types.action, at: source)
        return Operation { $0.answer(HelpAnswer(text: found.lines)) }
      }
      // Only the dot has been read.
      guard !reader.isAtEnd else { return help(on: .actions) }
      let word = try reader.word(for: "CMD")
      if word.text == "all", !parser.table.hasCommand("all"), parser.macros["all"] == nil {
        return overview(listsAll: true)
      }
      if let macro = parser.macros[word.text], !parser.table.hasCommand(word.text) {
        return macro.aliased == nil ? help(on: macro) : Operation { $0.answer(AliasesAnswer([macro])) }
      }
      if let topic = try parser.helpTopic(for: word) { return help(on: topic) }
      let others = parser.macros.keys + HelpTopic.allCases.map(\.rawValue)
      if parser.table.names(startingWith: word.text).isEmpty, parser.table.entry(of: word) == nil,
        parser.table.remedy(for: word.text, orOneOf: others) == nil,
        parser.table.commands(mentioning: [word.text]).isEmpty == false
      {
        return Operation { try $0.search(for: [word.text]) }
      }
      return help(
        on: try parser.table.entry(
          for: word,
          named: "command or topic",
          orOneOf: others
        )
      )
    }
  }

  /// A script to run.
  private static var script: Parameter<Operation> {
    Parameter(AnyParameter(usage: "FILE", completions: \.fileCompletions)) { (reader) throws(Diagnostic) in
      let file = try reader.word(for: "FILE")
      let parser = try reader.context()
      let program = try parser.include(file)
      return Operation { try $0.runSourced(program, parser, at: file.source) }
    }
  }

  /// A setting to change or to show.
  private static var setting: Parameter<(setting: Setting, change: ((AnyInterpreter) -> Void)?)> {
    let form = AnyParameter(usage: "NAME [VALUE]", syntax: .names, wordsLeft: 0) { request in
      let words = TypedWords(request.text[...]).words
      if words.count == 1 { return Setting.all.map { Completion($0.name, summary: $0.summary) } }
      return words.count > 2 ? [] : Setting.all.first { $0.name == words[0] }?.completions ?? []
    }
    return Parameter(form) { (reader) throws(Diagnostic) in
      let word = try reader.word(for: "NAME")
      let setting = try Setting.named(word)
      reader.note(word, abbreviates: setting.name)
      guard !reader.isAtEnd else { return (setting, nil) }
      var words = reader
      let value = try reader.word(for: "VALUE")
      let change = try setting.read(value)
      if setting.isText, let word = reader.next {
        let value = words.rest()?.text.quotedAsLiteral ?? ""
        throw word.diagnostic(
          "unexpected '\(word.text)'",
          hint: "quote a value of several words: set \(setting.name) \(value)"
        )
      }
      if setting.isText, !reader.line.mayStartPrograms, case .command = PagerChoice(text: value.text) {
        throw value.diagnostic(
          "the pager can be set to a program only at the prompt or in the rc file, "
            + "not in a script or in the aliases and macros that it defines",
          hint: "'auto' and 'off' work everywhere"
        )
      }
      return (setting, change)
    }
  }

  /// Lists commands.
  private static func overview(listsAll: Bool) -> Operation {
    Operation { shell in
      let (table, macros) = (shell.table, shell.definitions.sortedMacros.filter { $0.aliased == nil })
      shell.answer(HelpAnswer { $0.overview(table, macros: macros, listsAll: listsAll) })
    }
  }

  /// Explains a command.
  static func help(on entry: CommandEntry) -> Operation {
    Operation { shell in
      shell.answer(
        HelpAnswer { page in
          (entry.former.map { ["\($0.note(on: $0.line)).", ""] } ?? []) + page.help(entry.command)
        }
      )
    }
  }

  /// Explains a macro.
  static func help(on macro: Macro) -> Operation {
    Operation { shell in
      let definition = macro.definition.map { "  \($0)".controlCharactersEscaped }
      shell.answer(
        HelpAnswer { page in
          [page.palette(.strong, macro.head.usage.controlCharactersEscaped), "", "A macro:"] + definition
        }
      )
    }
  }

  private static func help(on topic: HelpTopic) -> Operation {
    Operation { shell in shell.answer(HelpAnswer { shell.help(on: topic, $0) }) }
  }
}

extension ScriptParser {
  /// The topic named by a word, unless the word names a command.
  ///
  /// - Throws: An error if the word is the prefix of several topics or commands.
  fileprivate func helpTopic(for word: Word) throws(Diagnostic) -> HelpTopic? {
    guard !word.text.isEmpty, !table.hasCommand(word.text) else { return nil }
    if let topic = HelpTopic(rawValue: word.text) { return topic }
    let topics = HelpTopic.allCases.filter { $0.rawValue.hasPrefix(word.text) }
    let commands = table.names(startingWith: word.text)
    // An unambiguous prefix of a command takes precedence over topics.
    guard commands.count != 1, !topics.isEmpty else { return nil }
    if commands.isEmpty, topics.count == 1 { return topics[0] }
    let all = (commands + topics.map(\.rawValue)).sorted().joined(separator: ", ")
    throw word.diagnostic("'\(word.text)' is ambiguous: \(all)", hint: "type more of the name")
  }
}

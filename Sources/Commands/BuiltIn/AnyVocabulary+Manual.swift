import Core

extension AnyVocabulary {
  /// Searches the help of commands and topics.
  static var apropos: AnyCommand {
    AnyCommand(
      Argument.word("WORD").repeated(),
      summary: "Find commands and topics by words in their help",
      discussion: """
        Every WORD must occur in the command's name, summary, options, examples or other help, in upper or lower \
        case. Macros and aliases are found by their names and bodies, topics by their text.
        """,
      examples: [
        "apropos clock": "everything about the clock", "apropos mark goto": "help that contains both words",
      ]
    ) { shell, words in
      let texts = words.map(\.value)
      var found = shell.table.sections.flatMap(\.commands).filter { $0.mentions(texts) }
        .map { ($0.usage, $0.summary) }
      found += shell.ownCommands.filter { "\($0.usage)\n\($0.text)".mentions(texts) }
        .map { ($0.usage, $0.summary) }
      found += HelpTopic.allCases.filter { topic in
        // Independent of the width of the window.
        let page = [topic.rawValue, topic.summary] + shell.help(on: topic, Page())
        return page.joined(separator: "\n").mentions(texts)
      }
      .map { ("help \($0.rawValue)", $0.summary) }
      guard !found.isEmpty else {
        let all = (words.count == 2 ? "both " : "") + words.map { "'\($0.value)'" }.joined(separator: " and ")
        throw CommandFailure(
          "no command or topic mentions \(all)",
          hint: "'help' lists the commands and topics"
        )
      }
      shell.answer(CommandsAnswer(commands: found.map { Named(name: $0.0, text: $0.1) }))
    }
    .paged()
  }

  /// Shows the name and version of the program.
  static var version: AnyCommand {
    AnyCommand(summary: "Show the program's version", examples: ["version": "name and version"]) {
      (shell: AnyInterpreter) in
      let application = shell.application
      shell.answer(VersionAnswer(program: application.name, version: application.version))
    }
  }
}

extension AnyInterpreter {
  /// The macros and aliases, sorted by name.
  fileprivate var ownCommands: [(usage: String, summary: String, text: String)] {
    let macros = definitions.own.macros.values.sorted { $0.head.name < $1.head.name }.map { macro in
      (macro.head.usage, "macro: \(macro.summary)", macro.definition(table).joined(separator: "\n"))
    }
    return macros + definitions.own.aliases.all.map { ($0.name, "alias: \($0.command)", $0.command) }
  }
}

extension String {
  /// Whether all these words occur in it, ignoring case.
  fileprivate func mentions(_ words: [String]) -> Bool {
    let text = lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}

extension AnyCommand {
  /// Whether all these words occur in the command's help.
  fileprivate func mentions(_ words: [String]) -> Bool {
    var texts = [usage, summary, discussion] + aliases
    texts += options.flatMap { $0.names + [$0.summary] }
    texts += examples.flatMap { [$0.line, $0.explanation] }
    return texts.joined(separator: "\n").mentions(words)
  }
}

import Core

extension CommandTable {
  /// The commands whose help contains some words.
  func commands(mentioning words: [String]) -> [AnyCommand] {
    sections.flatMap(\.commands).filter { $0.mentions(words) }
  }
}

extension AnyInterpreter {
  /// Lists the commands and topics whose help contains all of some words.
  ///
  /// - Throws: `CommandFailure` if there are none.
  func search(for texts: [String]) throws(CommandFailure) {
    var found = table.commands(mentioning: texts).map { ($0.usage, $0.summary) }
    found += ownCommands.filter { "\($0.usage)\n\($0.text)".mentions(texts) }.map { ($0.usage, $0.summary) }
    found += HelpTopic.allCases.filter { topic in
      // Independent of the width of the window.
      let page = [topic.rawValue, topic.summary] + help(on: topic, Page())
      return page.joined(separator: "\n").mentions(texts)
    }
    .map { ("help \($0.rawValue)", $0.summary) }
    guard !found.isEmpty else {
      let all = (texts.count == 2 ? "both " : "") + texts.map { "'\($0)'" }.joined(separator: " and ")
      throw CommandFailure(
        "no command or topic mentions \(all)",
        hint: "'help all' lists the commands and topics"
      )
    }
    answer(CommandsAnswer(commands: found.map { Named(name: $0.0, text: $0.1) }))
  }

  /// The macros and aliases, sorted by name.
  private var ownCommands: [(usage: String, summary: String, text: String)] {
    definitions.sortedMacros.map { macro in
      let text = macro.definition.joined(separator: "\n")
      guard let aliased = macro.aliased else { return (macro.head.usage, "macro: \(macro.summary)", text) }
      return (macro.head.name, "alias: \(aliased.text)", text)
    }
  }

  /// The help on a topic.
  func help(on topic: HelpTopic, _ page: Page) -> [String] {
    switch topic {
    case .actions: return page.actions(table.types.action)
    case .json: return EventFormat.help
    default:
      let section = ScriptGuide(application).section(on: topic)
      return section.map(page.help) ?? []
    }
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
    texts += examples.flatMap { [$0.name, $0.meaning] }
    return texts.joined(separator: "\n").mentions(words)
  }
}

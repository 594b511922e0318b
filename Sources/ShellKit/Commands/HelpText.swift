/// What `help` prints.
enum HelpText {
  /// The width that paragraphs are wrapped to, in terminal cells.
  private static let width = 80

  /// All commands with their summaries, under the headings of their vocabularies.
  static func overview<State, Action>(
    _ table: CommandTable<State, Action>,
    macros: [String: Macro<State, Action>],
    palette: Palette
  ) -> [String] {
    var lines: [String] = []
    var sections = table.vocabularies.map { vocabulary in
      (title: vocabulary.title, commands: vocabulary.commands.map { ($0.usage, $0.summary) })
    }
    if !macros.isEmpty {
      let macros = macros.sorted { $0.key < $1.key }.map(\.value)
      let commands = macros.map { ($0.head.usage, $0.summary.controlCharactersEscaped) }
      sections.append((title: "Macros", commands: commands))
    }
    let widest = sections.flatMap(\.commands).map(\.0.cellWidth).max() ?? 0
    for section in sections {
      lines.append(palette(.strong, section.title))
      for (usage, summary) in section.commands {
        lines.append("  \(usage.padded(to: widest))  \(palette(.dimmed, summary))")
      }
      lines.append("")
    }
    return lines + [
      "A line that starts with '.' is an action in Swift syntax: 'help .' lists the actions.",
      "Any unambiguous start of a command works. '#' starts a comment.",
      "'help COMMAND' explains a command, with examples.",
    ]
  }

  /// All about one command.
  static func page<State, Action>(_ command: Command<State, Action>, palette: Palette) -> [String] {
    var lines = [palette(.strong, command.usage), ""]
    lines += wrapped(command.summary + ".")
    if !command.discussion.isEmpty { lines += [""] + paragraphs(command.discussion) }
    if !command.aliases.isEmpty { lines += ["", "Also: \(command.aliases.joined(separator: ", "))"] }
    if !command.options.isEmpty {
      lines += ["", palette(.strong, "Options")]
      let names = command.options.map { option in
        option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
      }
      let widest = names.map(\.cellWidth).max() ?? 0
      for (name, option) in zip(names, command.options) {
        lines.append("  \(name.padded(to: widest))  \(palette(.dimmed, option.summary))")
      }
    }
    guard !command.examples.isEmpty else { return lines }
    lines += ["", palette(.strong, "Examples")]
    let widest = command.examples.map(\.line.cellWidth).max() ?? 0
    return lines
      + command.examples.map { "  \($0.line.padded(to: widest))  \(palette(.dimmed, $0.explanation))" }
  }

  /// Paragraphs, each on lines of its own.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped(String($0)) }
  }

  /// A paragraph in lines.
  static func wrapped(_ text: String) -> [String] { text.wrapped(to: width) }
}

/// What `help` prints.
enum HelpText {
  /// The width that paragraphs are wrapped to, in terminal cells.
  private static let width = 80

  /// All commands with their summaries, under the headings of their vocabularies.
  static func overview<State, Action>(_ table: CommandTable<State, Action>, palette: Palette) -> [String] {
    var lines: [String] = []
    let widest = table.vocabularies.flatMap(\.commands).map(\.usage.cellWidth).max() ?? 0
    for vocabulary in table.vocabularies {
      lines.append(palette(.strong, vocabulary.title))
      for command in vocabulary.commands {
        lines.append("  \(command.usage.padded(to: widest))  \(palette(.dimmed, command.summary))")
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

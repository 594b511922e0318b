/// The output of `help`.
enum HelpText {
  /// The width to which paragraphs are wrapped, in terminal cells, if the window is wide enough.
  private static let width = 80

  /// All commands with their summaries, under the headings of their vocabularies.
  ///
  /// - Parameter columns: The width of a line in cells; nil for no limit.
  static func overview(
    _ table: CommandTable,
    macros: [String: Macro],
    palette: Palette,
    columns: Int?
  ) -> [String] {
    var lines: [String] = []
    var sections = table.vocabularies.map { vocabulary in
      (title: vocabulary.title, commands: vocabulary.commands.map { (name: $0.usage, meaning: $0.summary) })
    }
    if !macros.isEmpty {
      let macros = macros.sorted { $0.key < $1.key }.map(\.value)
      let commands = macros.map { (name: $0.head.usage, meaning: $0.summary.controlCharactersEscaped) }
      sections.append((title: "Macros", commands: commands))
    }
    let widest = sections.flatMap(\.commands).map(\.name.cellWidth).max() ?? 0
    for section in sections {
      lines.append(palette(.strong, section.title))
      lines += listed(section.commands, widest: widest, palette: palette, columns: columns) + [""]
    }
    let remarks = [
      "A line that starts with '.' is an action in Swift syntax: 'help .' lists the actions.",
      "Commands can be abbreviated to any unambiguous prefix. '# ' starts a comment.",
      "'help COMMAND' explains a command, with examples.",
    ]
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    return lines + remarks.flatMap { remark in columns.map { remark.wrapped(to: $0) } ?? [remark] }
      + wrapped("'help TOPIC' explains the rest: \(topics).", columns: columns)
  }

  /// The help page of a command.
  ///
  /// - Parameter columns: The width of a line in cells; nil for no limit.
  static func page(
    _ command: AnyCommand,
    palette: Palette,
    columns: Int?
  ) -> [String] {
    var lines = [palette(.strong, command.usage), ""]
    lines += wrapped(command.summary + ".", columns: columns)
    if !command.discussion.isEmpty {
      lines += [""] + paragraphs(command.discussion).flatMap { wrapped($0, columns: columns) }
    }
    if !command.aliases.isEmpty { lines += ["", "Also: \(command.aliases.joined(separator: ", "))"] }
    if !command.options.isEmpty {
      lines += ["", palette(.strong, "Options")]
      let names = command.options.map { option in
        option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
      }
      let entries = zip(names, command.options.map(\.summary)).map { ($0, $1) }
      lines += listed(entries, palette: palette, columns: columns)
    }
    guard !command.examples.isEmpty else { return lines }
    lines += ["", palette(.strong, "Examples")]
    return lines
      + listed(command.examples.map { ($0.line, $0.explanation) }, palette: palette, columns: columns)
  }

  /// A section of the guide to scripts.
  ///
  /// - Parameter columns: The width of a line in cells; nil for no limit.
  static func section(
    _ section: ScriptGuide.Section,
    palette: Palette,
    columns: Int?
  ) -> [String] {
    section.parts.reduce(into: [palette(.strong, section.title)]) { lines, part in
      lines.append("")
      switch part {
      case .text(let text): lines += paragraphs(text).flatMap { wrapped($0, columns: columns) }
      case .forms(let forms):
        lines += listed(forms.map { ($0.form, $0.meaning) }, palette: palette, columns: columns)
      case .script(let script): lines += paragraphs(script).map { "    \($0)" }
      }
    }
  }

  /// Names, each with its meaning beside it, or below it if the window is too narrow for both or the name is long.
  ///
  /// - Parameters:
  ///   - widest: The width of the column of names in cells; nil for that of the widest name that is not long.
  ///   - columns: The width of a line in cells; nil for no limit.
  static func listed(
    _ entries: [(name: String, meaning: String)],
    widest: Int? = nil,
    palette: Palette,
    columns: Int?
  ) -> [String] {
    let widest = widest ?? entries.map(\.name.cellWidth).filter { $0 <= widestName }.max() ?? 0
    let room = columns.map { $0 - widest - 4 } ?? .max
    return entries.flatMap { name, meaning -> [String] in
      guard name.cellWidth <= widest else {
        return wrapped(name, columns: columns.map { $0 - 2 }).map { "  \($0)" }
          + wrapped(meaning, columns: columns.map { $0 - 6 }).map { "      \(palette(.dimmed, $0))" }
      }
      guard meaning.cellWidth > room else {
        return ["  \(name.padded(to: widest))  \(palette(.dimmed, meaning))"]
      }
      let isBeside = room >= narrowestMeaning
      let lines = meaning.wrapped(to: isBeside ? room : max((columns ?? 0) - 6, 1))
      let indent = String(repeating: " ", count: isBeside ? widest + 4 : 6)
      let shown = lines.map { indent + palette(.dimmed, $0) }
      guard isBeside, let first = lines.first else { return ["  \(name)"] + shown }
      return ["  \(name.padded(to: widest))  \(palette(.dimmed, first))"] + shown.dropFirst()
    }
  }

  /// The width in cells up to which a name has its meaning beside it.
  private static let widestName = 60
  /// The width in cells that a meaning needs beside a name.
  private static let narrowestMeaning = 24

  /// The paragraphs of a text.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines of a wrapped paragraph.
  static func wrapped(_ text: String, columns: Int?) -> [String] {
    text.wrapped(to: columns.map { min($0, width) } ?? width)
  }
}

// The output of `help`.
extension Page {
  /// The width to which paragraphs are wrapped, in terminal cells, if the window is wide enough.
  private static var paragraphWidth: Int { 80 }

  /// The commands of the feature, the macros, and the most common of the others, each with its summary.
  ///
  /// - Parameter listsAll: Whether to list all others, under the headings of their vocabularies.
  func overview(_ table: CommandTable, macros: [Macro], listsAll: Bool) -> [String] {
    let shown = listsAll ? table.sections : table.vocabularies.filter { !$0.isBuiltIn }
    var sections = shown.map { vocabulary in
      (
        title: vocabulary.title,
        commands: vocabulary.commands.filter { !$0.isHidden }.map { (name: $0.usage, meaning: $0.summary) }
      )
    }
    if !listsAll {
      let common = table.commonest.map { (name: $0.usage, meaning: $0.summary) }
      sections.append((title: "Common commands", commands: common))
    }
    if !macros.isEmpty {
      let commands = macros.map {
        (name: $0.head.usage, meaning: $0.summary.controlCharactersEscaped)
      }
      sections.append((title: "Macros", commands: commands))
    }
    let widest = sections.flatMap(\.commands).map(\.name.cellWidth).max() ?? 0
    var lines: [String] = []
    for section in sections {
      lines.append(palette(.strong, section.title))
      lines += listed(section.commands, widest: widest) + [""]
    }
    let count = table.sections.flatMap(\.commands).count { !$0.isHidden }
    let remarks =
      listsAll
      ? [
        "A line that starts with '.' is an action in Swift syntax: 'help .' lists the actions.",
        "Commands can be abbreviated to any unambiguous prefix. '# ' starts a comment.",
        "'help COMMAND' explains a command, with examples.",
      ]
      : ["'help COMMAND' explains one, 'help all' lists all \(count), 'help .' the actions."]
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    return lines + remarks.flatMap { remark in columns.map { remark.wrapped(to: $0) } ?? [remark] }
      + (listsAll ? wrapped("'help TOPIC' explains the rest: \(topics).") : [])
  }

  /// The help page of a command.
  func help(_ command: AnyCommand) -> [String] {
    var lines = command.usages.map { palette(.strong, $0) } + [""]
    lines += wrapped(command.summary + ".")
    if !command.examples.isEmpty {
      lines += ["", palette(.strong, "Examples")]
      lines += listed(command.examples)
    }
    if !command.discussion.isEmpty {
      lines += [""] + command.discussion.allLines.flatMap { wrapped(String($0)) }
    }
    if !command.aliases.isEmpty { lines += ["", "Also: \(command.aliases.joined(separator: ", "))"] }
    if !command.options.isEmpty {
      lines += ["", palette(.strong, "Options")]
      lines += listed(command.options.filter { !$0.isHidden }.map { ($0.spelling, $0.summary) })
      let hidden = command.options.filter(\.isHidden).map(\.names[0]).joined(separator: ", ")
      if !hidden.isEmpty {
        lines += [""] + wrapped("For long searches and batch systems, the manual also describes \(hidden).")
      }
    }
    return lines
  }

  /// A section of the guide to scripts.
  func help(_ section: ScriptGuide.Section) -> [String] {
    section.parts.reduce(into: [palette(.strong, section.title)]) { lines, part in
      lines.append("")
      switch part {
      case .text(let text): lines += text.allLines.flatMap { wrapped(String($0)) }
      case .forms(let forms): lines += listed(forms)
      case .script(let script): lines += script.allLines.map { "    \($0)" }
      }
    }
  }

  /// Names, each with its meaning beside it, or below it if the window is too narrow for both or the name is long.
  ///
  /// - Parameter widest: The width of the column of names in cells; nil for that of the widest name that is not long.
  func listed(_ entries: [(name: String, meaning: String)], widest: Int? = nil) -> [String] {
    let widest = widest ?? entries.map(\.name.cellWidth).filter { $0 <= Self.widestName }.max() ?? 0
    let room = columns.map { $0 - widest - 4 } ?? .max
    return entries.flatMap { name, meaning -> [String] in
      guard name.cellWidth <= widest else {
        return wrapped(name, indentation: 2).map { "  \($0)" }
          + wrapped(meaning, indentation: 6).map { "      \(palette(.dimmed, $0))" }
      }
      guard meaning.cellWidth > room else {
        return ["  \(name.padded(to: widest))  \(palette(.dimmed, meaning))"]
      }
      let isBeside = room >= Self.narrowestMeaning
      let lines = meaning.wrapped(to: isBeside ? room : max((columns ?? 0) - 6, 1))
      let indent = String(repeating: " ", count: isBeside ? widest + 4 : 6)
      let shown = lines.map { indent + palette(.dimmed, $0) }
      guard isBeside, let first = lines.first else { return ["  \(name)"] + shown }
      return ["  \(name.padded(to: widest))  \(palette(.dimmed, first))"] + shown.dropFirst()
    }
  }

  /// The width in cells up to which a name has its meaning beside it.
  private static var widestName: Int { 60 }
  /// The width in cells that a meaning needs beside a name.
  private static var narrowestMeaning: Int { 24 }

  /// The lines of a wrapped paragraph.
  func wrapped(_ text: String, indentation: Int = 0) -> [String] {
    text.wrapped(to: min(columns.map { $0 - indentation } ?? .max, Self.paragraphWidth))
  }
}

extension String {
  /// The terms that a text explains: each of its lines has a term and, after ` :: `, its meaning.
  package var meanings: [(name: String, meaning: String)] {
    allLines.compactMap { line in
      let parts = line.split(separator: " :: ", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }
}

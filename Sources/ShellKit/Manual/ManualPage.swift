/// The manual page of a program, generated from the help of its options and commands.
struct ManualPage {
  private let application: AnyApplication
  private let help: CommandLineHelp
  private var roff = Roff()

  /// - Parameters:
  ///   - application: The program.
  ///   - options: The argument parser's dump of its command line.
  init(_ application: AnyApplication, options: String) throws {
    self.application = application
    help = try CommandLineHelp(json: options)
    write()
  }

  /// The source of the page, for `man -l`.
  var text: String { roff.text }
}

extension ManualPage {
  private var name: String { application.name }

  private mutating func write() {
    let version = application.version.isEmpty ? name : "\(name) \(application.version)"
    roff.macro("TH", name.uppercased(), "1", "", version, "User Commands")
    roff.macro("SH", "NAME")
    let abstract = (help.command.abstract ?? "").trimmingFullStop
    roff.paragraph(name + (abstract.isEmpty ? "" : " - " + abstract.lowercasedAtStart))
    writeSynopsis()
    roff.macro("SH", "DESCRIPTION")
    writeParagraphs(help.command.discussion ?? "")
    writeSubcommands()
    writeLanguage()
    writeCommands()
    write("EXIT STATUS", ExitStatus.meanings.map { ($0.code, $0.meaning) })
    writeSurroundings()
    writeExamples()
    roff.macro("SH", "SEE ALSO")
    roff.line(Roff.bold(ScriptManualPage.name) + "(5)")
  }

  private mutating func writeSynopsis() {
    roff.macro("SH", "SYNOPSIS")
    var lines = [
      "«\(name)» [«run»] [‹option›…] [‹file›…|«-»]", "«\(name)» [‹option›…] [‹file›] «-c» ‹command›…",
      "«\(name) -i» [‹option›…] [‹file›[«:»‹line›]]",
    ]
    lines += subcommands.dropFirst().map { command in
      let arguments = command.shownArguments.filter { !$0.isOption }.map { argument in
        let text = "‹\(argument.valueName ?? "")›" + (argument.isRepeating ? "…" : "")
        return argument.isOptional ? "[\(text)]" : text
      }
      return (["«\(name) \(command.commandName)» [‹option›…]"] + arguments).joined(separator: " ")
    }
    for (index, line) in lines.enumerated() {
      if index > 0 { roff.macro("br") }
      roff.line(Roff.styled(line))
    }
  }

  /// Those of the program; the first is `run`.
  private var subcommands: [CommandLineHelp.Command] {
    (help.command.subcommands ?? []).filter { $0.commandName != SubcommandName.help.rawValue }
  }

  private mutating func writeSubcommands() {
    let common = help.command.shownArguments.filter(\.isOption)
    roff.macro("SH", "SUBCOMMANDS")
    for command in subcommands {
      roff.item(Roff.bold(command.commandName), command.abstract ?? "")
      writeParagraphs(command.discussion ?? "", separator: "IP")
      let own = command.shownArguments.filter { argument in
        !common.contains { $0.spellings == argument.spellings }
          && (argument.isOption || argument.abstract != nil)
      }
      guard !own.isEmpty else { continue }
      roff.macro("RS")
      for argument in own {
        write(
          argument,
          argument.isOption
            ? Roff.option(argument.spellings, argument.value)
            : Roff.italic(argument.valueName ?? "") + (argument.isRepeating ? " …" : "")
        )
      }
      roff.macro("RE")
    }
    roff.macro("SH", "OPTIONS")
    for argument in common { write(argument, Roff.option(argument.spellings, argument.value)) }
    roff.item(
      Roff.option(["--generate-completion-script"], "shell"),
      "Print a completion script for bash, zsh or fish."
    )
  }

  private mutating func write(_ argument: CommandLineHelp.Argument, _ heading: String) {
    roff.item(heading, argument.abstract ?? "")
    if let discussion = argument.discussion, !discussion.isEmpty { roff.paragraph(discussion) }
  }

  /// - Parameter separator: The macro before each paragraph but the first; `IP` keeps the indentation of a list item.
  private mutating func writeParagraphs(_ text: String, separator: String = "PP") {
    for (index, paragraph) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
      if index > 0 { roff.macro(separator) }
      roff.paragraph(String(paragraph))
    }
  }

  private mutating func writeLanguage() {
    roff.macro("SH", "LANGUAGE")
    let ending = "\(ScriptManualPage.name)(5) describes the language in full."
    writeParagraphs((ScriptGuide.outline + [ending]).joined(separator: "\n"))
  }
}

extension ManualPage {
  private mutating func writeCommands() {
    roff.macro("SH", "COMMANDS")
    for vocabulary in application.table.sections {
      roff.macro("SS", vocabulary.title)
      vocabulary.commands.forEach { write($0) }
    }
  }

  private mutating func write(_ command: AnyCommand) {
    roff.item(command.usages.map(Roff.bold).joined(separator: ", "), command.summary + ".")
    writeParagraphs(command.discussion, separator: "IP")
    if !command.aliases.isEmpty {
      roff.line("Also " + command.aliases.map(Roff.bold).joined(separator: ", ") + ".")
    }
    guard !command.options.isEmpty || !command.examples.isEmpty else { return }
    roff.macro("RS")
    for option in command.options {
      let summary = option.summary.prefix(1).uppercased() + option.summary.dropFirst()
      roff.item(Roff.option(option.names, option.value), summary + ".")
    }
    if !command.examples.isEmpty {
      roff.macro("PP")
      let width = command.examples.map(\.name.cellWidth).max() ?? 0
      roff.example(command.examples.map { "\($0.name.padded(to: width))  # \($0.meaning)" })
    }
    roff.macro("RE")
  }

  /// Writes a section that is a list of terms with their meanings.
  private mutating func write(
    _ section: String,
    _ items: [(name: String, meaning: String)],
    _ style: (String) -> String = Roff.bold
  ) {
    roff.macro("SH", section)
    for (name, meaning) in items { roff.item(style(name), meaning) }
  }

  private mutating func writeSurroundings() {
    write(
      "ENVIRONMENT",
      """
      NO_COLOR :: If not empty, nothing is coloured.
      CLICOLOR_FORCE :: If neither empty nor 0, output is coloured even if it is not a terminal.
      TERM :: If dumb, the shell uses neither colour nor the line editor.
      LC_ALL, LC_CTYPE, LANG :: The character encoding of the terminal; C and POSIX mean C.UTF-8.
      PAGER :: The program that shows long output, by default less.
      LESS :: The options of less, by default FRX.
      VISUAL, EDITOR :: The editor for a line: VISUAL if set, else EDITOR, else vi.
      EDITRC :: The file of key bindings, by default ~/.editrc.
      XDG_CONFIG_HOME :: The folder for configuration, by default ~/.config.
      XDG_STATE_HOME :: The folder for the history and kept sessions, by default ~/.local/state.
      """.meanings
    )
    write(
      "FILES",
      """
      ~/.config/\(name)/rc :: Commands that the interactive shell runs at startup.
      ~/.local/state/\(name)/history :: The history of typed lines.
      ~/.editrc :: Key bindings of the line editor; see editrc(5).
      """.meanings,
      Roff.italic
    )
  }

  /// Command lines that run unchanged.
  private mutating func writeExamples() {
    let command = application.table.vocabularies.first?.commands.first { !$0.examples.isEmpty }
    let line = command?.examples.first?.name ?? "print"
    let tour = application.tour.isEmpty ? "" : "\(name) tour :: Take the guided tour."
    let examples = """
      \(name) -c '\(line)' -c log :: Run two commands and exit.
      echo '\(line)' | \(name) -q --check :: Check a script without running it.
      \(name) --session friday -c '\(line)' :: Resume the session in a file, and record in it.
      \(tour)
      """
    write("EXAMPLES", examples.meanings)
  }
}

extension String {
  fileprivate var trimmingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
  fileprivate var lowercasedAtStart: String { prefix(1).lowercased() + dropFirst() }
}

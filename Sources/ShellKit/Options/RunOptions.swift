import ArgumentParser
import Core

/// The options of `run` alone.
struct RunOptions: ParsableArguments {
  @Option(
    name: .customShort("c"),
    help: ArgumentHelp(
      "Run this command line, after the script if there is one; repeat to run several in order.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Flag(
    name: [.customShort("i"), .long],
    help: """
      Read commands from standard input one at a time, and answer each before reading the next. With FILE or \
      FILE:LINE, run that script first, up to that line (FILE:LINE@3: the third time it is reached in a 'repeat'). At a \
      terminal, open the shell.
      """
  )
  var interactive = false

  @Flag(name: .shortAndLong, help: "Print each command before it runs.")
  var echo = false

  @Flag(name: [.customShort("n"), .long], help: "Check the scripts and report errors, but run nothing.")
  var check = false

  @OptionGroup var batch: BatchOptions

  @Option(
    help: ArgumentHelp("Print text, or JSON events, one per line; see 'help json'.", valueName: "format")
  )
  var format = OutputFormat.text

  @Option(
    help: ArgumentHelp("Resume the session in this file, if it exists, and record in it.", valueName: "file"),
    completion: .file()
  )
  var session: String?

  @Flag(
    name: .customLong("continue"),
    help: "Resume the session that was kept when you last left a shell at a terminal."
  )
  var continuesLast = false

  @OptionGroup var conversation: ConversationOptions

  func apply(to configuration: inout ShellConfiguration) {
    batch.apply(to: &configuration)
    conversation.apply(to: &configuration)
    if interactive { configuration.purpose = .server(.live) }
    configuration.commands = commands
    configuration.echoes = echo
    configuration.checksOnly = check
    configuration.format = format
    configuration.session = session
    configuration.continuesLast = continuesLast
  }
}

/// The options of `run` and `test`.
struct BatchOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Continue after a command fails.")
  var keepGoing = false

  @Flag(help: "Allow the feature to use live values of dependencies in scripts.")
  var live = false

  @Flag(help: "Rewrite the expected output ('| text') in the scripts where it differs.")
  var update = false

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Write a test report, as junit=FILE or tap=FILE, or the history of the first failed script (the last one if none failed), as html=FILE; may be repeated.",
      valueName: "format=file"
    ),
    transform: { text in
      guard let report = BatchReport(text) else {
        throw ValidationError("it is not junit=FILE, tap=FILE or html=FILE.")
      }
      if BatchReport.Format.allCases.contains(where: { report.path.contains(",\($0.rawValue)=") }) {
        throw ValidationError("--report takes one report; repeat it for several.")
      }
      return report
    }
  )
  var reports: [BatchReport] = []

  func apply(to configuration: inout ShellConfiguration) {
    configuration.keepsGoing = keepGoing
    configuration.usesLiveValues = live
    configuration.updatesExpectedOutput = update
    configuration.reports = reports
  }
}

/// The options of a shell for people.
struct ConversationOptions: ParsableArguments {
  @Flag(name: .customLong("no-rc"), help: "Do not run the rc file of the interactive shell.")
  var noRC = false

  @Flag(
    name: .customLong("private"),
    help: "Neither load nor save the history of typed lines, and keep no session."
  )
  var isPrivate = false

  func apply(to configuration: inout ShellConfiguration) {
    configuration.readsRC = !noRC
    configuration.isPrivate = isPrivate
  }
}

/// The documents that a program prints instead of running.
struct DocumentOptions: ParsableArguments {
  @Flag var choice: ManualChoice?
}

import ArgumentParser
import Core

/// The command line of a shell, for use in a program's ``ShellProgram``.
public struct ShellOptions: ParsableArguments {
  @ArgumentParser.Argument(
    help: ArgumentHelp(
      "Scripts to run, each in its own session; - is standard input.",
      discussion: """
        The word 'run' before them is optional. 'test [PATH…]' runs the *.todoscript files of folders, and the \
        scripts in Markdown documents, in parallel and reports the failures; 'tour [N]' starts a guided tour, \
        'new-notebook FILE [SCRIPT…]' writes a Jupyter notebook, and \
        \(ServerProtocol.names.map { "'\($0)'" }.joined(separator: ", ")) serve the protocol of that name to another program.
        """,
      valueName: "file"
    ),
    completion: .file(extensions: ["todoscript"])
  )
  var files: [String] = []

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp(
      "Run this command line; repeat to run several in order.",
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

  @Flag(name: .shortAndLong, help: "Print only requested output and errors.")
  var quiet = false

  @Flag(name: [.customShort("n"), .long], help: "Check the scripts and report errors, but run nothing.")
  var check = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "With 'test', run this many scripts at a time (default: the number of processors).",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(
    help: ArgumentHelp("With 'test', run only scripts whose paths contain this text.", valueName: "text")
  )
  var filter: String?

  @Flag(name: .shortAndLong, help: "Continue after a command fails.")
  var keepGoing = false

  @Flag(help: "Rewrite the expected output ('| text') in the scripts where it differs.")
  var update = false

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Write a test report, as junit=FILE or tap=FILE, or the history of the first failed script (the last one if none failed), as html=FILE; may be repeated.",
      valueName: "format=file"
    )
  )
  var reports: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print text, or JSON events, one per line; see 'help json'.",
      valueName: "format"
    )
  )
  var format = OutputFormat.text

  @Option(help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  // Unconditional, so that -1 is reported as an invalid value and not as a missing one.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the random numbers given to the feature.", valueName: "number"),
    transform: { text in
      if let seed = UInt64(text) { return seed }
      throw ValidationError("a seed is a whole number from 0 to \(UInt64.max).")
    }
  )
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The date at the start of the session, in ISO 8601: 2026-11-21 or 2026-11-21T10:30:00Z.",
      valueName: "date"
    )
  )
  var epoch: String?

  @Option(
    help: ArgumentHelp(
      "Resume the session in this file, if it exists, and record in it.",
      valueName: "file"
    ),
    completion: .file()
  )
  var session: String?

  @Flag(
    name: .customLong("continue"),
    help: "Resume the session that was kept when you last left a shell at a terminal."
  )
  var continuesLast = false

  @Option(
    name: .customShort("v"),
    help: ArgumentHelp(
      "Define $NAME as VALUE in scripts; may be repeated.",
      valueName: "name=value"
    )
  )
  var variables: [String] = []

  @Flag(name: .customLong("no-rc"), help: "Do not run the rc file of the interactive shell.")
  var noRC = false

  @Flag(
    name: .customLong("private"),
    help: "Neither load nor save the history of typed lines, and keep no session."
  )
  var isPrivate = false

  @Flag var manual: ManualChoice?

  /// Declares the options; they have no values yet.
  public init() {}

  /// The options of an ordinary command line, which has nothing but scripts, servers and the commonest options.
  ///
  /// The parser takes ten times as long, because it first looks up how to read each of all the options. This is no
  /// initializer, in which an assignment would declare an option anew instead of giving it a value.
  ///
  /// - Returns: `nil` if only the parser can read the command line, or say what is wrong with it.
  static func ordinary(_ arguments: [String]) -> Self? {
    var options = withDefaultValues
    var rest = arguments[...]
    func value() -> String? { rest.popFirst().flatMap { $0.hasPrefix("-") ? nil : $0 } }
    while let argument = rest.popFirst() {
      switch argument {
      case "-c":
        guard let command = value() else { return nil }
        options.commands.append(command)
      case "--session":
        guard options.session == nil, let file = value() else { return nil }
        options.session = file
      case "-i", "--interactive": options.interactive = true
      case "-e", "--echo": options.echo = true
      case "-q", "--quiet": options.quiet = true
      case "help": return nil
      default:
        guard !argument.hasPrefix("-") || argument == "-" else { return nil }
        options.files.append(argument)
      }
    }
    return (try? options.validate()) == nil ? nil : options
  }

  /// The options of an empty command line.
  private static var withDefaultValues: Self {
    var options = Self()
    options.files = []
    options.commands = []
    options.reports = []
    options.variables = []
    options.interactive = false
    options.echo = false
    options.quiet = false
    options.check = false
    options.keepGoing = false
    options.jobs = nil
    options.filter = nil
    options.update = false
    options.noRC = false
    options.isPrivate = false
    options.manual = nil
    options.format = .text
    options.color = .auto
    options.seed = nil
    options.epoch = nil
    options.session = nil
    options.continuesLast = false
    return options
  }
}

// What the options mean.
extension ShellOptions {
  var isTour: Bool { files.first == "tour" }
  var isTest: Bool { files.first == "test" }
  var isNotebook: Bool { files.first == "new-notebook" }

  /// The chapter at which the tour begins, from 1; `nil` if the number is invalid.
  var tourChapter: Int? {
    switch files.count {
    case 1: 1
    case 2: Int(files[1]).flatMap { $0 > 0 ? $0 : nil }
    default: nil
    }
  }

  /// The protocol named by the first word.
  var server: ServerProtocol? {
    files.first.flatMap { ServerProtocol.names.contains($0) ? ServerProtocol(rawValue: $0) : nil }
  }

  /// The files without the word `run`.
  var scripts: [String] {
    server != nil || isTest
      ? [] : isNotebook ? Array(files.dropFirst(2)) : files.first == "run" ? Array(files.dropFirst()) : files
  }

  /// The configuration given by the command line.
  public var configuration: ShellConfiguration {
    var configuration = ShellConfiguration()
    configuration.files = isTour ? [] : isTest ? Array(files.dropFirst()) : scripts
    configuration.test = isTest ? TestSelection(jobs: jobs, filter: filter) : nil
    configuration.tour = isTour ? tourChapter : nil
    configuration.notebook = isNotebook ? files.dropFirst().first : nil
    configuration.server = interactive ? .live : server
    configuration.commands = commands
    configuration.echoes = echo
    configuration.isQuiet = quiet
    configuration.checksOnly = check
    configuration.keepsGoing = keepGoing
    configuration.updatesExpectedOutput = update
    configuration.color = color
    configuration.seed = seed
    configuration.epoch = epoch.flatMap { Date(epochText: $0) }
    configuration.session = session
    configuration.continuesLast = continuesLast
    configuration.readsRC = !noRC
    configuration.isPrivate = isPrivate
    configuration.format = format
    configuration.reports = reports.compactMap { BatchReport($0) }
    for variable in variables {
      let name = variable.prefix { $0 != "=" }
      configuration.variables[String(name)] = Variable(given: String(variable.dropFirst(name.count + 1)))
    }
    return configuration
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - application: The program.
  ///   - command: The command that declares these options, for the manual page.
  /// - Throws: The exit code, unless it is 0.
  public func run(
    _ application: ShellApplication<some Any, some Any>,
    as command: (any ParsableCommand.Type)? = nil
  ) throws {
    try run(application.erased, as: command)
  }

  private func run(_ application: AnyApplication, as command: (any ParsableCommand.Type)?) throws {
    var configuration = configuration
    configuration.endsProcess = true
    let status =
      try manual.map { page in
        let console = Console.standard()
        console.program = application.name
        console.output.put(
          try page.text(of: application.withExports, options: command?._dumpHelp() ?? Self._dumpHelp())
        )
        return console.finish(ExitStatus.success)
      } ?? application.run(configuration, console: .standard())
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

extension ColorChoice: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}

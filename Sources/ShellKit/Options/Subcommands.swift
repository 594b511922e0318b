import ArgumentParser
import Core
import TodoShellServers

/// A way to run a program, chosen by the first word of its command line.
///
/// Each subcommand has the options of the whole program, among them those that a user's program adds.
protocol Subcommand: ParsableCommand {
  typealias About = (name: SubcommandName, arguments: String, abstract: String)
  associatedtype Program: ShellProgram

  /// Its name, its arguments other than options, as the usage shows them, and its summary.
  static var about: About { get }
  static var discussion: String { get }

  var program: Program { get set }

  /// Applies the arguments to what the options of all subcommands say.
  func apply(to configuration: inout ShellConfiguration)
}

extension Subcommand {
  static var discussion: String { "" }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: about.name.rawValue,
      abstract: about.abstract,
      usage: "\(Program._commandName) \(about.name.rawValue) [<options>] \(about.arguments)",
      discussion: discussion
    )
  }

  var configuration: ShellConfiguration {
    var configuration = program.options.common
    configuration.endsProcess = true
    apply(to: &configuration)
    return configuration
  }

  func validate() throws { try configuration.validate() }

  mutating func run() throws { try runProgram() }

  mutating func runProgram() throws {
    program.options.configuration = configuration
    try program.run()
  }
}

/// The first words of command lines that are no scripts.
enum SubcommandName: String, CaseIterable {
  case run
  case test
  case explore
  case tour
  case notebook = "new-notebook"
  case mcp
  case dap
  case lsp
  case help
}

/// The root of the tree of subcommands, which has the name and the texts of the program.
struct RootCommand<Program: ShellProgram>: ParsableCommand {
  @OptionGroup var program: Program
  @OptionGroup var document: DocumentOptions

  static var configuration: CommandConfiguration {
    let own = Program.configuration
    return CommandConfiguration(
      commandName: Program._commandName,
      abstract: own.abstract,
      usage: """
        \(Program._commandName) [run] [<options>] [<file> ...] [-c <command> ...]
        \(Program._commandName) [<options>] <subcommand>
        """,
      discussion: own.discussion,
      version: own.version,
      subcommands: [
        RunCommand<Program>.self, TestCommand<Program>.self, ExploreCommand<Program>.self,
        TourCommand<Program>.self,
        NotebookCommand<Program>.self, AgentCommand<Program>.self, DebuggerCommand<Program>.self,
        LanguageCommand<Program>.self,
      ] + own.subcommands,
      defaultSubcommand: RunCommand<Program>.self
    )
  }
}

/// The root as it is completed: with the options of `run`, since that word may be left out.
///
/// It has no files, because the argument parser's scripts offer either files or subcommands.
struct CompletionRoot<Program: ShellProgram>: ParsableCommand {
  @OptionGroup var program: Program
  @OptionGroup var options: RunOptions
  @OptionGroup var document: DocumentOptions

  static var configuration: CommandConfiguration {
    var configuration = RootCommand<Program>.configuration
    configuration.defaultSubcommand = nil
    return configuration
  }
}

struct RunCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program
  @OptionGroup var options: RunOptions
  @OptionGroup var document: DocumentOptions

  @ArgumentParser.Argument(
    help: ArgumentHelp("Scripts to run, each in its own session; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["todoscript"])
  )
  var files: [String] = []

  static var about: About {
    (.run, "[<file> ...]", "Run scripts one after another, or open the shell.")
  }

  static var discussion: String {
    """
    Without files and commands, it reads them from the terminal or from standard input. The word 'run' may be left \
    out, unless a script has the name of a subcommand.
    """
  }

  func apply(to configuration: inout ShellConfiguration) {
    options.apply(to: &configuration)
    configuration.files = files
  }

  mutating func run() throws {
    program.options.document = document.choice.map { ($0, RootCommand<Program>._dumpHelp()) }
    try runProgram()
  }
}

struct TestCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program
  @OptionGroup var batch: BatchOptions

  @ArgumentParser.Argument(
    help: ArgumentHelp(
      """
      Scripts, folders with *.todoscript files, and Markdown documents with scripts in them; the working folder if \
      there are none.
      """,
      valueName: "path"
    ),
    completion: .file(extensions: ["todoscript", "md"])
  )
  var paths: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Run this many scripts at a time (default: the number of processors).",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(help: ArgumentHelp("Run only scripts whose paths contain this text.", valueName: "text"))
  var filter: String?

  @Flag(help: "Run only the scripts that failed last time, or all if none did.")
  var lastFailed = false

  @Flag(help: "Run again whenever a script, or one that it sources, changes; ^C ends.")
  var watch = false

  static var about: About {
    (.test, "[<path> ...]", "Run the scripts of folders in parallel, and report the failures.")
  }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    guard !paths.contains("-") else {
      throw ValidationError("'test' takes files and folders; to run standard input, write 'run -'.")
    }
    try configuration.validate()
  }

  func apply(to configuration: inout ShellConfiguration) {
    batch.apply(to: &configuration)
    var selection = TestSelection(jobs: jobs, filter: filter)
    (selection.onlyFailed, selection.watches) = (lastFailed, watch)
    configuration.purpose = .test(selection)
    configuration.files = paths
  }
}

struct ExploreCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program

  @Option(
    help: ArgumentHelp("Explore what may follow this script.", valueName: "file"),
    completion: .file(extensions: ["todoscript"])
  )
  var after: String?

  @ArgumentParser.Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The options and properties of the command 'explore', which -c 'help explore' lists; --seed applies to both.",
      valueName: "word"
    )
  )
  var words: [String] = []

  static var about: About {
    (
      .explore, "[--after <file>] [<word> ...]",
      "Try what the feature can do, and decide properties, as the command 'explore' does."
    )
  }

  func apply(to configuration: inout ShellConfiguration) {
    configuration.files = after.map { [$0] } ?? []
    let seed = configuration.seed.map { ["--seed", "\($0 & UInt64(Int.max))"] } ?? []
    configuration.purpose = .exploration
    configuration.commands = seed + words
  }
}

struct TourCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program
  @OptionGroup var conversation: ConversationOptions

  @ArgumentParser.Argument(help: "The number of the chapter at which to begin.")
  var chapter = 1

  static var about: About {
    (.tour, "[<chapter>]", "Start a guided tour.")
  }

  func validate() throws {
    guard chapter > 0 else { throw ValidationError("the chapters are numbered from 1.") }
  }

  func apply(to configuration: inout ShellConfiguration) {
    conversation.apply(to: &configuration)
    configuration.purpose = .tour(chapter: chapter)
  }
}

struct NotebookCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program

  @ArgumentParser.Argument(help: "The notebook to write.", completion: .file(extensions: ["ipynb"]))
  var notebook: String

  @ArgumentParser.Argument(
    help: ArgumentHelp("The scripts that it contains.", valueName: "script"),
    completion: .file(extensions: ["todoscript"])
  )
  var scripts: [String] = []

  static var about: About {
    (.notebook, "<notebook> [<script> ...]", "Write a Jupyter notebook.")
  }

  func apply(to configuration: inout ShellConfiguration) {
    configuration.purpose = .notebook(notebook)
    configuration.files = scripts
  }
}

struct AgentCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program

  @Option(
    help: ArgumentHelp("Resume the session in this file, and record in it.", valueName: "file"),
    completion: .file()
  )
  var session: String?

  static var about: About {
    (.mcp, "", "Serve the Model Context Protocol on standard input and output, for coding agents.")
  }

  func apply(to configuration: inout ShellConfiguration) {
    configuration.purpose = .server(.mcp)
    configuration.session = session
  }
}

struct DebuggerCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program

  static var about: About {
    (.dap, "", "Serve the Debug Adapter Protocol, for editors that debug scripts.")
  }

  func apply(to configuration: inout ShellConfiguration) { configuration.purpose = .server(.dap) }
}

struct LanguageCommand<Program: ShellProgram>: Subcommand {
  @OptionGroup var program: Program

  static var about: About {
    (.lsp, "", "Serve the Language Server Protocol, for editors that edit scripts.")
  }

  func apply(to configuration: inout ShellConfiguration) { configuration.purpose = .server(.lsp) }
}

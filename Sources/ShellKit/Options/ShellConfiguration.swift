import Core

/// How to run a shell, as given by its command line.
@dynamicMemberLookup
public struct ShellConfiguration: Equatable, Sendable {
  /// What a program does.
  public enum Purpose: Equatable, Sendable {
    /// Run the files or commands; without any, open a shell for people at a terminal, or run standard input.
    case scripts
    /// Run scripts of the files and folders as tests.
    case test(TestSelection)
    /// Run `explore` with the words in ``commands``, after the script if there is one.
    case exploration
    /// Begin the guided tour at a chapter, from 1.
    case tour(chapter: Int)
    /// Write a notebook with the files in it.
    case notebook(String)
    /// Speak a protocol on standard input and output.
    case server(ServerProtocol)
  }

  /// How a session begins, and whether it is kept.
  public struct Start: Equatable, Sendable {
    /// The seed of the random numbers given to the feature; 0 by default.
    public var seed: UInt64?
    /// The date at the start of the session; by default the beginning of 2001, UTC.
    public var epoch: Date?
    /// The initial variables of scripts.
    public var variables: [String: Variable] = [:]
    /// The session file to resume and to record in.
    public var session: String?
    /// Whether to resume the session that was kept when the user last left a shell at a terminal.
    public var continuesLast = false
    /// Whether the interactive shell neither loads nor saves the history of typed lines, and keeps no session.
    public var isPrivate = false
  }

  /// What the program does.
  public var purpose = Purpose.scripts
  /// Scripts, `-` for standard input; for the live protocol, one to run before the first command, as `FILE` or
  /// `FILE:LINE`; for a test, also folders.
  public var files: [String] = []
  /// Command lines to run, after the script if there is one.
  public var commands: [String] = []
  /// Print commands as they run.
  public var echoes = false
  /// Print only requested output and errors.
  public var isQuiet = false
  /// Check the scripts without running anything.
  public var checksOnly = false
  /// Continue after a command fails.
  public var keepsGoing = false
  /// Allow scripts to use live values of dependencies.
  public var usesLiveValues = false
  /// Rewrite the expected output in the scripts where it differs.
  public var updatesExpectedOutput = false
  /// When to write in colour.
  public var color = ColorChoice.auto
  /// How the session begins, and whether it is kept. Its members are also members of the configuration.
  public var start = Start()
  /// The output format.
  public var format = OutputFormat.text
  /// The test reports to write.
  public var reports: [BatchReport] = []
  /// Whether the interactive shell runs the user's rc file.
  public var readsRC = true
  /// Whether the process ends after the last script, so that no cleanup is needed.
  var endsProcess = false

  /// Creates a configuration with default values.
  public init() {}

  /// A part of ``start``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Start, Value>) -> Value {
    get { start[keyPath: path] }
    set { start[keyPath: path] = newValue }
  }

  /// Whether it opens a shell for people at a terminal.
  var isForPeople: Bool {
    let hasNoInput =
      switch purpose {
      case .scripts: files.isEmpty && commands.isEmpty
      case .tour, .server(.live): true
      default: false
      }
    return hasNoInput && !checksOnly && format == .text && reports.isEmpty
  }

  /// Whether it is about running one script, and about nothing else that a debugger does itself.
  var isForOneScript: Bool {
    files.count == 1 && commands.isEmpty && !checksOnly && !updatesExpectedOutput && purpose == .scripts
      && reports.isEmpty && format == .text
  }

  /// The seed and the epoch of the shell's session.
  var origin: SessionOrigin {
    var origin = SessionOrigin()
    if let seed = start.seed { origin.seed = seed }
    if let epoch = start.epoch { origin.epoch = epoch }
    return origin
  }

  /// The initial settings of the shell.
  var settings: ShellSettings {
    var settings = ShellSettings()
    settings.echoes = echoes
    // Programs read the events instead of text.
    settings.isQuiet = isQuiet || format == .json
    settings.isQuietByOption = settings.isQuiet
    settings.color = color
    return settings
  }

  /// An interpreter with a new session, as configured.
  ///
  /// - Parameters:
  ///   - application: The feature and its vocabulary.
  ///   - console: The console for text.
  ///   - script: The name of the script to run, for events.
  func interpreter(
    of application: AnyApplication,
    on console: Console,
    script: String = ""
  ) -> AnyInterpreter {
    let interpreter = application.interpreter(
      origin: origin,
      console: console,
      settings: settings,
      script: script
    )
    interpreter.script.keepsGoing = keepsGoing
    interpreter.definitions.variables = start.variables
    return interpreter
  }

  /// Resumes or begins the session of the command line, if one is given.
  ///
  /// - Returns: The exit code on failure.
  func openSession(of interpreter: AnyInterpreter) -> Int32? {
    if start.continuesLast {
      return interpreter.continueLastSession(of: Self.keptSessions(of: interpreter.application.name))
    }
    return interpreter.openSession(start.session, seed: start.seed, epoch: start.epoch)
  }

  /// The sessions that were kept, in `$XDG_STATE_HOME/PROGRAM/kept`; `nil` without a folder for them.
  static func keptSessions(of program: String) -> KeptSessions? {
    stateFile("kept", of: program).map { KeptSessions(in: $0) }
  }

  /// A path in the program's state folder, `$XDG_STATE_HOME/PROGRAM/NAME`; `nil` if there is no such folder.
  static func stateFile(_ name: String, of program: String) -> String? {
    UserFolders(environment: ProcessInfo.processInfo.environment).state.map { "\($0)/\(program)/\(name)" }
  }

  /// Runs the script of the command line with which a conversation begins, if one is given.
  ///
  /// - Returns: The exit code on failure.
  func openScript(in interpreter: AnyInterpreter) -> Int32? {
    files.first.flatMap { interpreter.open(ScriptPlace($0)) }
  }

  /// The console of the session: with `--format json`, standard output takes events instead of text.
  func console(on console: Console) -> Console {
    guard format == .json else { return console }
    return console.replacing(output: .discarding(), events: console.output)
  }
}

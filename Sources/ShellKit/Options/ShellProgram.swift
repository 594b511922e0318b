import ArgumentParser
import Core
import TodoShellSystem

/// A program that is a shell.
///
/// ```swift
/// @main
/// struct CounterShell: ShellProgram {
///   @OptionGroup var options: ShellOptions
///
///   func run() throws { try options.run(application) }
/// }
/// ```
///
/// Its subcommands are `run`, which is the default, `test`, `explore`, `tour`, `new-notebook`, `mcp`, `dap` and `lsp`. All
/// have the options that the program adds to those of the shell.
///
/// It starts twice as fast as any other `ParsableCommand`, because a table reads the ordinary command lines: scripts, `-c`,
/// `-i`, `-q`, `-e`, `--session` and servers. A program with options of its own is parsed as usual.
public protocol ShellProgram: ParsableCommand {
  /// The options of the shell.
  var options: ShellOptions { get set }
}

extension ShellProgram {
  /// Runs the program and exits.
  public static func main() {
    // The parser would look at all options before it prints the version.
    if isReadByTable, givenArguments == ["--version"], !configuration.version.isEmpty {
      Descriptor.reserveStandardOnes()
      RootCommand<Self>.printToExit(configuration.version)
    }
    if CompletionScript.isRequested(by: givenArguments) { CompletionRoot<Self>.runToExit() }
    RootCommand<Self>.runToExit { arguments in
      try ordinaryCommand(arguments) ?? RootCommand<Self>.parseAsRoot(arguments)
    }
  }

  /// Options of its own would be missing, and the first word may be a subcommand of its own.
  private static var isReadByTable: Bool {
    MemoryLayout<Self>.size == MemoryLayout<OptionGroup<ShellOptions>>.size
      && configuration.subcommands.isEmpty
  }

  /// The program for an ordinary command line; `nil` for one that the parser has to read.
  static func ordinaryCommand(_ arguments: [String]) -> (any ParsableCommand)? {
    guard isReadByTable, let configuration = ShellConfiguration(ordinary: arguments) else { return nil }
    var command = Self()
    command.options = ShellOptions()
    command.options.configuration = configuration
    return (try? command.validate()) == nil ? nil : command
  }
}

extension ShellConfiguration {
  /// An ordinary command line, which has nothing but scripts, servers and the commonest options.
  ///
  /// The parser takes ten times as long, because it first looks up how to read each of all the options.
  ///
  /// - Returns: `nil` if only the parser can read the command line, or say what is wrong with it.
  init?(ordinary arguments: [String]) {
    self.init()
    var rest = arguments[...]
    func value() -> String? { rest.popFirst().flatMap { $0.hasPrefix("-") ? nil : $0 } }
    if let name = arguments.first.flatMap(SubcommandName.init) {
      rest.removeFirst()
      if name == .help {
        // The help on a command of the language.
        guard rest.count == 1, let word = value(), SubcommandName(rawValue: word) == nil else { return nil }
        commands = ["help \(word)"]
      } else if name != .run {
        guard rest.isEmpty, let server = ServerProtocol(rawValue: name.rawValue) else { return nil }
        purpose = .server(server)
      }
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "-c":
        guard let command = value() else { return nil }
        commands.append(command)
      case "--session":
        guard start.session == nil, let file = value() else { return nil }
        start.session = file
      case "-i", "--interactive": purpose = .server(.live)
      case "-e", "--echo": echoes = true
      case "-q", "--quiet": isQuiet = true
      default:
        // A word after options that all subcommands have may be the name of one.
        guard !argument.hasPrefix("-") || argument == "-", SubcommandName(rawValue: argument) == nil else {
          return nil
        }
        files.append(argument)
      }
    }
    endsProcess = true
    guard (try? validate()) != nil else { return nil }
  }
}

extension ParsableCommand {
  /// Runs the program and exits, like `main()`, but fails if the help or the version cannot be printed, as on a full
  /// disk.
  public static func runToExit() -> Never { runToExit { try parseAsRoot($0) } }

  /// Runs the program that a function makes of the arguments, and exits.
  fileprivate static func runToExit(_ makeCommand: ([String]) throws -> any ParsableCommand) -> Never {
    Descriptor.reserveStandardOnes()
    do {
      var command = try makeCommand(givenArguments)
      try command.run()
      TodoShellSystem.exit(ExitCode.success.rawValue)
    } catch let code as ExitCode {
      TodoShellSystem.exit(code.rawValue)
    } catch {
      guard exitCode(for: error) == .success else { fail(error) }
      let message = fullMessage(for: error)
      printToExit(
        CompletionScript.isRequested(by: givenArguments) ? CompletionScript(message).text : message
      )
    }
  }

  /// Prints a text and exits.
  fileprivate static func printToExit(_ text: String) -> Never {
    let output = Output(descriptor: STDOUT_FILENO)
    output.put(text + "\n")
    output.flush()
    guard case .system(let code) = output.failure else { TodoShellSystem.exit(ExitCode.success.rawValue) }
    let failure = SystemError("write to standard output", code: code)
    Console.standard().report(failure.description)
    TodoShellSystem.exit(ExitCode(ExitStatus.inputOutput).rawValue)
  }

  /// The arguments of the command line. `CommandLine.arguments` replaces bytes that are not UTF-8, but the names of
  /// files may contain them.
  fileprivate static var givenArguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(path: $0) }
    }
  }

  /// Reports an error with the name of the program, in the format of all its errors, and exits.
  private static func fail(_ error: any Error) -> Never {
    let text = fullMessage(for: error)
    // An error that consists of only an exit code has no text.
    guard text.hasPrefix(_errorPrefix) else { Self.exit(withError: error) }
    let console = Console.standard()
    console.program = _commandName
    let lines = String(text.dropFirst(_errorPrefix.count)).allLines
    console.report(String(lines[0]))
    for line in lines.dropFirst() { console.note(String(line)) }
    Self.exit(withError: exitCode(for: error))
  }
}

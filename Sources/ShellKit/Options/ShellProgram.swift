import ArgumentParser
import Core
import Glibc

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
      printToExit(configuration.version)
    }
    runToExit { arguments in try ordinaryCommand(arguments) ?? parseAsRoot(arguments) }
  }

  /// Options of its own would be missing, and the first word may be a subcommand.
  private static var isReadByTable: Bool {
    MemoryLayout<Self>.size == MemoryLayout<OptionGroup<ShellOptions>>.size
      && configuration.subcommands.isEmpty
  }

  /// The program for an ordinary command line; `nil` for one that the parser has to read.
  static func ordinaryCommand(_ arguments: [String]) -> (any ParsableCommand)? {
    guard isReadByTable, let options = ShellOptions.ordinary(arguments) else { return nil }
    var command = Self()
    command.options = options
    return (try? command.validate()) == nil ? nil : command
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
      Glibc.exit(ExitCode.success.rawValue)
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      guard exitCode(for: error) == .success else { fail(error) }
      let message = fullMessage(for: error)
      guard givenArguments.contains(where: { $0.hasPrefix("--generate-completion-script") }) else {
        printToExit(message)
      }
      let script = CompletionScript(message)
      for part in script.missing {
        Console.standard().warn(
          "the script of swift-argument-parser lacks '\(part)', so words or options are missing"
        )
      }
      printToExit(script.text)
    }
  }

  /// Prints a text and exits.
  fileprivate static func printToExit(_ text: String) -> Never {
    let output = Output(descriptor: STDOUT_FILENO)
    output.put(text + "\n")
    output.flush()
    guard case .system(let code) = output.failure else { Glibc.exit(ExitCode.success.rawValue) }
    let failure = SystemError("write to standard output", code: code)
    Console.standard().report(failure.description)
    Glibc.exit(ExitCode(ExitStatus.inputOutput).rawValue)
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

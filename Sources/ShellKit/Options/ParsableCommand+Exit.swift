import ArgumentParser
import Core
import Glibc

extension ParsableCommand {
  /// Runs the program and ends it, as `main()` does; but when the help or the version cannot be printed, as on a full
  /// disk, the exit code tells.
  public static func runToExit() -> Never {
    do {
      var command = try parseAsRoot(givenArguments)
      try command.run()
      Self.exit()
    } catch {
      guard exitCode(for: error) == .success else { fail(error) }
      let output = Output(descriptor: STDOUT_FILENO)
      output.put(fullMessage(for: error) + "\n")
      output.flush()
      guard case .system(let code) = output.failure else { Self.exit() }
      let failure = SystemError("write to standard output", code: code)
      Console.standard().report(failure.description)
      Self.exit(withError: ExitCode(ExitStatus.inputOutput))
    }
  }

  /// The arguments of the command line. `CommandLine.arguments` has other bytes for those that are not UTF-8, and files
  /// may be named so.
  private static var givenArguments: [String] {
    (1..<max(1, Int(Swift.CommandLine.argc))).compactMap { index in
      Swift.CommandLine.unsafeArgv[index].map { String(path: $0) }
    }
  }

  /// Reports an error as all others of the program are, with its name, and ends it.
  private static func fail(_ error: any Error) -> Never {
    let text = fullMessage(for: error)
    // What says no more than the exit code has no text.
    guard text.hasPrefix(_errorPrefix) else { Self.exit(withError: error) }
    let console = Console.standard()
    console.program = _commandName
    let lines = text.dropFirst(_errorPrefix.count).split(separator: "\n", omittingEmptySubsequences: false)
    console.report(String(lines[0]))
    for line in lines.dropFirst() { console.note(String(line)) }
    Self.exit(withError: exitCode(for: error))
  }
}

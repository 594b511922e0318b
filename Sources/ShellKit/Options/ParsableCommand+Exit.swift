import ArgumentParser
import Core
import Glibc

extension ParsableCommand {
  /// Runs the program and exits, like `main()`, but fails if the help or the version cannot be printed, as on a full
  /// disk.
  public static func runToExit() -> Never {
    Descriptor.reserveStandardOnes()
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

  /// The arguments of the command line. `CommandLine.arguments` replaces bytes that are not UTF-8, but the names of
  /// files may contain them.
  private static var givenArguments: [String] {
    (1..<max(1, Int(Swift.CommandLine.argc))).compactMap { index in
      Swift.CommandLine.unsafeArgv[index].map { String(path: $0) }
    }
  }

  /// Reports an error with the name of the program, in the format of all its errors, and exits.
  private static func fail(_ error: any Error) -> Never {
    let text = fullMessage(for: error)
    // An error that consists of only an exit code has no text.
    guard text.hasPrefix(_errorPrefix) else { Self.exit(withError: error) }
    let console = Console.standard()
    console.program = _commandName
    let lines = text.dropFirst(_errorPrefix.count).split(separator: "\n", omittingEmptySubsequences: false)
    console.report(String(lines[0]))
    for line in lines.dropFirst() { console.note(String(line)) }
    Self.exit(withError: exitCode(for: error))
  }
}

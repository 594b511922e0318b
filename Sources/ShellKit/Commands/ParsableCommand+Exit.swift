import ArgumentParser
import Core
import Glibc

extension ParsableCommand {
  /// Runs the program and ends it, as `main()` does; but when the help or the version cannot be printed, as on a full
  /// disk, the exit code tells.
  public static func runToExit() -> Never {
    do {
      var command = try parseAsRoot()
      try command.run()
      Self.exit()
    } catch {
      guard exitCode(for: error) == .success else { Self.exit(withError: error) }
      let output = Output(descriptor: STDOUT_FILENO)
      output.put(fullMessage(for: error) + "\n")
      output.flush()
      guard case .system(let code) = output.failure else { Self.exit() }
      let failure = SystemError("write to standard output", code: code)
      Console.standard().report(failure.description)
      Self.exit(withError: ExitCode(ExitStatus.inputOutput))
    }
  }
}

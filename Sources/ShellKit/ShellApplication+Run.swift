import Core
import Export
import Glibc

extension ShellApplication {
  /// Runs the program: interactively at a terminal without scripts, otherwise as a batch.
  ///
  /// - Parameters:
  ///   - configuration: The configuration from the command line.
  ///   - console: The console.
  /// - Returns: The exit code, one of `ExitStatus`.
  public func run(_ configuration: ShellConfiguration, console: Console = .standard()) -> Int32 {
    erased.run(configuration, console: console)
  }
}

extension AnyApplication {
  func run(_ configuration: ShellConfiguration, console: Console) -> Int32 {
    // A closed pipe or a file size limit is reported by the failing write instead.
    for failure in [SIGPIPE, SIGXFSZ] { signal(failure, SIG_IGN) }
    TrapWatch.watch()
    // A closed standard input is replaced by an empty one, since the next file opened would take its descriptor.
    if fcntl(STDIN_FILENO, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    console.color = configuration.color
    console.program = name
    if let chapter = configuration.tour, let problem = tourProblem(chapter) {
      console.report(problem)
      return console.finish(ExitStatus.usage)
    }
    if let notebook = configuration.notebook {
      return writeNotebook(to: notebook, of: configuration.files, on: console)
    }
    let opensScript = configuration.server == .live && !configuration.files.isEmpty
    let hasNoScript = opensScript || configuration.files.isEmpty && configuration.commands.isEmpty
    let isAtTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isConversation =
      hasNoScript && !configuration.checksOnly && configuration.format == .text
      && configuration.test == nil && configuration.reports.isEmpty && isAtTerminal
      && configuration.server ?? .live == .live
    // A shell reads states without observing them, so nothing needs to be registered.
    let application = withExports
    return StateObservation.suspended {
      if let test = configuration.test {
        if let worker = TestWorker.inThisProcess() { return worker.run(application, configuration) }
        return TestRunner(
          application: application,
          configuration: configuration,
          selection: test,
          console: console
        ).run()
      }
      return if isConversation {
        InteractiveShell(application: application, configuration: configuration, console: console).run()
      } else if let server = configuration.server {
        ServerRunner(application: application, configuration: configuration, console: console).run(server)
      } else {
        BatchRunner(application: application, configuration: configuration, console: console).run()
      }
    }
  }

  /// The program with the commands that its front ends add to those of the language.
  var withExports: Self { adding(.sharing) }

  private func tourProblem(_ chapter: Int) -> String? {
    if tour.isEmpty { return "\(name) has no tour" }
    return tour.indices.contains(chapter - 1)
      ? nil : "the tour has no chapter \(chapter); it has \(tour.count)"
  }
}

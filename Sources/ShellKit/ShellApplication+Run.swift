import Core
import Foundation

extension ShellApplication {
  /// Runs the program: a conversation when a person is at the terminal and no script is named, else a batch.
  ///
  /// - Parameters:
  ///   - configuration: What the command line says.
  ///   - console: Where to print.
  /// - Returns: The exit code, one of ``ExitStatus``.
  public func run(_ configuration: ShellConfiguration, console: Console = .standard()) -> Int32 {
    // A reader that has gone, or a file that may not become larger, is told by the write.
    for failure in [SIGPIPE, SIGXFSZ] { signal(failure, SIG_IGN) }
    // A standard input that is closed has nothing to say. Left closed, it would be the next thing that is opened.
    if fcntl(STDIN_FILENO, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    console.color = configuration.color
    console.program = name
    if let chapter = configuration.tour, let problem = tourProblem(chapter) {
      console.report(problem)
      return console.finish(ExitStatus.usage)
    }
    let hasNoScript = configuration.files.isEmpty && configuration.commands.isEmpty
    let isConversation =
      hasNoScript && !configuration.checksOnly && configuration.format == .text
      && configuration.reports.isEmpty && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    // A shell looks at states, but nobody is told when they change: there is no one to register.
    return StateObservation.suspended {
      isConversation
        ? InteractiveShell(application: self, configuration: configuration, console: console).run()
        : BatchRunner(application: self, configuration: configuration, console: console).run()
    }
  }
  private func tourProblem(_ chapter: Int) -> String? {
    if tour.isEmpty { return "\(name) has no tour" }
    return tour.indices.contains(chapter - 1)
      ? nil : "the tour has no chapter \(chapter); it has \(tour.count)"
  }
}

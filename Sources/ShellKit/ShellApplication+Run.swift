import Core
import TodoShellExport
import TodoShellSystem

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
    var configuration = configuration
    if configuration.purpose == .exploration {
      configuration.purpose = .scripts
      configuration.commands = [table.line(calling: "explore", with: configuration.commands)]
    }
    // A closed pipe or a file size limit is reported by the failing write instead.
    for failure in [SIGPIPE, SIGXFSZ] { signal(failure, SIG_IGN) }
    TrapWatch.watch()
    Descriptor.reserveStandardOnes()
    console.color = configuration.color
    console.program = name
    switch configuration.purpose {
    case .tour(let chapter):
      guard let problem = tourProblem(chapter) else { break }
      console.report(problem)
      return console.finish(ExitStatus.usage)
    case .notebook(let notebook):
      return writeNotebook(to: notebook, of: configuration.files, on: console)
    default: break
    }
    let isConversation =
      configuration.isForPeople && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    // A shell reads states without observing them, so nothing needs to be registered.
    let application = withExports
    return StateObservation.suspended {
      if isConversation {
        return InteractiveShell(application: application, configuration: configuration, console: console)
          .run()
      }
      switch configuration.purpose {
      case .test(let selection):
        if let worker = TestWorker.inThisProcess() { return worker.run(application, configuration) }
        return TestRunner(
          application: application,
          configuration: configuration,
          selection: selection,
          console: console
        ).run()
      case .server(let server):
        return ServerRunner(application: application, configuration: configuration, console: console)
          .run(server)
      default:
        return BatchRunner(application: application, configuration: configuration, console: console).run()
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

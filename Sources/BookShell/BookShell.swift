import ArgumentParser
import Core
import ShellKit

@main
struct BookShell: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bookshell",
    abstract: "A library as a scriptable shell: a second example of a feature in ShellKit."
  )

  @OptionGroup var options: ShellOptions

  static func main() { runToExit() }

  func run() throws {
    try options.run(
      ShellApplication(
        name: "bookshell",
        greeting: "A library: 'help' lists the commands, 'search TEXT' is a start, ^D leaves.",
        tour: TourChapter.examples,
        vocabulary: .library
      ) { seed, epoch in
        Session(initialState: Library.State(), seed: seed, epoch: epoch) { Library() }
      },
      as: Self.self
    )
  }
}

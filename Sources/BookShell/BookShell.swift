import ArgumentParser
import Core
import ShellKit

/// The program, which `Program/main.swift` runs.
package struct BookShell: ShellProgram {
  package static let configuration = CommandConfiguration(
    commandName: "bookshell",
    abstract: "A time-travel debugger for reducers in Swift, with a library of books.",
    version: Release.version
  )

  @OptionGroup package var options: ShellOptions

  package init() {}

  package func run() throws {
    try options.run(
      ShellApplication(
        name: "bookshell",
        version: Release.version,
        greeting: "A library: 'help' lists the commands, 'search TEXT' finds books, ^D exits.",
        tour: TourChapter.examples,
        vocabulary: .library
      ) { seed, epoch in
        Session(initialState: Library.State(), seed: seed, epoch: epoch) { Library() }
      }
    )
  }
}

import ArgumentParser
import Core
import ShellKit

/// The program, which `Program/main.swift` runs.
package struct TodoShell: ShellProgram {
  package static let configuration = CommandConfiguration(
    commandName: "todoshell",
    abstract: "A time-travel debugger for reducers in Swift, with a list of todos.",
    discussion: """
      Commands send actions to the reducer, and each prints what it changed in the state. The clock is virtual: effects \
      that are due later run when you advance it. You can go back to any moment, ask what changed a value, and replay with \
      a change.

      At a terminal and without files, it is interactive; otherwise it runs the scripts, or standard input. \
      'todoshell -c help' lists the commands, 'todoshell tour' shows them at work.

      Exit codes: 0 success, 1 a command or an expectation failed, 2 a script does not parse and nothing ran, 3 \
      'explore' reached its limits, 64 invalid usage, 66 a file cannot be read, 74 input/output error, 128+N \
      ended by signal N.
      """,
    version: Release.version
  )

  @OptionGroup package var options: ShellOptions

  package init() {}

  package func run() throws {
    try options.run(
      ShellApplication(
        name: "todoshell",
        version: Release.version,
        greeting: "TodoShell, a time-travel debugger: 'help' lists the commands, 'tour' shows them",
        tour: [.todos],
        vocabulary: .todos
      ) { seed, epoch in
        Session(initialState: Todos.State(), seed: seed, epoch: epoch) { Todos() }
      }
    )
  }
}

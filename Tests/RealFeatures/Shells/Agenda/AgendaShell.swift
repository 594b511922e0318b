import ArgumentParser
import ShellKit

@testable import Agenda

@main struct AgendaShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "agenda") { Session(initialState: .init(), seed: $0, epoch: $1) { Agenda() } }
    )
  }
}

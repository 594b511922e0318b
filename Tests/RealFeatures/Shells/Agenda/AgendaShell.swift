import ArgumentParser
import ShellKit

@testable import Agenda

@main struct AgendaShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "agenda", initialState: Agenda.State()) { Agenda() })
  }
}

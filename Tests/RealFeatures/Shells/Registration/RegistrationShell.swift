import ArgumentParser
import ShellKit

@testable import Registration

@main struct RegistrationShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "registration") {
        Session(initialState: .init(), seed: $0, epoch: $1) { Registration() }
      }
    )
  }
}

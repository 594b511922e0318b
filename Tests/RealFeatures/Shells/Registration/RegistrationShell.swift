import ArgumentParser
import ShellKit

@testable import Registration

@main struct RegistrationShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "registration", initialState: Registration.State()) { Registration() }
    )
  }
}

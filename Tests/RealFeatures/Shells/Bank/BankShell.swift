import ArgumentParser
import ShellKit

@testable import Bank

@main struct BankShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "bank") {
        Session(initialState: .signIn(.init()), seed: $0, epoch: $1) { Bank.body }
      }
    )
  }
}

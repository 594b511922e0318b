import ArgumentParser
import ShellKit

@testable import Bank

@main struct BankShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "bank", initialState: Bank.State.signIn(.init())) { Bank.body })
  }
}

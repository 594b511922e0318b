import ArgumentParser
import ShellKit

@testable import PINPad

@main struct PINPadShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "pinpad") { Session(initialState: .init(), seed: $0, epoch: $1) { PINPad() } }
    )
  }
}

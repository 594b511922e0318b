import ArgumentParser
import ShellKit

@testable import PINPad

@main struct PINPadShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "pinpad", initialState: PINPad.State()) { PINPad() })
  }
}

import ArgumentParser
import ShellKit

@testable import Shop

@main struct ShopShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "shop") { Session(initialState: .init(), seed: $0, epoch: $1) { Shop() } }
    )
  }
}

import ArgumentParser
import ShellKit

@testable import Shop

@main struct ShopShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "shop", initialState: Shop.State()) { Shop() })
  }
}

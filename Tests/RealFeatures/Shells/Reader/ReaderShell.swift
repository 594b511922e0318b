import ArgumentParser
import ShellKit

@testable import Reader

@main struct ReaderShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "reader", initialState: Reader.State()) { Reader() })
  }
}

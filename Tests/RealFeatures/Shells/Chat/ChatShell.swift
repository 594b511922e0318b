import ArgumentParser
import ShellKit

@testable import Chat

@main struct ChatShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(
      ShellApplication(name: "chat") { Session(initialState: .init(), seed: $0, epoch: $1) { Chat() } }
    )
  }
}

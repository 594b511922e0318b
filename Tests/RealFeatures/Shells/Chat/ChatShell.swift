import ArgumentParser
import ShellKit

@testable import Chat

@main struct ChatShell: ShellProgram {
  @OptionGroup var options: ShellOptions
  func run() throws {
    try options.run(ShellApplication(name: "chat", initialState: Chat.State()) { Chat() })
  }
}

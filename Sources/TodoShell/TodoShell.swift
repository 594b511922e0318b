import ArgumentParser

@main
struct TodoShell: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "todoshell")
}

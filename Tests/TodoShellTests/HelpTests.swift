import Testing

@testable import ShellKit
@testable import TodoShell

/// What the help claims of the commands for todos.
@Suite struct HelpTests {
  private static var commands: [Command<Todos.State, Todos.Action>] { Vocabulary.todos.commands }

  @Test(arguments: commands.flatMap { command in command.examples.map(\.line) })
  func everyExampleParses(_ line: String) throws {
    let parser = ScriptParser(table: CommandTable([.todos] + Vocabulary.builtIn))
    _ = try parser.program(ScriptSource(line.utf8, name: "help"))
    #expect(parser.diagnostics.isEmpty)
  }

  @Test func everyCommandHasAnExampleAndASummaryWithoutAFullStop() {
    for command in Self.commands {
      #expect(!command.examples.isEmpty, "\(command.name)")
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.name)")
    }
  }
}

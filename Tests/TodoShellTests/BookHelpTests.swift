import Testing

@testable import BookShell
@testable import ShellKit

/// What the help claims of the commands for books.
@Suite struct BookHelpTests {
  private static var commands: [Command<Library.State, Library.Action>] { Vocabulary.library.commands }

  @Test(arguments: commands.flatMap { command in command.examples.map(\.line) })
  func everyExampleParses(_ line: String) throws {
    let parser = ScriptParser(table: CommandTable([.library] + Vocabulary.builtIn))
    _ = try parser.program(ScriptSource(line.utf8, name: "help"))
    #expect(parser.diagnostics.isEmpty)
  }

  @Test func everyCommandHasAnExample() {
    for command in Self.commands { #expect(!command.examples.isEmpty, "\(command.name)") }
  }
}

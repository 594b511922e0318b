import Foundation
import TestSupport
import Testing

/// The words that begin a command line.
struct SubcommandTests {
  static let names = ["run", "test", "explore", "tour", "new-notebook", "mcp", "dap", "lsp"]

  @Test func theHelpListsAllSubcommands() throws {
    let help = try todoshell("--help").output
    let list = try #require(help.firstRange(of: "\nSUBCOMMANDS:\n"))
    for name in Self.names {
      #expect(
        help[list.upperBound...].contains("\n  \(name) ") || help[list.upperBound...].hasPrefix("  \(name) ")
      )
    }
  }

  @Test(arguments: names)
  func everySubcommandHasAHelpOfItsOwn(name: String) throws {
    let help = try todoshell("help", name)
    #expect(
      help.status == 0 && help.output.contains("\nUSAGE: todoshell \(name) [<options>]"),
      "\(help.output)"
    )
    #expect(help.output.contains("--seed <number>"))
  }

  @Test func helpAlsoExplainsACommand() throws {
    #expect(try todoshell("help", "add").output == todoshell("-c", "help add").output)
    #expect(try todoshell("help", "tets").errors.contains("unknown command or topic 'tets'"))
  }

  @Test(
    arguments: [
      (["tets"], "help: did you mean 'test'?\n"), (["explor"], "help: did you mean 'explore'?\n"),
      (["explroe"], "help: did you mean 'explore'?\n"),
      (["--session", "s", "mcp"], "help: 'mcp' must be the first word: todoshell mcp …\n"),
      (["list"], "help: put commands after -c: todoshell -c 'list'\n"), (["tests.todoscript"], nil),
    ] as [([String], String?)]
  )
  func aMisspelledSubcommandIsRecognized(arguments: [String], hint: String?) throws {
    let folder = try TemporaryFolder()
    let run = try run(builtProgramPath, arguments, in: folder.url)
    #expect(run.status == 66 && run.errors.contains("cannot read"), "\(run)")
    if let hint { #expect(run.errors.hasSuffix(hint), "\(run.errors)") }
    #expect(hint != nil || !run.errors.contains("help:"), "\(run.errors)")
  }

  @Test func commandsContinueAScriptInItsSession() throws {
    let folder = try TemporaryFolder()
    try folder.write("macro buy what\nadd $what\nend\nlet n = 2\nbuy Milk\n", to: "set up.todoscript")
    func continued(_ commands: String...) throws -> TodoShellRun {
      try run(
        builtProgramPath,
        ["-q", "set up.todoscript"] + commands.flatMap { ["-c", $0] },
        in: folder.url
      )
    }
    let ending = try continued("buy Eggs", "print todos.count == $n")
    #expect(ending.output == "true\n" && ending.status == 0, "\(ending)")
    let unknown = try continued("add Eggs", "bye")
    #expect(unknown.status == 2 && unknown.output.isEmpty, "nothing runs if a later command is wrong")
    #expect(unknown.errors.hasPrefix("-c:2:1: error: unknown command 'bye'\n"), "\(unknown.errors)")
    try folder.write("toggle 3\n", to: "fails.todoscript")
    let failed = try run(builtProgramPath, ["-q", "fails.todoscript", "-c", "print 1"], in: folder.url)
    #expect(failed.status == 1 && failed.output.isEmpty, "the script failed before them")
    let several = try run(
      builtProgramPath,
      ["set up.todoscript", "fails.todoscript", "-c", "list"],
      in: folder.url
    )
    #expect(several.status == 64 && several.errors.contains("-c takes only one script"))
  }

  @Test func exploreIsTheCommandOfThatName() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nadd Eggs\n", to: "two.todoscript")
    let arguments = ["--depth", "1", "always", "todos.count", "< 3"]
    let subcommand = try run(
      builtProgramPath,
      ["-q", "explore", "--after", "two.todoscript"] + arguments,
      in: folder.url
    )
    let command = try run(
      builtProgramPath,
      ["-q", "two.todoscript", "-c", "explore " + arguments.joined(separator: " ")],
      in: folder.url
    )
    #expect(subcommand.output == command.output && subcommand.status == 1)
    #expect(subcommand.output.hasSuffix("\nadd\nexpect todos.count < 3\n"), "\(subcommand)")
  }

  /// The shell has removed the quotes of the values of options.
  @Test func exploreTakesItsWordsWithTheirSpaces() throws {
    let folder = try TemporaryFolder()
    func explore(_ words: String...) throws -> TodoShellRun {
      try run(
        builtProgramPath,
        ["explore"] + words + ["--depth", "2", "always todos.count < 2"],
        in: folder.url
      )
    }
    let found = try explore("--only", "add, toggle")
    let plain = try explore("--only", "add,toggle")
    #expect(found.status == 1 && found.output == plain.output, "\(found)")
    _ = try explore("--corpus", "my dir")
    #expect(FileManager.default.fileExists(atPath: folder.file("my dir")))
  }

  @Test func optionsOfTheProgramMayStandAmongThoseOfExplore() throws {
    let first = try todoshell("explore", "--seed", "5", "--runs", "3")
    #expect(first.errors.isEmpty || !first.errors.contains("--seed"), "\(first)")
    #expect(try todoshell("explore", "--runs", "3", "--seed", "5") == first)
    #expect(
      try todoshell("explore", "--depth", "1", "-q") == todoshell("-q", "explore", "--depth", "1")
    )
    let help = try todoshell("help", "explore")
    #expect(help.output.contains("--after"))
    #expect(try todoshell("explore", "--help") == help)
    #expect(try todoshell("explore", "-h") == help)
  }
}

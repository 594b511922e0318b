import Foundation
import TestSupport
import Testing

/// What the help of each program claims of its commands.
struct HelpTests {
  static let programs = ["todoshell", "bookshell"]

  @Test(arguments: programs)
  func everyCommandHasAnExampleAndASummaryWithoutAFullStop(program: String) throws {
    let commands = try Help.commands(of: program)
    #expect(commands.count > 20)
    for command in commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.name)")
      #expect(!command.examples.isEmpty, "\(command.name)")
      // Escapes of the source.
      #expect(!command.help.contains("\\ ") && !command.help.contains("\\\n"), "\(command.name)")
    }
  }

  @Test(arguments: programs)
  func everyExampleParses(program: String) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appending(path: "set-up.todoscript"))
    var files: [String] = []
    for command in try Help.commands(of: program) {
      // A block and its 'end' mean nothing without each other.
      let lines = command.examples
      for example in lines.contains("end") ? [lines.joined(separator: "\n")] : lines {
        files.append("\(files.count).todoscript")
        try Data("\(example)\n".utf8).write(to: folder.url.appending(path: files[files.count - 1]))
      }
    }
    let check = try run(builtProgram(program), ["--check"] + files, in: folder.url)
    let errors = check.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    // The examples of the commands that every shell has are about todos.
    let isOfTodos = { (error: Substring) in program != "todoshell" && error.contains(": error: cannot find '")
    }
    #expect(check.status == (errors.isEmpty ? 0 : 2))
    #expect(errors.allSatisfy(isOfTodos), "\(check.errors)")
  }

  @Test(arguments: programs)
  func helpListsTheFeaturesCommandsAndTheCommonestOthers(program: String) throws {
    func commands(_ line: String) throws -> [Substring] {
      let lines = try run(builtProgram(program), ["-c", line]).output.split(separator: "\n")
      return lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
    }
    let (common, all) = (try commands("help"), try commands("help all"))
    #expect(Set(common).isSubset(of: all) && common.count < 30 && all.count > 45)
    // All that are named exist, after those of the feature.
    #expect(common.contains("advance") && common.last == "quit", "\(common)")
    let help = try run(builtProgram(program), ["-c", "help"]).output
    #expect(help.contains("'help all' lists all \(all.count), 'help .' the actions."))
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    // With the line of the prompt, it fits on a screen of 24 lines.
    #expect(lines.count <= 23, "\(help)")
  }

  @Test(arguments: programs)
  func everyTopicThatHelpNamesIsExplained(program: String) throws {
    let overview = try run(builtProgram(program), ["-c", "help all"]).output
    let remark = try #require(overview.firstMatch(of: /\n'help TOPIC' explains the rest: ([a-z, \n]*)\.\n$/))
    let topics = remark.1.split { !$0.isLetter }
    #expect(topics.count > 10 && topics.contains("expressions") && topics.contains("json"))
    for topic in topics {
      let help = try run(builtProgram(program), ["-c", "help \(topic)"])
      #expect(help.status == 0 && help.output.count > 200, "\(topic)")
    }
  }

  @Test func aTopicHasTheTextOfTheManual() throws {
    let help = try todoshell("-c", "help expressions").output
    #expect(help.hasPrefix("EXPRESSIONS\n\nExpressions are like Swift's. "))
    #expect(help.contains("Numbers of all types are compared by value: 1 == 1.0."))
    #expect(help.contains("\n    print (now + 1m) / 4\n    | 15s\n"))
    #expect(help.split(separator: "\n").filter { !$0.hasPrefix("  ") }.allSatisfy { $0.count <= 80 })
    #expect(try todoshell("-c", "print 1 == 1.0").output == "true\n")
  }

  @Test func anUnambiguousStartNamesATopic() throws {
    #expect(try todoshell("-c", "help expr").output == todoshell("-c", "help expressions").output)
    #expect(try todoshell("-c", "help wo").output.hasPrefix("WORDS\n"))
    #expect(try todoshell("-c", "help r").errors.contains("is ambiguous: "))
    let several = try todoshell("-c", "help exp")
    #expect(several.status == 2)
    #expect(
      several.errors.contains(
        "error: 'exp' is ambiguous: expect, expectations, explore, exploring, export, expressions\n"
      )
    )
    // What calls a command explains it, whatever topics begin so.
    #expect(try todoshell("-c", "help li").output.hasPrefix("list\n"))
    #expect(try todoshell("-c", "help scripst").errors.contains("help: did you mean 'scripts'?"))
    #expect(
      try todoshell("-q", "-c", "macro words\nlist\nend\nhelp words").output.hasPrefix("words\n"),
      "a macro may have the name of a topic"
    )
  }

  @Test func aproposFindsTopics() throws {
    let found = try todoshell("-c", "help -k byte order mark").output
    #expect(
      found == """
        help lines  How a script is written, comments and continued lines
        help json   The events that --format json prints

        """
    )
  }

  @Test func whatIsTypedMostHasALetterOfItsOwn() throws {
    #expect(try todoshell("-q", "-c", "add", "-c", "add", "-c", "u", "-c", "p todos.count").output == "1\n")
    #expect(try todoshell("-c", "help undo").output.contains("\nAlso: u\n"))
    #expect(try todoshell("-c", "help p").output.hasPrefix("print [--outline] [EXPR]\n"))
  }

  @Test func aproposFindsMacrosAndAliases() throws {
    let own = "macro buy what shop=here\nadd $what\nmark zebra\nend\nalias stripes = goto zebra\n"
    let found = try todoshell("-q", input: own + "help -k ZEBRA\nhelp -k buy shop\nhelp -k stripes")
    #expect(
      found.output == """
        buy WHAT [SHOP]  macro: add $what; mark zebra
        stripes          alias: goto zebra
        buy WHAT [SHOP]  macro: add $what; mark zebra
        stripes  alias: goto zebra

        """
    )
  }

  @Test func aproposFindsWhatAllWordsOccurIn() throws {
    let found = try todoshell("-c", "help -k BREAKPOINT remove").output
    #expect(
      found
        == "break [EXPR|PATTERN|COMMAND]  Stop when an expression becomes true, or at an action\n"
    )
  }

  @Test func aFormerSpellingIsNotedOnceAtThePrompt() throws {
    let terminal = try ShellTerminal()
    try terminal.type("add Milk", until: "#2 +0s> ")
    try terminal.type("back", until: "#1 of 2 +0s> ")
    try terminal.type("back", until: "#0 of 2 +0s> ")
    let text = terminal.pty.screen.text
    #expect(text.ranges(of: "'back' is now written 'goto -1'").count == 1, "\(text)")
    let script = try todoshell(input: "add Milk\nback\n")
    #expect(script.errors.isEmpty && !script.output.contains("is now written"))
  }

  @Test func theVersionIsTheSameWhereverOneAsks() throws {
    let version = try todoshell("--version").output
    #expect(version.contains(/^\d+\.\d+\.\d+\n$/))
    #expect(try todoshell("-c", "info --version").output == "todoshell \(version)")
    #expect(try run(builtProgram("bookshell"), ["-c", "info --version"]).output == "bookshell \(version)")
    #expect(try run(builtProgram("lamp"), ["-c", "info --version"]).output == "lamp without a version\n")
  }

  @Test func theReleaseIsTheLatestOfTheChangelog() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }
    let version = try todoshell("--version").output.trimmingCharacters(in: .newlines)
    let latest = try text("CHANGELOG.md").firstMatch(of: /\n## (\d[^ ]*) – \d{4}-\d\d-\d\d\n/)
    #expect(latest.map { String($0.1) } == version)
    #expect(try text("editors/vscode/package.json").contains("\n  \"version\": \"\(version)\",\n"))
    #expect(try text("editors/jupyter/pyproject.toml").contains("\nversion = \"\(version)\"\n"))
    #expect(
      try text("editors/jupyter/todoshell_kernel/kernel.py").contains(
        "implementation_version = \"\(version)\"\n"
      )
    )
  }

  @Test func aWrongSeedIsCalledWrongAndNotMissing() throws {
    let run = try todoshell("--seed", "-1")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        "todoshell: error: The value '-1' is invalid for '--seed <number>': a seed is a whole number from 0 to 1844"
      )
    )
    #expect(
      try todoshell("--seed", "99999999999999999999999").errors.contains(" from 0 to 18446744073709551615.")
    )
    #expect(try todoshell("--seed", "18446744073709551615", "-c", "print 1").output == "1\n")
  }

  @Test(arguments: programs)
  func wrongUsageIsReportedWithTheNameOfTheProgram(program: String) throws {
    let errors = try run(builtProgram(program), ["--bogus\u{1B}"]).errors
    #expect(errors.hasPrefix("\(program): error: Unknown option '--bogus\\u{1B}'\nUsage: \(program) run "))
    #expect(errors.hasSuffix("\n  See '\(program) run --help' for more information.\n"))
    #expect(
      try run(builtProgram(program), ["-n", "--update", "x"]).errors.hasPrefix(
        "\(program): error: -n and --update cannot be combined"
      )
    )
  }

  @Test func helpOfAnActionShowsWhatIsInside() throws {
    let todos = try todoshell("-c", "help .todos").output
    #expect(todos.hasPrefix(".todos(IdentifiedAction)\n\n"), "\(todos)")
    #expect(todos.contains("\n  .element(id: UUID, action: Todo.Action)\n"), "\(todos)")
    #expect(todos.contains("\n  .set(\\.isComplete, Bool)\n"), "\(todos)")
    #expect(!todos.contains("addTodoButtonTapped"), "\(todos)")
    for line in [
      ".todos(.element(id: UUID(0), action: .binding(.set(\\.isComplete, true))))",
      ".todos(.element(id: UUID(\"a.b\"), action: .binding",
    ] {
      let binding = try todoshell("-c", "help \(line)")
      #expect(
        binding.output.hasPrefix(".binding(BindingAction)\n\nBindingAction of Todo.State\n"),
        "\(binding)"
      )
    }
    #expect(
      try todoshell("-c", "help .addTodoButtonTapped").output.hasPrefix(
        ".addTodoButtonTapped\n\nThis case has no payload"
      )
    )
    #expect(try todoshell("-c", "help .").output == todoshell("-c", "help actions").output)
    let wrong = try todoshell("-c", "help .todos(.elment(")
    #expect(wrong.status == 2)
    #expect(wrong.errors.hasPrefix("-c:1:14: error: unknown case '.elment'\n"), "\(wrong.errors)")
    #expect(wrong.errors.contains("help: did you mean '.element'?"), "\(wrong.errors)")
    let long = ".todos" + String(repeating: "(.", count: 30_000)
    #expect(try todoshell(input: "help \(long)\n").output == todos, "however long what follows is")
    #expect(try todoshell("-c", "help .)").errors.contains("expected a case of Todos.Action"))
  }

  @Test func aChoiceIsAlsoMadeByACaseOfItsName() throws {
    #expect(
      try todoshell("-q", "-c", "let f = filter\nfilter completed\nfilter $f\nprint filter").output
        == ".all\n"
    )
    #expect(
      try todoshell("-c", "filter .al").errors.contains(
        "invalid filter '.al': expected one of all, active, completed"
      )
    )
  }

  @Test func aDateNeedsNoTime() throws {
    let run = try todoshell(
      "--epoch",
      "2026-11-21",
      "-c",
      "print Date(\"2026-11-22\") - Date(\"2026-11-21\")"
    )
    #expect(run.output == "1d\n", "\(run.errors)")
  }

  @Test func theHintForATooLongAdvanceIsTakenAsItIs() throws {
    let error = try todoshell("-c", "advance 9223372036854775807s").errors
    let furthest = try #require(error.firstMatch(of: /help: the clock ends at \+(\w+)/)?.1)
    #expect(try todoshell("-c", "advance \(furthest)").status == 0)
  }
}

/// What a program's help says of a command.
private struct Help {
  let name: String
  let summary: String
  let help: String
  /// The lines under the heading of the examples, without what is said of them.
  let examples: [String]

  /// The commands that the list of all commands shows.
  static func commands(of program: String) throws -> [Help] {
    let list = try run(builtProgram(program), ["-c", "help all"])
    #expect(list.status == 0)
    let commands = list.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { line in
      let (usage, summary) = columns(of: line)
      return (name: usage.split(separator: " ").first.map(String.init) ?? "", summary: summary)
    }
    let script = commands.map { "help \($0.name)\nprint \"\(separator)\"\n" }.joined()
    let helps = try run(builtProgram(program), ["-"], input: Data(script.utf8))
    #expect(helps.status == 0, "\(helps.errors)")
    let texts = helps.output.components(separatedBy: "\"\(separator)\"\n")
    try #require(texts.count == commands.count + 1)
    return zip(commands, texts).map { command, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let shown = lines.drop { $0 != "Examples" }.dropFirst().prefix { $0.hasPrefix("  ") }
      return Help(
        name: command.name,
        summary: command.summary,
        help: text,
        examples: shown.map { columns(of: $0).0 }
      )
    }
  }

  private static let separator = "end of the help"

  /// What stands in the first column of a table, and the rest.
  private static func columns(of line: Substring) -> (String, String) {
    let text = line.drop { $0 == " " }
    guard let gap = text.firstRange(of: "  ") else { return (String(text), "") }
    return (String(text[..<gap.lowerBound]), String(text[gap.upperBound...].drop { $0 == " " }))
  }
}

import ArgumentParser
import Core
import TestSupport
import Testing

@testable import ShellKit

struct OrdinaryCommandLineTests {
  /// Words of command lines, among them ones that only the parser reads, or that it refuses.
  static let words = [
    "-q", "-e", "-i", "--quiet", "--echo", "--interactive", "a.todoscript", "b c.todoscript", "-", "run",
    "tour", "2", "dap",
    "lsp", "mcp", "help", "--session", "log.todoscript", "-c", "add 'x y'", "list", "", "--", "-qe", "-n",
    "-ccommand",
    "--session=file", "--format", "json", "--seed", "-1", "-v", "n=1", "--help", "--version",
    "--no-such-option",
  ]

  /// 400 command lines of up to five words, and 200 of only those that a table reads.
  static let lines: [[String]] = {
    var generator = SeededGenerator(seed: 35)
    return (0..<600).map { number in
      let known = number % 3 == 0 ? words.prefix(20) : words[...]
      return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        known.randomElement(using: &generator) ?? "-q"
      }
    }
  }()

  @Test func theTableReadsWhatTheParserReads() throws {
    var count = 0
    for (number, line) in Self.lines.enumerated() where number % 4 < rounds(1) {
      // Only the table knows that 'help' also explains commands of the language.
      guard line.first != "help", let ordinary = ShellConfiguration(ordinary: line) else { continue }
      count += 1
      let parsed = try RootCommand<Plain>.parseAsRoot(line)
      let command = try #require(parsed as? any Subcommand, "\(line)")
      #expect(ordinary == command.configuration, "\(line)")
    }
    #expect(
      count >= min(rounds(13), 100),
      "the table read only \(count) of \(Self.lines.count) command lines"
    )
  }

  @Test(arguments: [
    [], ["a.todoscript"], ["a.todoscript", "-"], ["-c", "list"], ["-q", "-e", "-c", "list", "-c", "quit"],
    ["-i"],
    ["mcp"], ["dap"], ["lsp"], ["--session", "log.todoscript"], ["run", "a.todoscript"],
    ["a.todoscript", "-c", "list"],
  ])
  func ordinaryLinesNeedNoParser(_ line: [String]) {
    #expect(ShellConfiguration(ordinary: line) != nil)
  }

  /// Each first word chooses its subcommand, and options of all subcommands may precede it.
  @Test(
    arguments: [
      (["test", "-j", "2", "a"], .test(TestSelection(jobs: 2))), (["-q", "test"], .test(TestSelection())),
      (["tour", "2"], .tour(chapter: 2)), (["--seed", "1", "mcp"], .server(.mcp)),
      (["new-notebook", "n.ipynb", "a"], .notebook("n.ipynb")), (["-i"], .server(.live)),
      (["run", "test"], .scripts), (["./test"], .scripts),
    ] as [([String], ShellConfiguration.Purpose)]
  )
  func theFirstWordIsTheSubcommand(line: [String], purpose: ShellConfiguration.Purpose) throws {
    let command = try #require(try RootCommand<Plain>.parseAsRoot(line) as? any Subcommand)
    #expect(command.configuration.purpose == purpose)
  }

  private struct Plain: ShellProgram {
    @OptionGroup var options: ShellOptions
  }

  @Test func aProgramWithOptionsOfItsOwnIsParsed() throws {
    struct Extended: ShellProgram {
      @OptionGroup var options: ShellOptions
      @Flag var isBright = false
    }
    #expect(Plain.ordinaryCommand(["-q"]) != nil)
    #expect(Extended.ordinaryCommand(["-q"]) == nil)
    for line in [["--is-bright", "test", "-q"], ["mcp", "--is-bright"], ["a", "--is-bright"]] {
      let command = try #require(try RootCommand<Extended>.parseAsRoot(line) as? any Subcommand)
      #expect((command.program as? Extended)?.isBright == true, "\(line)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// The manual pages say what the program does.
struct ManualTests {
  private static let man = "/usr/bin/man"

  /// `make man` writes the snapshots.
  @Test(arguments: [("--manual", "todoshell.1"), ("--script-manual", "todoscript.5")])
  func isAsItWasWhenItWasLastLookedAt(option: String, page: String) throws {
    let snapshot = repository.appending(path: "Tests/TodoShellTests/Snapshots/\(page)")
    #expect(try todoshell(option).output == String(contentsOf: snapshot, encoding: .utf8))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: man)),
    arguments: ["todoshell", "bookshell"],
    ["--manual", "--script-manual"]
  )
  func manSetsItWithoutAWarning(program: String, option: String) throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(try run(builtProgram(program), [option]).output, to: "page")
    let man = try run(Self.man, ["--warnings", "-l", page], environment: ["MANWIDTH": "80"])
    #expect(man.status == 0)
    #expect(man.errors == "")
    #expect(man.output.contains("DESCRIPTION"))
  }

  @Test(arguments: ["todoshell", "bookshell"])
  func theScriptsInItHold(program: String) throws {
    let page = try run(builtProgram(program), ["--script-manual"]).output
    let scripts = page.matches(of: /(?s)\.EX\n(.*?)\.EE\n/).map { Self.unescaped(String($0.1)) }
    #expect(scripts.count > 10)
    for script in scripts {
      let run = try run(builtProgram(program), ["-q"], input: Data(script.utf8))
      #expect(run.status == 0, "\(script)\(run.errors)")
      #expect(run.errors == "")
    }
  }

  private static func unescaped(_ text: String) -> String {
    let escapes = ["\\-": "-", "\\(aq": "'", "\\(ga": "`", "\\(ha": "^", "\\(ti": "~", "\\&": ""]
    return escapes.reduce(text) { $0.replacing($1.key, with: $1.value) }.replacing("\\e", with: "\\")
  }

  @Test func explainsEveryOptionAndEveryCommand() throws {
    let page = try todoshell("--manual").output.replacing("\\-", with: "-")
    for option in try todoshell("--help").output.matches(of: /(?m)^  (?:-\w, )?(--?[\w-]+)/) {
      #expect(page.contains("\\fB\(option.1)\\fR"), "\(option.1)")
    }
    for line in try todoshell("-c", "help all").output.split(separator: "\n") where line.hasPrefix("  ") {
      let name = try #require(line.split(separator: " ").first)
      #expect(page.contains("\\fB\(name)"), "\(name)")
    }
  }

  @Test func itsExamplesOfCommandLinesRun() throws {
    let page = try todoshell("--manual").output
    let section = try #require(page.split(separator: ".SH \"EXAMPLES\"\n").last)
    let lines = section.matches(of: /\.TP\n\\fB(.*)\\fR/).map { String($0.1) }
    #expect(lines.count == 4)
    let folder = String(builtProgramPath.dropLast("todoshell".count))
    for line in lines {
      let line = line.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
      let home = try TemporaryFolder()
      let run = try run(
        "/bin/sh",
        ["-c", line],
        in: home.url,
        environment: ["PATH": "\(folder):/usr/bin:/bin"]
      )
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Exported files replace nothing unless requested, and are complete or not there.
struct ExportFileTests {
  private let files: ExportedFiles

  init() throws { files = try ExportedFiles() }

  private func todoshell(_ lines: String...) throws -> ProgramRun {
    try run(builtProgram("todoshell"), ["-q"], input: lines.joined(separator: "\n"))
  }

  @Test func overwritesAFileOnlyWithForce() throws {
    let path = try files.folder.write("precious", to: "page.html")
    let refused = try todoshell("add Milk", "export html '\(path)'")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("error: '\(path)' already exists"))
    #expect(refused.errors.contains("help: choose another name, or overwrite it with 'export --force'"))
    #expect(try files.text(path) == "precious")
    let forced = try todoshell("add Milk", "export --force html '\(path)'")
    #expect(forced.status == 0 && forced.errors == "")
    #expect(try files.text(path).hasPrefix("<!doctype html>"))
  }

  @Test func anOptionBetweenTheArgumentsIsAnError() throws {
    let path = files.folder.file("page.html")
    let run = try todoshell("export html -f '\(path)'")
    #expect(run.errors.contains(":1:13: error: the option '-f' is between arguments"), "\(run.errors)")
    #expect(run.errors.contains("help: options come before or after all arguments; usage: export [OPTION…]"))
    #expect(try todoshell("export html '\(path)' -f").status == 0)
    #expect(try todoshell("export -f html '\(path)'").status == 0)
  }

  @Test(arguments: ["export html ''", "save ''", "record ''", "load ''", "source ''", "list > ''"])
  func anEmptyPathIsAnError(command: String) throws {
    let run = try todoshell(command)
    #expect(run.status != 0)
    #expect(run.errors.contains("error: expected the path of a file, found ''"), "\(run.errors)")
  }

  @Test(arguments: [
    ("swift", "a test in Swift"), ("trace", "a trace for Perfetto"), ("dot", "a graph for Graphviz"),
    ("mermaid", "a Mermaid flowchart"), ("cast", "a recording for asciinema"),
  ])
  func whatCannotBeLoadedIsNamed(format: String, noun: String) throws {
    let path = try files.export(format, of: "add Milk")
    let run = try todoshell("load '\(path)'")
    #expect(run.status != 0)
    #expect(run.errors.contains(":1:1: error: not a session file but \(noun)\n"), "\(run.errors)")
    #expect(
      run.errors.contains("help: 'load' reads what 'save', 'record', 'export html' and 'export redux' write")
    )
  }

  @Test(
    arguments: [
      (#"{"payload":"[]","preloadedState":"{}"}"#, "a Redux DevTools file without the member 'sessionFile'"),
      (#"{"monitorState":{}}"#, "a Redux DevTools file without the member 'sessionFile'"),
      ("{}", "a JSON file"),
    ],
    ["", "\n"]
  )
  func anotherJSONFileIsNamed(file: (text: String, noun: String), end: String) throws {
    let path = try files.folder.write(file.text + end, to: "file.json")
    let run = try todoshell("load '\(path)'")
    #expect(run.errors.contains(":1:1: error: not a session file but \(file.noun)"), "\(run.errors)")
  }

  @Test(arguments: [("html", "a page for browsers"), ("redux", "a JSON file")])
  func whatCannotBeRecordedInIsNamed(format: String, noun: String) throws {
    let path = try files.export(format, of: "add Milk")
    let run = try run(builtProgram("todoshell"), ["--session", path, "-c", "list"])
    #expect(run.status != 0)
    #expect(run.errors.contains("error: not a session file but \(noun)\n"), "\(run.errors)")
  }

  @Test func aFullDiskLeavesTheOldFile() throws {
    let path = try files.folder.write("precious", to: "page.html")
    // A limit on the size of files fails as a full disk does: in the middle of the write.
    let run = try run(
      "/bin/sh",
      ["-c", "ulimit -f 8; exec \(builtProgram("todoshell")) -q -c \"export --force html '\(path)'\""]
    )
    #expect(run.status != 0)
    #expect(run.errors.contains("cannot write '\(path)'"), "\(run.errors)")
    #expect(try files.text(path) == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder.path) == ["page.html"])
  }

  @Test func refusesWhatIsNotARegularFile() throws {
    for path in ["/dev/null", files.folder.path, "/no/such/folder/page.html"] {
      let run = try todoshell("export --force html '\(path)'")
      #expect(run.status == 1, "\(path)")
      #expect(run.errors.contains("'\(path)'"), "\(run.errors)")
    }
  }

  @Test func refusesTheFileThatIsBeingRecorded() throws {
    let path = files.folder.file("session")
    let run = try todoshell("record '\(path)'", "add Milk", "export --force html '\(path)'")
    #expect(run.errors.contains("the session is being recorded in '\(path)'"))
    #expect(try files.text(path).hasSuffix("add Milk\n"))
  }

  @Test func everyoneMayReadAnExportedFile() throws {
    let path = try files.export("html", of: "add Milk")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test func aPageShowsTheLastExploration() throws {
    let heading = #"<div id="exploration"><pre>`always todos.count &lt; 9` holds for "#
    let text = try files.text(try files.export("html", of: "explore --depth 1 always todos.count < 9"))
    #expect(
      text.contains(heading) && text.contains("\n  not reached "),
      "the verdict and what was not reached"
    )
    let without = try files.text(try files.export("html", of: "add Milk"))
    #expect(!without.contains("exploration-heading") && !without.contains("{{"))
    let other = try files.text(try files.export("html", of: "explore --depth 1 always true\nadd Milk\nbegin"))
    #expect(!other.contains("exploration-heading"), "it is about another session")
  }

  @Test func aFailedScriptReportsItsHistory() throws {
    let good = try files.folder.write("add Milk\n", to: "good.todoscript")
    let bad = try files.folder.write("add Eggs\nexpect todos.count == 2\n", to: "bad.todoscript")
    let page = files.folder.file("report.html")
    let result = try run(
      builtProgram("todoshell"),
      ["-q", "-k", "--report", "html=\(page)", good, bad, good]
    )
    #expect(result.status == 1)
    let text = try files.text(page)
    #expect(text.contains("add Eggs") && !text.contains("add Milk"))
    #expect(text.contains("todos.count == 2 does not hold"))
    #expect(
      try run(builtProgram("todoshell"), ["-q", "-c", "load '\(page)'", "-c", "print todos.count"]).output
        == "1\n"
    )
  }

  @Test func passingScriptsReportTheHistoryOfTheLast() throws {
    let result = try run(
      builtProgram("todoshell"),
      ["-q", "--report", "html=-", "-c", "add Milk"]
    )
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("<!doctype html>") && result.output.contains("add Milk"))
  }

  @Test func aScriptThatDoesNotParseHasNoHistory() throws {
    let page = files.folder.file("report.html")
    let result = try run(
      builtProgram("todoshell"),
      ["--report", "html=\(page)", "-c", "ad Milk extra oops("]
    )
    #expect(result.status == 2)
    #expect(result.errors.contains("nothing was run, so there is no history to write to '\(page)'"))
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}

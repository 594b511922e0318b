import Foundation
import TestSupport
import Testing

/// Notebooks: what `new-notebook` writes, and the kernel, which Jupyter's own clients drive.
struct NotebookTests {
  static let isUpdating = DocumentTests.isUpdating
  private static let examples = repository.appending(path: "examples/notebooks")

  @Test func aScriptBecomesTextsAndCells() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "# # Title\n# text\nadd A\nadd B\n\nrepeat 2\n\n  add C\nend\n# the end\n",
      to: "a.todoscript"
    )
    let run = try run(builtProgramPath, ["new-notebook", "a.ipynb", "a.todoscript"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: try folder.bytes(of: "a.ipynb").data) as? [String: Any]
    let cells = try #require(json?["cells"] as? [[String: Any]])
    let sources = cells.map { ($0["source"] as? [String])?.joined() ?? "" }
    #expect(sources == ["# Title\ntext", "add A\nadd B", "repeat 2\n\n  add C\nend", "the end"])
    #expect(cells.map { $0["cell_type"] as? String } == ["markdown", "code", "code", "markdown"])
    #expect(json?["nbformat"] as? Int == 4)
  }

  @Test func aNotebookIsNeverOverwritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "a.ipynb")
    let run = try run(builtProgramPath, ["new-notebook", "a.ipynb"], in: folder.url)
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("todoshell: error: 'a.ipynb' already exists\n"), "\(run.errors)")
    #expect(try folder.bytes(of: "a.ipynb").data == Data("mine".utf8))
  }

  @Test(arguments: [
    ["new-notebook"], ["new-notebook", "a.ipynb", "-c", "list"], ["new-notebook", "a.ipynb", "-n"],
  ])
  func aNotebookNeedsANameAndNoOptions(arguments: [String]) throws {
    #expect(try run(builtProgramPath, arguments).status == 64)
  }

  @Test(.clients, arguments: ["todos", "books"])
  func anExampleShowsWhatItsCellsDo(name: String) throws {
    let notebook = Self.examples.appending(path: "\(name).ipynb").path
    let run = try client("execute.py", (Self.isUpdating ? ["--update"] : []) + [notebook])
    #expect(run.status == 0 && run.output == "", "\(run.output)\(run.errors)")
  }

  @Test(.clients) func theSuiteForKernelsPasses() throws {
    let run = try client("suite.py", [])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.clients) func anInterruptEndsTheCellAndKeepsTheSession() throws {
    let run = try client("rough.py", ["interrupt", "20"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.clients) func aLateInterruptIsNotAnsweredInAnotherCell() throws {
    let run = try client("late.py", [builtProgramPath])
    #expect(run.output == "0\n", "\(run.errors)")
  }

  @Test(.clients) func whatHasBeenAcknowledgedSurvivesAKill() throws {
    let run = try client("rough.py", ["kill"])
    #expect(run.output == "kept\n", "\(run.errors)")
  }

  /// Runs a script with Jupyter's clients; the kernels of both examples are installed in a folder of its own.
  private func client(_ name: String, _ arguments: [String]) throws -> TodoShellRun {
    let folder = try TemporaryFolder()
    let python = repository.appending(path: ".build/python/bin/python3").path
    let environment = [
      "PYTHONPATH": repository.appending(path: "editors/jupyter").path, "HOME": folder.path,
      "JUPYTER_PATH": folder.file("share/jupyter"), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
    ]
    for program in ["todoshell", "bookshell"] {
      let install = [
        "-m", "todoshell_kernel.install", "install", "--shell", builtProgram(program), "--prefix",
        folder.path,
      ]
      let run = try run(python, install, in: folder.url, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
    }
    let script = repository.appending(path: "Tests/Fixtures/Notebooks/\(name)").path
    return try run(python, [script] + arguments, in: folder.url, environment: environment)
  }
}

extension [UInt8] {
  fileprivate var data: Data { Data(self) }
}

import Foundation
import TestSupport
import Testing

/// `--session`, `--seed` and `--epoch` on the real binary, in batch and at a terminal.
struct SessionOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func todoshell(_ arguments: String...) throws -> TodoShellRun {
    try run(builtProgramPath, arguments, in: folder.url)
  }

  private func text(_ name: String = "s") throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  @Test(arguments: ["save pipe", "record pipe", "save folder"])
  func whatIsNoFileIsLeftAlone(command: String) throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try folder.makeFolder("folder")
    let name = command.split(separator: " ")[1]
    let run = try run(builtProgramPath, ["-q", "-c", "add Milk", "-c", command], in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("error: '\(name)' is not a regular file\n"))
  }

  @Test func aSessionGoesOnWhereItEnded() throws {
    _ = try todoshell(
      "--session",
      "s",
      "-c",
      "add Milk",
      "-c",
      "add Eggs",
      "-c",
      "toggle 0",
      "-c",
      "mark done"
    )
    _ = try todoshell("--session", "s", "-c", "advance 400ms")
    let run = try todoshell("-q", "--session", "s", "-c", "effects", "-c", "advance 1s", "-c", "list")
    #expect(
      run.output == """
        in 600ms  effect of #5 at Todos.swift:70, id CancelID.todoCompletion
        0 [ ] Milk
        1 [x] Eggs

        """
    )
    #expect(
      try text() == """
        # todoshell session 1
        begin --seed 0 --epoch 2001-01-01T00:00:00Z
        add Milk
        add Eggs
        toggle 0
        mark done
        advance 400ms
        advance 1s

        """
    )
  }

  @Test func aSavedSessionIsATest() throws {
    let commands = "add Milk\nadd Eggs\ntoggle 0\nadvance 1s\nundo\nfilter active\n"
    try folder.write(commands + "save --expect test.todoscript\n", to: "try")
    #expect(try todoshell("-q", "--seed", "5", "try").status == 0)
    let test = try text("test.todoscript")
    #expect(test.contains("begin --seed 5 "))
    #expect(test.contains("toggle 0\nexpect todos[0].isComplete == true\n"))
    #expect(test.contains("filter active\nexpect filter == .active\n"))
    #expect(try todoshell("-q", "run", "test.todoscript").status == 0)
    try folder.write(test.replacing("toggle 0", with: "toggle 1"), to: "test.todoscript")
    #expect(try todoshell("-q", "run", "test.todoscript").status == 1)
  }

  @Test func aSavedTestTellsWhatIsLeftOfAList() throws {
    let commands = "add A\nadd B\nadd C\nmove 0 end\nrun\ndelete 0\nsave --expect test.todoscript\n"
    try folder.write(commands, to: "try")
    #expect(try todoshell("-q", "try").status == 0)
    let test = try text("test.todoscript")
    #expect(test.contains("\ndelete 0\nexpect todos.map(\\.description) == [\"A\", \"C\"]\n"), "\(test)")
    for other in ["delete 1", "delete last"] {
      try folder.write(test.replacing("delete 0", with: other), to: "other")
      #expect(try todoshell("-q", "other").status == 1)
    }
  }

  @Test func pathsInAScriptAreRelativeToIt() throws {
    try folder.makeFolder("scripts")
    try folder.write("add Milk\nsave there\n", to: "scripts/make")
    try folder.write("load there\nexpect todos.count == 1\n", to: "scripts/use")
    #expect(try todoshell("-q", "scripts/make").status == 0)
    #expect(try todoshell("-q", "scripts/use").errors == "")
  }

  @Test(arguments: [
    (["--session", "/", "-c", "list"], 66, "cannot record in '/': Is a directory"),
    (["--session", "no/folder", "-c", "list"], 66, "cannot write 'no/folder': No such file or directory"),
    (
      ["--session", "/dev/null", "-c", "list"], 66,
      "cannot record in '/dev/null': it is a pipe or a device, not a regular file"
    ),
    (["--session", "/proc/self/exe", "-c", "list"], 74, "cannot write '/proc/self/exe'"),
    (["--session", "s", "--epoch", "soon", "-c", "list"], 64, "'soon' is invalid for '--epoch <date>'"),
    (
      ["--session", "s", "--epoch", "2025-02-29", "-c", "list"], 64,
      "'--epoch <date>': it is not an ISO 8601 date"
    ),
    (["--session", "s", "a", "b"], 64, "--session takes one script"),
    (["--session", "s", "--seed", "-1"], 64, "--seed"),
  ])
  func whatCannotBeIsSaid(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let run = try run(builtProgramPath, arguments, in: folder.url)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func linksInACircleStayAsTheyAre() throws {
    #expect(symlink("b", folder.file("a")) == 0 && symlink("a", folder.file("b")) == 0)
    let run = try todoshell("--session", "a", "-c", "add x")
    #expect(run.status == 66)
    #expect(run.errors == "todoshell: error: cannot write 'a': Too many levels of symbolic links\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("a")) == "b")
  }

  @Test func noTranscriptIsWrittenIntoASession() throws {
    let run = try todoshell("-k", "-c", "record s", "-c", "record --text --append s", "-c", "add x")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-c:2:24: error: 's' is a session file\n"), "\(run.errors)")
    #expect(try text().hasSuffix("\nadd x\n"))
  }

  @Test func seedAndEpochMustBeThoseOfTheFile() throws {
    #expect(
      try todoshell("--session", "s", "--seed", "3", "--epoch", "2026-11-21", "-c", "add x").status == 0
    )
    #expect(try todoshell("--session", "s", "--seed", "3", "-c", "add x").status == 0)
    #expect(try todoshell("--session", "s", "--epoch", "2026-11-21T00:00:00Z", "-c", "add x").status == 0)
    let seed = try todoshell("--session", "s", "--seed", "4", "-c", "add x")
    #expect(seed.status == 64)
    #expect(seed.errors.hasPrefix("todoshell: error: --seed 4 conflicts with 's', which began with 3\n"))
    let epoch = try todoshell("--session", "s", "--epoch", "2026-11-22", "-c", "add x")
    #expect(epoch.status == 64)
    #expect(try text().components(separatedBy: "add x").count == 4)
  }

  @Test func aScriptThatDoesNotParseTouchesNoSession() throws {
    #expect(try todoshell("--session", "s", "-c", "ad").status == 2)
    #expect(try todoshell("--session", "s", "--check", "-c", "add x").status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("s")))
  }

  @Test func atATerminalASessionIsResumedAndNoOtherShellGetsIt() throws {
    _ = try todoshell("--session", "s", "-c", "add Milk")
    let pty = try PseudoTerminal(
      [builtProgramPath, "--no-rc", "--session", folder.file("s")],
      environment: ["HOME": folder.path, "NO_COLOR": "1"],
      columns: 100,
      rows: 40
    )
    try pty.wait(atPrompt: "#2 +0s> ")
    #expect(pty.screen.text.contains("resumed \(folder.file("s")): 1 command"))
    let other = try todoshell("--session", "s", "-c", "add Eggs")
    #expect(other.status == 74)
    #expect(
      other.errors == """
        todoshell: error: another shell is recording its session in 's' (todoshell, process \(pty.process))
        help: leave that shell or run 'record --stop' in it, or use another file

        """
    )
    try pty.send("toggle 0\r")
    try pty.wait(atPrompt: "#3 +0s ⋯1> ")
    #expect(try text().hasSuffix("add Milk\ntoggle 0\n"), "before the prompt comes, the line is in the file")
    try pty.send("\u{4}")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(try todoshell("-q", "--session", "s", "-c", "list").output == "0 [x] Milk\n")
  }

  @Test func aShellThatWasStoppedAndHoldsASessionIsToldOf() throws {
    let pty = try PseudoTerminal(
      [builtProgramPath, "--no-rc", "-q", "--session", folder.file("s")],
      environment: ["HOME": folder.path, "NO_COLOR": "1"]
    )
    try pty.wait(atPrompt: "#0 +0s> ")
    pty.signal(SIGSTOP)
    try pty.waitForStop()
    let other = try todoshell("--session", "s", "-c", "list")
    #expect(
      other.errors == """
        todoshell: error: another shell is recording its session in 's' \
        (todoshell, process \(pty.process), which is stopped)
        help: 'fg' in its terminal resumes that shell, so that you can leave it; or use another file

        """
    )
    pty.signal(SIGCONT)
    try pty.send("\u{4}")
    #expect(try pty.waitForEnd() == .exited(0))
  }
}

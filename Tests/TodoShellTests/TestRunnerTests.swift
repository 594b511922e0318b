import Foundation
import TestSupport
import Testing

/// `todoshell test`: which scripts it finds, and what it prints of them.
struct TestRunnerTests {
  private static let passing = "add Milk\nexpect todos.count == 1\n"
  private static let failing = """
    add Milk
    toggle 0
    list
    | 0 [ ] Milk
    | 1 …

    """

  private func scripts(_ scripts: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in scripts {
      if let end = name.lastIndex(of: "/") { try folder.makeFolder(String(name[..<end])) }
      try folder.write(text, to: name)
    }
    return folder
  }

  /// Runs the tests; the time, which differs each time, is left out.
  private func test(_ arguments: String..., in folder: TemporaryFolder) throws -> TodoShellRun {
    let run = try run(builtProgramPath, ["test"] + arguments, in: folder.url)
    let output = run.output.replacing(#/ in [0-9.]+ (s|ms|µs)\n$/#, with: "\n")
    return TodoShellRun(status: run.status, output: output, errors: run.errors)
  }

  @Test(arguments: ["1", "2", "8"])
  func fivePassingScriptsPrintFewLinesInTheSameOrder(jobs: String) throws {
    let names = (1...5).map { "\($0).todoscript" }
    let folder = try scripts(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.passing) }))
    let run = try test("-j", jobs, in: folder)
    let lines = names.map { "ok      \($0)  2 commands, 1 expectation\n" }
    #expect(
      run == TodoShellRun(status: 0, output: lines.joined() + "5 passed\n", errors: "")
    )
    #expect(try test("-q", in: folder).output == "5 passed\n")
  }

  @Test func theScriptsInAMarkdownDocumentAreTests() throws {
    let document = """
      # A document
      ```sh
      exit 1
      ```
      ```todoscript
      add Milk
      expect todos.count == 1
      ```
      - in a list

        ~~~~ todoscript
        expect todos.isEmpty
        ~~~~
      ```todoscript
      add Eggs
      toggle 9
      ```
      """
    let folder = try scripts(["a.md": document])
    let run = try test("a.md", in: folder)
    #expect(
      run.output == """
        ok      a.md:6   2 commands, 1 expectation
        ok      a.md:12  1 command, 1 expectation
        FAILED  a.md:15  no todo 9; the list shows only todo 0

        ── a.md:15 ──
        a.md:16:8: error: no todo 9; the list shows only todo 0
        toggle 9
               ^
        open the shell there: todoshell -i a.md:16

        1 failed, 2 passed

        """,
      "\(run.output)\(run.errors)"
    )
    let shell = try TodoShellTests.run(
      builtProgramPath,
      ["-i", "-q", "a.md:16"],
      input: Data("todos.count".utf8),
      in: folder.url
    )
    #expect(
      shell.output == "1 command of a.md has run; next is line 16: toggle 9\n1\n",
      "\(shell)"
    )
    #expect(try test("--update", "a.md", in: folder).status == 64)
    #expect(try test("a.md:7", in: folder).output.hasPrefix("ok      a.md:6  2 commands"))
    let stale = try test("a.md:3", "a.md:7", in: folder)
    #expect(stale.status == 66 && stale.errors.contains("a.md:3"), "\(stale)")
  }

  @Test func aBlockThatIsNotClosedIsATestButCodeWithinALineOpensNone() throws {
    let folder = try scripts(["a.md": "```code```\n```todoscript\nexpect todos.isEmpty\n"])
    let run = try test("a.md", in: folder)
    #expect(run.output.hasPrefix("ok      a.md:3  1 command, 1 expectation\n"), "\(run)")
    let elsewhere = try TodoShellTests.run(builtProgramPath, ["a.md:99"], in: folder.url)
    #expect(elsewhere.status == 66, "\(elsewhere)")
  }

  @Test func aFailureShowsTheCommandTheDifferenceWhatIsDueAndHowToGoThere() throws {
    let folder = try scripts(["a.todoscript": Self.failing, "b/c.todoscript": Self.passing])
    let run = try test(in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    let output = run.output.replacing(/Todos.swift:\d+/, with: "Todos.swift:…")
    #expect(
      output == """
        FAILED  a.todoscript    expectation failed: the output differs
        ok      b/c.todoscript  2 commands, 1 expectation

        ── a.todoscript ──
        a.todoscript:4:1: error: expectation failed: the output differs
        list
        - | 0 [ ] Milk
        - | 1 …
        + | 0 [x] Milk
        note: in flight, due in 1s: effect of #3 at Todos.swift:…, id CancelID.todoCompletion
        help: '--update' replaces the expected lines (-) with the printed ones (+)
        open the shell there: todoshell -i a.todoscript:3

        1 failed, 1 passed

        """,
      "\(output)"
    )
  }

  @Test(
    arguments: [
      (
        "repeat 3 as i\n  add $i\n  expect todos.count < 3\nend\n",
        "expectation failed: todos.count < 3 does not hold", "3@3"
      ),
      (
        "add Milk\nrepeat 5 toggle 0\nrepeat 4 as i expect $i < 2\n",
        "expectation failed: 2 < 2 does not hold", "3@3"
      ),
      (
        "repeat 2\n  repeat 2 add Milk\n  expect todos.count == 2\nend\n",
        "expectation failed: todos.count == 2 does not hold", "3@2"
      ),
      ("repeat 2 print 1\n| 2\n", "expectation failed: the output differs", "1"),
      ("add Milk\nquit 3\nadd Eggs\n", "exited with code 3", "2"),
    ]
  )
  func theRoundOfAFailureCanBeOpened(script: String, reason: String, position: String) throws {
    let folder = try scripts(["a.todoscript": script])
    let run = try test(in: folder)
    #expect(run.output.hasPrefix("FAILED  a.todoscript  \(reason)\n"), "\(run)")
    #expect(
      run.output.contains("open the shell there: todoshell -i a.todoscript:\(position)\n"),
      "\(run)"
    )
  }

  @Test func whatIsInASessionsOptionsIsInTheCommandThatGoesThere() throws {
    let folder = try scripts(["it's.todoscript": "print $x\nexpect $x == 2\n"])
    let run = try test("-v", "x=1", "--seed", "7", in: folder)
    #expect(
      run.output.contains("open the shell there: todoshell --seed 7 -v x=1 -i 'it'\\''s.todoscript:2'\n"),
      "\(run.output)"
    )
  }

  @Test func aScriptThatDoesNotParseStopsNoOther() throws {
    let folder = try scripts(["a.todoscript": "togle 0\n", "b.todoscript": Self.passing])
    let run = try test(in: folder)
    #expect(run.status == 2)
    #expect(
      run.output == """
        FAILED  a.todoscript  unknown command 'togle'
        ok      b.todoscript  2 commands, 1 expectation

        ── a.todoscript ──
        a.todoscript:1:1: error: unknown command 'togle'
        togle 0
        ^~~~~
        help: did you mean 'toggle'?

        1 failed, 1 passed

        """,
      "\(run.output)"
    )
  }

  @Test func foldersAreSearchedButNotHiddenOnesAndNotThroughLinks() throws {
    let paths = ["b.todoscript", "a/z.todoscript", "a/b/c.todoscript", ".hidden/d.todoscript", "a/other.txt"]
    let folder = try scripts(Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.passing) }))
    #expect(symlink("..", folder.file("a/circle")) == 0)
    #expect(symlink("a/other.txt", folder.file("link.todoscript")) == 0)
    func names(_ arguments: String...) throws -> [String] {
      let run = try run(builtProgramPath, ["test"] + arguments, in: folder.url)
      #expect(run.status == 0, "\(run)")
      return run.output.split(separator: "\n").dropLast().map { String($0.split(separator: " ")[1]) }
    }
    #expect(try names() == ["a/b/c.todoscript", "a/z.todoscript", "b.todoscript", "link.todoscript"])
    #expect(
      try names("b.todoscript", "./a/", folder.path) == [
        "b.todoscript", "a/b/c.todoscript", "a/z.todoscript", "link.todoscript",
      ]
    )
    #expect(try names("a/circle", "--filter", "z.") == ["a/circle/a/z.todoscript"])
    #expect(try names("a/circle", "--filter", "") == names("a/circle"), "as with an unset variable")
    #expect(try names("a/other.txt") == ["a/other.txt"], "a file that is named runs whatever its name")
  }

  @Test(
    arguments: [
      (["none"], 66, "cannot read 'none': No such file or directory"),
      (["empty"], 66, "there are no *.todoscript files in 'empty'"),
      (["--filter", "x"], 66, "no script in '.' has 'x' in its path"),
      (["--jobs", "0"], 64, "--jobs must be at least 1."), (["-"], 64, "'test' takes files and folders"),
      (["-i"], 64, "Unknown option '-i'"), (["--continue"], 64, "Unknown option '--continue'"),
      (["-c", "list"], 64, "Unknown option '-c'"),
      (["--format", "json"], 64, "Unknown option '--format'"),
    ] as [([String], Int32, String)]
  )
  func whatCannotBeTestedIsSaid(arguments: [String], status: Int32, problem: String) throws {
    let folder = try scripts(["a.todoscript": Self.passing])
    try folder.makeFolder("empty")
    let run = try run(builtProgramPath, ["test"] + arguments, in: folder.url)
    #expect(run.status == status && run.output == "" && run.errors.contains(problem), "\(run)")
  }

  @Test func fewerScriptsRunAtATimeIfDescriptorsAreScarce() throws {
    let names = (100..<140).map { "\($0).todoscript" }
    let folder = try scripts(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.passing) }))
    let script = "ulimit -n 64; exec '\(builtProgramPath)' test -q -j 100"
    let run = try run("/bin/sh", ["-c", script], in: folder.url)
    #expect(run.status == 0 && run.output.hasPrefix("40 passed in "), "\(run)")
  }

  @Test(arguments: [0o000, 0o600] as [mode_t])
  func aFolderThatCannotBeSearchedFailsAndStopsNoScript(mode: mode_t) throws {
    let folder = try scripts(["a.todoscript": Self.passing, "b/c/d.todoscript": Self.passing])
    #expect(chmod(folder.file("b"), mode) == 0)
    defer { chmod(folder.file("b"), 0o700) }
    // The superuser may search any folder.
    let user =
      getuid() == 0
      ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] : ["/usr/bin/env"]
    let run = try run(user[0], user.dropFirst() + [builtProgramPath, "test"], in: folder.url)
    let problem = "cannot read 'b': Permission denied"
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    let expected = [
      "ok      a.todoscript  2 commands, 1 expectation", "FAILED  b             \(problem)", "", "── b ──",
      problem, "",
    ]
    #expect(run.status == 66 && lines.map(String.init) == expected, "\(run)")
  }

  @Test func aPipeIsRefusedAndStopsNoScript() throws {
    let folder = try scripts(["b.todoscript": Self.passing])
    #expect(mkfifo(folder.file("a.todoscript"), 0o600) == 0)
    for arguments in [[], ["a.todoscript", "b.todoscript"]] {
      let run = try run(builtProgramPath, ["test"] + arguments, in: folder.url)
      #expect(run.status == 66 && run.output.contains("\nok      b.todoscript"), "\(run)")
      let problem = "cannot read 'a.todoscript': it is a pipe or a device, not a regular file\n"
      #expect(
        run.output.hasPrefix("FAILED  a.todoscript  \(problem)") && run.output.contains("\n\(problem)"),
        "\(run)"
      )
    }
  }

  @Test func theNameOfAScriptCannotMoveTheCursor() throws {
    let folder = try scripts([:])
    #expect(symlink("none", folder.file("\u{1B}[2J.todoscript")) == 0)
    let run = try test(in: folder)
    #expect(run.status == 66 && run.output.contains("cannot read '"), "\(run)")
    #expect(!run.output.contains("\u{1B}"), "\(run)")
  }

  @Test func jobsAreForTestOnly() throws {
    #expect(try todoshell("run", "--jobs", "2", "-c", "list").status == 64)
  }

  @Test func aCrashIsTheFailureOfOneScript() throws {
    let folder = try scripts([
      "a.todoscript": "add Milk\nsave reached\n  explore --runs 1000000000 invariant todos.count < 99\n",
      "b.todoscript": Self.passing,
    ])
    let script = """
      timeout -s KILL 50 '\(builtProgramPath)' test --jobs 1 --report tap=t & shell=$!
      until [ -e reached ]; do :; done
      pkill -KILL -P $(pgrep -P $shell); wait $shell; echo $?
      """
    let run = try run("/bin/bash", ["-c", script], in: folder.url)
    let failure = """
      FAILED  a.todoscript  the program was killed by signal 9 (Killed)
      ok      b.todoscript  2 commands, 1 expectation

      ── a.todoscript ──
      a.todoscript:3:3: error: the program was killed by signal 9 (Killed)
        explore --runs 1000000000 invariant todos.count < 99
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      open the shell there: todoshell -i a.todoscript:3

      1 failed, 1 passed in
      """
    #expect(run.output.hasPrefix(failure) && run.output.hasSuffix("\n1\n"), "\(run)")
    #expect(try folder.bytes(of: "t").starts(with: Array("TAP version 13\n1..2\nnot ok 1".utf8)))
  }

  @Test(arguments: [("INT", SIGINT), ("TERM", SIGTERM)])
  func aSignalEndsAllScripts(name: String, signal: Int32) throws {
    let endless = "save NAME\nexplore --runs 1000000000 invariant todos.count < 99\n"
    let folder = try scripts([
      "a.todoscript": endless.replacing("NAME", with: "x"),
      "b.todoscript": endless.replacing("NAME", with: "y"),
    ])
    let script = """
      timeout -s KILL 50 env --default-signal=INT '\(builtProgramPath)' test -j 2 & shell=$!
      until [ -e x ] && [ -e y ]; do :; done
      kill -\(name) $(pgrep -P $shell); wait $shell; echo $?
      """
    let run = try run("/bin/bash", ["-c", script], in: folder.url)
    #expect(
      run.output.hasPrefix(
        "not run a.todoscript  interrupted\nnot run b.todoscript  interrupted\n2 not run in "
      ),
      "\(run)"
    )
    #expect(run.output.contains("\n\(128 + signal)\n"), "\(run)")
  }

  @Test func lastFailedRunsWhatFailedLastTime() throws {
    let folder = try scripts([
      "a.todoscript": Self.failing, "b.todoscript": Self.passing, "c.todoscript": Self.failing,
    ])
    let run = { (command: String) throws -> String in
      let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
      let words = ["-c", "\(builtProgramPath) \(command) 2>&1 | grep -E '^(ok|FAILED)|^error' | cut -c 9-20"]
      return try TodoShellTests.run("/bin/sh", words, in: folder.url, environment: environment).output
    }
    #expect(
      try run("test --last-failed") == "a.todoscript\nb.todoscript\nc.todoscript\n",
      "all the first time"
    )
    #expect(try run("test --last-failed") == "a.todoscript\nc.todoscript\n")
    try folder.write(Self.passing, to: "a.todoscript")
    #expect(try run("test b.todoscript a.todoscript") == "b.todoscript\na.todoscript\n")
    #expect(try run("test --last-failed") == "c.todoscript\n", "one that did not run is still known")
    let elsewhere = "../$(basename \"$PWD\")"
    let again = try run("test --last-failed \(elsewhere)/b.todoscript \(elsewhere)/c.todoscript")
    #expect(again.split(separator: "\n").count == 1, "also by another path: \(again)")
    #expect(try run("test b.todoscript:1 a.todoscript:1:5") == "b.todoscript\na.todoscript\n", "by a place")
    let known = String(decoding: try folder.bytes(of: ".local/state/todoshell/failed"), as: UTF8.self)
    #expect(known == folder.file("c.todoscript"))
  }

  @Test func watchRunsAgainWhenAScriptOrASourcedOneChanges() throws {
    let folder = try scripts(["a.todoscript": "source b\nexpect todos.count == 1\n", "b": "add Milk\n"])
    let pty = try PseudoTerminal(
      ["/bin/sh", "-c", "cd \"$HOME\" && exec \"$0\" test --watch", builtProgramPath],
      environment: ["HOME": folder.path],
      in: folder,
      columns: 80,
      rows: 40
    )
    for (name, text, summary) in [
      ("c.todoscript", Self.passing, "1 passed in "), ("b", "add Milk\nadd Eggs\n", "\n2 passed in "),
      ("a.todoscript", Self.passing, "\n1 failed, 1 passed in "),
    ] {
      try pty.wait(for: summary) {
        $0.text.contains(summary) && $0.lines.last == "waiting for a change; ^C ends"
      }
      try folder.write(text, to: name)
    }
    try pty.wait(for: "the last summary") { $0.text.components(separatedBy: "\n2 passed in ").count == 3 }
    try pty.send(Keys.control("C"))
    #expect(try pty.waitForEnd() == .signalled(SIGINT))
  }

  @Test func watchNoticesThatASourcedScriptIsGone() throws {
    let folder = try scripts(["a.todoscript": "source b\n", "b": "add Milk\n"])
    let pty = try watch(builtProgramPath, in: folder)
    try pty.wait(for: "the first run") { $0.text.contains("1 passed in ") }
    try FileManager.default.removeItem(atPath: folder.file("b"))
    try pty.wait(for: "the second run") { $0.text.contains("1 failed in ") }
    try folder.write("add Milk\n", to: "b")
    try pty.wait(for: "the third run") { $0.text.components(separatedBy: "1 passed in ").count == 3 }
  }

  @Test func watchRunsTheProgramThatWasRebuilt() throws {
    let folder = try scripts(["a.todoscript": Self.passing])
    let program = folder.file("program")
    try FileManager.default.copyItem(atPath: builtProgramPath, toPath: program)
    let pty = try watch(program, in: folder)
    try pty.wait(for: "the first run") { $0.text.contains("1 passed in ") }
    try folder.write("#!/bin/sh\necho rebuilt\n", to: "new")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("new"))
    #expect(rename(folder.file("new"), program) == 0)
    try pty.wait(for: "the new program") { $0.text.contains("rebuilt") }
  }

  private func watch(_ program: String, in folder: TemporaryFolder) throws -> PseudoTerminal {
    try PseudoTerminal(
      ["/bin/sh", "-c", "cd \"$HOME\" && exec \"$0\" test --watch", program],
      environment: ["HOME": folder.path],
      in: folder,
      columns: 80,
      rows: 40
    )
  }

  @Test func lastFailedForgetsScriptsThatAreGone() throws {
    let folder = try scripts(["a.todoscript": Self.failing, "b.todoscript": Self.failing])
    let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    let run = { (command: String) in
      _ = try TodoShellTests.run(
        "/bin/sh",
        ["-c", "\(builtProgramPath) test \(command)"],
        in: folder.url,
        environment: environment
      )
    }
    try run("")
    try FileManager.default.removeItem(atPath: folder.file("a.todoscript"))
    try run("'\(folder.file("b.todoscript"))'")
    let known = String(decoding: try folder.bytes(of: ".local/state/todoshell/failed"), as: UTF8.self)
    #expect(known == folder.file("b.todoscript"))
  }

  @Test func verdictsAreColoured() throws {
    let folder = try scripts(["a.todoscript": Self.failing, "b.todoscript": Self.passing])
    let output = try test("-k", "--color", "always", in: folder).output
    #expect(output.hasPrefix("\u{1B}[1;31mFAILED\u{1B}[0m  a.todoscript  expectation failed"), "\(output)")
    #expect(output.contains("\n\u{1B}[32mok\u{1B}[0m      b.todoscript  2 commands"))
    #expect(output.contains("\n\u{1B}[1;31m1 failed, 1 passed in "))
    #expect(
      try test("--color", "always", "b.todoscript", in: folder).output.contains("\u{1B}[32m1 passed in ")
    )
  }

  @Test func updateRewritesTheExpectedOutput() throws {
    let folder = try scripts(["a.todoscript": Self.failing, "b.todoscript": Self.passing])
    let update = try test("--update", in: folder)
    #expect(update.status == 0)
    #expect(update.errors == "updated a.todoscript: the expected output of 1 command\n")
    #expect(update.output.hasSuffix("2 passed\n"), "\(update.output)")
    #expect(try test(in: folder).status == 0)
  }

  @Test func afterAnUpdateTheLinesAreTheNewOnes() throws {
    let script = "add Milk\nlist\n| old\n| older\n| oldest\nlog\n| one\nexpect todos.isEmpty\n"
    let folder = try scripts(["a.todoscript": script])
    let update = try test("--update", in: folder)
    let lines = String(decoding: try folder.bytes(of: "a.todoscript"), as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.hasPrefix("expect") }) + 1
    #expect(line == 8 - 2 + 2)
    #expect(update.output.hasPrefix("FAILED  a.todoscript  expectation failed: "), "\(update)")
    #expect(update.output.contains("\na.todoscript:\(line):8: error: "), "\(update)")
    #expect(update.output.contains("todoshell -i a.todoscript:\(line)\n"), "\(update)")
  }

  @Test func reportsAreThoseOfTheWholeRun() throws {
    let folder = try scripts(["a.todoscript": Self.failing, "b.todoscript": Self.passing])
    let run = try test("--report", "tap=-", "--report", "html=page.html", "-k", in: folder)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("TAP version 13\n1..2\nnot ok 1 - a.todoscript\n"), "\(run.output)")
    #expect(run.output.hasSuffix("\nok 2 - b.todoscript\n"), "\(run.output)")
    let page = try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
    #expect(page.contains(#""opened":3,"#) && page.contains(#""- | 0 [ ] Milk""#))
    let over = try test("--report", "tap=b.todoscript", in: folder)
    #expect(over.status == 74 && over.errors.contains("it is one of the scripts"), "\(over)")
  }

  @Test func aPageOpensAtTheFailureAndNotAtTheEnd() throws {
    let folder = try scripts(["a.todoscript": "add Milk\nexpect todos.isEmpty\nadd Eggs\n"])
    #expect(try test("-k", "--report", "html=page.html", in: folder).status == 1)
    let page = try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
    #expect(page.contains(#""current":4,"opened":2,"#))
    #expect(page.contains("<title>a · todoshell</title>"), "and is named after the script")
  }

  @Test func onATerminalALineThatIsRewrittenShowsWhatRuns() throws {
    let folder = try scripts(["a.todoscript": Self.passing, "b.todoscript": Self.failing])
    let pty = try PseudoTerminal(
      [builtProgramPath, "test", folder.path],
      environment: ["HOME": folder.path],
      in: folder,
      columns: 80,
      rows: 40
    )
    try pty.wait(for: "the summary") { $0.text.contains("1 failed, 1 passed in ") }
    #expect(!pty.screen.text.contains("0 of 2"), "\(pty.screen.text)")
  }
}

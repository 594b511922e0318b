import Foundation
import TestSupport
import Testing

/// What other programs are told of a batch.
struct ReportTests {
  /// A folder with scripts that hold, fail, break and do not parse.
  private func scripts() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\nexpect todos.count == 1\n", to: "good")
    try folder.write("add Milk\nexpect todos.count == 2\nlist\n| <\"nothing\">\n", to: "fails")
    try folder.write("toggle 9\nexpect 1 == 2\n", to: "breaks")
    try folder.write("add \"<a&b\u{1B}>\"\n", to: "bad #1 <&\"")
    return folder
  }

  private func read(_ name: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test func aPipeGetsTheReportAndStaysAPipe() throws {
    let folder = try scripts()
    let script =
      "mkfifo pipe && { cat pipe & '\(builtProgramPath)' -q --report tap=pipe good; wait; test -p pipe; }"
    let run = try run("/bin/sh", ["-c", script], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("TAP version 13\n1..1\nok 1 - good\n"))
  }

  @Test(arguments: [["--report", "tap=good"], ["--report", "tap=out", "--report", "junit=out"]])
  func aReportOverwritesNeitherScriptNorReport(options: [String]) throws {
    let folder = try scripts()
    let run = try run(builtProgramPath, options + ["good"], in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("would overwrite a script, a session or a report"))
    #expect(try read("good", in: folder) == "add Milk\nexpect todos.count == 1\n")
  }

  @Test(arguments: [[], ["--update"]]) func aReportDoesNotOverwriteAScriptThatIsSourced(options: [String])
    throws
  {
    let folder = try scripts()
    try folder.write("source good\n", to: "outer")
    #expect(symlink("good", folder.file("link")) == 0)
    let run = try run(builtProgramPath, ["-q", "outer", "--report", "tap=link"] + options, in: folder.url)
    #expect(run.status == 74)
    #expect(run.errors == "todoshell: error: cannot write a report to 'link': it is one of the scripts\n")
    #expect(try read("good", in: folder) == "add Milk\nexpect todos.count == 1\n")
  }

  @Test(arguments: [
    ["--report", "tap=hard"], ["--report", "junit=link"], ["--report", "tap=./s"],
    ["--report", "tap=folder/../s"],
  ])
  func aReportDoesNotOverwriteTheSession(options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("folder")
    _ = try run(builtProgramPath, ["-q", "--session", "s", "-c", "add Milk"], in: folder.url)
    #expect(link(folder.file("s"), folder.file("hard")) == 0)
    #expect(symlink("s", folder.file("link")) == 0)
    let before = try read("s", in: folder)
    let run = try run(builtProgramPath, ["--session", "s", "-c", "add Eggs"] + options, in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("would overwrite a script, a session or a report"), "\(run.errors)")
    // Nor if it is not there yet, or is made by the script.
    let new = try TodoShellTests.run(
      builtProgramPath,
      ["--session", "n", "-c", "list", "--report", "tap=./n"],
      in: folder.url
    )
    #expect(new.status == 64)
    let saved = try TodoShellTests.run(
      builtProgramPath,
      ["-q", "-c", "add a", "-c", "save made", "--report", "tap=made"],
      in: folder.url
    )
    #expect(saved.status == 74)
    #expect(saved.errors.contains("'made': it is a session file"), "\(saved.errors)")
    #expect(try read("made", in: folder).hasSuffix("add a\n"))
    #expect(try read("s", in: folder) == before)
  }

  @Test(arguments: [
    "'todoshell' -q good >>good", "'todoshell' --session s -c list >>s", "'todoshell' -q - <good >>good",
  ])
  func outputDoesNotGoToTheInput(command: String) throws {
    let folder = try scripts()
    _ = try run(builtProgramPath, ["-q", "--session", "s", "-c", "add Milk"], in: folder.url)
    let before = try ["good", "s"].map { try read($0, in: folder) }
    let command = command.replacing("todoshell", with: builtProgramPath)
    let run = try run("/bin/sh", ["-c", command], in: folder.url)
    #expect(run.status == 64, "\(run.errors)")
    let after = try ["good", "s"].map { try read($0, in: folder) }
    #expect(after == before)
  }

  @Test func aTranscriptDoesNotGoToTheScriptThatRuns() throws {
    let folder = try TemporaryFolder()
    try folder.write("record --text --append ./t\nadd Milk\n", to: "t")
    let run = try run(builtProgramPath, ["t"], in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("is a running script"), "\(run.errors)")
    #expect(try read("t", in: folder) == "record --text --append ./t\nadd Milk\n")
  }

  @Test func junitTellsFailuresFromErrors() throws {
    let folder = try scripts()
    let arguments = ["-qk", "good", "fails", "breaks", "--report", "junit=report.xml"]
    let run = try run(builtProgramPath, arguments, in: folder.url)
    #expect(run.status == 1)
    let report = try read("report.xml", in: folder).replacing(/time="\d+\.\d{3}"/, with: "time=…")
    #expect(
      report == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="todoshell" tests="3" failures="1" errors="1" skipped="0" time=…>
          <testsuite name="todoshell" tests="3" failures="1" errors="1" skipped="0" time=…>
            <testcase name="good" classname="todoshell" file="good" assertions="1" time=…/>
            <testcase name="fails" classname="todoshell" file="fails" line="2" assertions="2" time=…>
              <failure message="fails:2:8: expectation failed: todos.count == 2 does not hold" type="expectation">\
        fails:2:8: error: expectation failed: todos.count == 2 does not hold&#10;expect todos.count == 2&#10;\
               ^~~~~~~~~~~~~~~~&#10;note: todos.count is 1&#10;note: compared with 2&#10;\
        fails:4:1: error: expectation failed: the output differs&#10;list&#10;\
        - | &lt;&quot;nothing&quot;&gt;&#10;+ | 0 [ ] Milk&#10;help: '--update' replaces the expected lines (-) with the printed ones (+)\
        </failure>
            </testcase>
            <testcase name="breaks" classname="todoshell" file="breaks" line="1" assertions="1" time=…>
              <error message="breaks:1:8: no todo 9; the list is empty" type="error">\
        breaks:1:8: error: no todo 9; the list is empty&#10;toggle 9&#10;       ^&#10;\
        breaks:2:8: error: expectation failed: 1 == 2 does not hold&#10;expect 1 == 2&#10;\
               ^~~~~~</error>
            </testcase>
          </testsuite>
        </testsuites>

        """,
      "\(report)"
    )
  }

  @Test func aReportTellsOfScriptsThatDoNotParseOrAreNotThere() throws {
    let folder = try scripts()
    let bad = try run(
      builtProgramPath,
      ["good", "bad #1 <&\"", "--report", "tap=a.tap", "--report", "junit=a.xml"],
      in: folder.url
    )
    #expect(bad.status == 2)
    let tap = try read("a.tap", in: folder)
    #expect(
      tap.hasPrefix("TAP version 13\n1..2\nok 1 - good # SKIP nothing was run\nnot ok 2 - bad \\#1 <&\"\n")
    )
    #expect(tap.contains("\n  severity: error\n  at:\n    file: \"bad #1 <&\\\"\"\n    line: 1\n"), "\(tap)")
    let xml = try read("a.xml", in: folder)
    #expect(xml.contains(#"<testcase name="bad #1 &lt;&amp;&quot;" classname="todoshell""#), "\(xml)")
    #expect(xml.contains(#"<skipped message="nothing was run"/>"#))
    #expect(!xml.contains("\u{1B}") && xml.contains("\\u{1B}"))
    let missing = try run(builtProgramPath, ["good", "none", "--report", "tap=b.tap"], in: folder.url)
    #expect(missing.status == 66)
    #expect(
      try read("b.tap", in: folder).contains("not ok 2 - none\n  ---\n  message: \"cannot read 'none': No")
    )
  }

  @Test func aReportTellsOfAScriptThatCannotBeReadToItsEnd() throws {
    let folder = try scripts()
    let file = "/proc/self/mem"
    let run = try run(builtProgramPath, ["good", file, "--report", "tap=a.tap"], in: folder.url)
    #expect(run.status == 74)
    let tap = try read("a.tap", in: folder)
    #expect(tap.contains("not ok 2 - \(file)\n  ---\n  message: \"cannot read '\(file)': Input"), "\(tap)")
  }

  @Test(arguments: [true, false]) func warningsAreInTheReports(_ isFailed: Bool) throws {
    let folder = try scripts()
    let misuse = #".todos(.element(id: UUID(9), action: .binding(.set(\.isComplete, true))))"#
    try folder.write("\(misuse)\n\(isFailed ? "expect 1 == 2" : "expect true")\n", to: "warns")
    let reports = ["--report", "tap=a.tap", "--report", "junit=a.xml"]
    let run = try run(builtProgramPath, ["-q", "warns", "good"] + reports, in: folder.url)
    #expect(run.status == (isFailed ? 1 : 0))
    let note = "note: at warns:1:1: \(misuse)"
    #expect(run.errors.contains("\n\(note)\n"), "\(run.errors)")
    let tap = try read("a.tap", in: folder)
    #expect(tap.contains("\n# TodoShell/Todos.swift:80: warning: A \"forEach\""), "\(tap)")
    #expect(tap.contains("\n# \(note)\nok 2 - good\n"), "\(tap)")
    let xml = try read("a.xml", in: folder)
    #expect(xml.contains("      <system-err>TodoShell/Todos.swift:80: warning: A &quot;forEach"), "\(xml)")
    #expect(xml.contains("&#10;\(note)</system-err>\n    </testcase>\n"), "\(xml)")
    #expect(xml.contains(isFailed ? "</failure>\n      <system-err>" : "\">\n      <system-err>"), "\(xml)")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/prove") else { return }
    let prove = try TodoShellTests.run("/usr/bin/prove", ["-e", "cat", "a.tap"], in: folder.url)
    #expect(!prove.output.contains("Parse errors"), "\(prove.output)")
  }

  @Test func tapOnStandardOutputTakesThePlaceOfWhatIsPrinted() throws {
    let folder = try scripts()
    let run = try run(builtProgramPath, ["good", "--report", "tap=-"], in: folder.url)
    #expect(run == TodoShellRun(status: 0, output: "TAP version 13\n1..1\nok 1 - good\n", errors: ""))
    let piped = try todoshell("--report", "tap=-", input: "quit 7\n")
    #expect(piped.status == 7)
    #expect(
      piped.output.hasPrefix("TAP version 13\n1..1\nnot ok 1 - -\n  ---\n  message: \"exited with code 7\"\n")
    )
  }

  @Test func proveReadsTheReport() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/prove") else {
      return print("skipped: there is no /usr/bin/prove to read TAP")
    }
    let folder = try scripts()
    let command = "'\(builtProgramPath)' -k good fails breaks --report tap=a.tap; prove -e cat a.tap"
    let run = try run("/bin/sh", ["-c", "{ \(command); } 2>&1"], in: folder.url)
    #expect(run.output.contains("Failed tests:  2-3\n"), "\(run.output)")
    #expect(!run.output.contains("Parse errors"), "\(run.output)")
    let program = "\(builtProgramPath) --report tap=-"
    let direct = try TodoShellTests.run("/usr/bin/prove", ["-e", program, "good"], in: folder.url)
    #expect(direct.output.hasSuffix("Result: PASS\n"), "\(direct.output)")
  }

  @Test func anXMLReaderReadsTheReport() throws {
    let folder = try scripts()
    let arguments = ["-k", "fails", "--report", "junit=a.xml"]
    _ = try run(builtProgramPath, arguments, in: folder.url)
    _ = try run(builtProgramPath, ["bad #1 <&\"", "--report", "junit=b.xml"], in: folder.url)
    let reader = "import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]; print('read')"
    let search = "PATH=$PATH:/usr/local/bin:$HOME/.pyenv/shims; command -v python3 >/dev/null || exit 127; "
    let run = try run(
      "/bin/sh",
      ["-c", search + "python3 -c \"\(reader)\" a.xml b.xml"],
      in: folder.url,
      environment: ["HOME": NSHomeDirectory()]
    )
    if run.status == 127 { return print("skipped: there is no python3 to read XML") }
    #expect(run.output == "read\n", "\(run.errors)")
  }

  @Test func anInterruptedBatchReportsWhatIsKnown() throws {
    let folder = try scripts()
    try folder.write("print 4711\nrepeat 100000000 print 1\n", to: "long")
    let scripts = ["good", "long", "fails"].map { folder.file($0) }
    let pty = try PseudoTerminal(
      [builtProgramPath, "-q"] + scripts + ["--report", "tap=\(folder.file("a.tap"))"],
      environment: ["HOME": folder.path]
    )
    try pty.wait(forText: "4711")
    try pty.send("\u{3}")
    #expect(try pty.waitForEnd() == .signalled(2))
    let tap = try read("a.tap", in: folder)
    #expect(tap.contains("\nok 1 - "), "\(tap)")
    #expect(tap.contains("interrupted"), "\(tap)")
    #expect(tap.contains("/fails # SKIP interrupted before\n"), "\(tap)")
  }

  @Test func aCheckReportsThatNothingWasRun() throws {
    let folder = try scripts()
    try folder.write("add Milk\n", to: "fine")
    let run = try run(builtProgramPath, ["-n", "--report", "tap=report", "fine"], in: folder.url)
    #expect(run == TodoShellRun(status: 0, output: "", errors: ""))
    #expect(try read("report", in: folder).contains("ok 1 - fine # SKIP nothing was run\n"))
  }

  @Test func aLinkToNothingYetIsWrittenThrough() throws {
    let folder = try scripts()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"),
      withDestinationPath: "kept/report"
    )
    try folder.makeFolder("kept")
    try folder.write("add Milk\n", to: "fine")
    let run = try run(builtProgramPath, ["-q", "--report", "tap=link", "fine"], in: folder.url)
    #expect(run == TodoShellRun(status: 0, output: "", errors: ""))
    #expect(try read("kept/report", in: folder).contains("ok 1 - fine\n"))
  }

  @Test func aReportThatCannotBeWrittenIsAnError() throws {
    let run = try todoshell("-q", "-c", "print 1", "--report", "tap=/no/such/folder/a.tap")
    #expect(run.status == 74)
    #expect(run.output == "1\n")
    #expect(
      run.errors == "todoshell: error: cannot write '/no/such/folder/a.tap': No such file or directory\n"
    )
  }

  @Test(
    arguments: [
      ["--report", "xml=x"], ["--report", "tap"], ["--report", "tap="],
      ["--report", "tap=-", "--report", "junit=-"],
      ["--report", "junit=-,tap=x"], ["--report", "tap=-", "--format", "json"], ["--format", "xml"],
    ]
  )
  func wrongOptionsAreRefused(options: [String]) throws {
    #expect(try run(builtProgramPath, options + ["-c", "list"]).status == 64)
  }
}

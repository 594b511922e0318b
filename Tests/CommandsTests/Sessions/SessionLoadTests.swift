import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// What becomes of session files of all kinds.
struct SessionLoadTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let head = "# counter session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\n"

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.session")
  }

  private typealias CounterRecord = RecordedShell<Counter.State, Counter.Action>

  private func open(_ content: String, seed: UInt64? = nil) throws -> CounterRecord {
    try folder.write(content, to: "s.session")
    return CounterRecord(CounterShell.application, session: path, seed: seed)
  }

  private var content: String {
    get throws { String(decoding: try folder.bytes(of: "s.session"), as: UTF8.self) }
  }

  @Test func anEmptyFileIsANewSession() throws {
    let recorded = try open("")
    recorded.run("up")
    #expect(try content == Self.head + "up\n")
  }

  @Test(arguments: ["break", "watch"])
  func aSessionIsLoadedThoughAnExpressionCouldNotBeEvaluated(command: String) throws {
    let recorded = try open("")
    recorded.run("\(command) (count < 2 || 1 / (count - count) == 1)", "up", "up", "up", "undo", "up 5")
    #expect(recorded.err.text.contains("division by zero"), "\(recorded.err.text)")
    let saved = folder.file("saved.todoscript")
    recorded.run("save '\(saved)'", "record --stop")
    let again = CounterRecord(CounterShell.application, session: path)
    #expect(again.status == nil && again.everything == recorded.everything, "\(again.err.text)")
    let loaded = CounterRecord(CounterShell.application)
    loaded.run("load '\(saved)'")
    #expect(loaded.everything == recorded.everything, "\(loaded.err.text)")
  }

  @Test func aTornLastLineIsToldAndDropped() throws {
    let recorded = try open(Self.head + "up\nup 1")
    #expect(recorded.status == nil)
    #expect(recorded.shell.session.state.count == 1)
    #expect(
      recorded.err.text == "\(path):4: warning: this line is incomplete and was not run: up 1\n"
    )
    recorded.run("up 5")
    #expect(try content == Self.head + "up\nup 5\n")
  }

  @Test(arguments: [Array("add M".utf8) + [0xC3], [0, 0, 0, 0], Array("#: sto".utf8)])
  func whateverTheTornLineHolds(_ rest: [UInt8]) throws {
    let whole = Array((Self.head + "up\n").utf8)
    try Data(whole + rest).write(to: URL(filePath: path))
    let recorded = CounterRecord(CounterShell.application, session: path)
    recorded.run("up")
    #expect(recorded.shell.session.state.count == 2)
    #expect(try content == Self.head + "up\nup\n")
  }

  @Test func everyPlaceAtWhichAFileCanBeCutLeavesASession() throws {
    let whole = Array((Self.head + "up\nsoon\nadvance 1s\nundo\n").utf8)
    let counts = [0, 1, 1, 2, 1]
    for length in Self.head.utf8.count...whole.count {
      try Data(whole[..<length]).write(to: URL(filePath: path))
      let recorded = CounterRecord(CounterShell.application, session: path)
      let commands = whole[..<length].count { $0 == UInt8(ascii: "\n") } - 2
      #expect(recorded.status == nil, "\(length) bytes")
      #expect(recorded.shell.session.state.count == counts[commands], "\(length) bytes")
    }
  }

  @Test func aFileWithOtherLineEndsIsContinuedWithThose() throws {
    let whole = (Self.head + "up\nwatch count\nup 2\n").replacing("\n", with: "\r\n")
    let recorded = try open("\u{FEFF}" + whole + "up 7\r")
    #expect(recorded.status == nil)
    #expect(recorded.shell.session.state.count == 3)
    #expect(recorded.err.text.hasSuffix("this line is incomplete and was not run: up 7\n"))
    recorded.run("up 4", "soon", "break count == 8", "advance 1s", "down", "record --stop")
    let added = "up 4\nsoon\nbreak count == 8\nadvance 1s\n#: stopped 10\ndown\n".replacing(
      "\n",
      with: "\r\n"
    )
    let text = try content
    #expect(Array(text.utf8) == Array("\u{FEFF}\(whole)\(added)".utf8), "\(text.debugDescription)")
    let again = CounterRecord(CounterShell.application, session: path)
    #expect(again.everything == recorded.everything)
    again.run("record --stop", "save \(path)")
    #expect(again.err.text == "", "what another shell wrote is known for a session")
  }

  @Test func watchesAndBreakpointsComeBackAndGo() throws {
    let recorded = try open("")
    recorded.run(
      "watch count",
      "watch count + 1",
      "unwatch 1",
      "break count == 2",
      "break .down",
      "unbreak 2",
      "up"
    )
    #expect(recorded.record.count == 7)
    recorded.run("watch nope", "unwatch 9", "watch", "break", "record --stop")
    #expect(recorded.record.count == 7, "what changes nothing is not recorded")
    let again = CounterRecord(CounterShell.application, session: path)
    again.run("watch", "break", "soon", "soon", "run", "value", "watch count", "break .down", "break")
    #expect(
      again.out.text == """
        2  count + 1 is 2
        1  count == 2
        count + 1: 2 → 3
        stopped at #5 by break 1: count == 2
        2
        1  count == 2
        3  .down

        """
    )
    again.run("unwatch", "unbreak", "record --stop")
    let last = CounterRecord(CounterShell.application, session: path)
    last.run("watch", "break")
    #expect(last.out.text == "there are no watches\nthere are no breakpoints\n")
  }

  @Test func anInterruptedCommandOfManyActionsIsRepeatedAsFar() throws {
    let recorded = try open("")
    recorded.shell.debugger.isInterrupted = { recorded.shell.session.moments.count == 10 }
    recorded.run("up 1000000")
    recorded.shell.debugger.isInterrupted = { false }
    #expect(recorded.shell.session.state.count == 9, "^C ends a command between its actions")
    #expect(recorded.err.text.contains("interrupted after 9 moments"))
    recorded.run("up", "record --stop")
    let again = CounterRecord(CounterShell.application, session: path)
    #expect(again.err.text == "")
    #expect(again.everything == recorded.everything && again.record == recorded.record)
  }

  @Test func theLastCommandMayFailAsItHadNotFinished() throws {
    let recorded = try open(Self.head + "up\ngoto 9\n")
    #expect(recorded.status == nil)
    #expect(recorded.err.text.hasPrefix("\(path):4:6: warning: no moment 9; moments range from 0 to 1\n"))
    recorded.run("up", "record --stop")
    let again = CounterRecord(CounterShell.application, session: path)
    #expect(again.err.text == "")
    #expect(again.shell.session.state.count == 2)
  }

  @Test func ofAChangedFeatureAsMuchIsLoadedAsGoes() throws {
    let text = Self.head + "up\nup\nhop\nup\n"
    try folder.write(text, to: "s.session")
    let shell = CounterRecord(CounterShell.application, isQuiet: false)
    shell.run("load \(path)")
    #expect(shell.shell.session.state.count == 2)
    #expect(shell.out.text == "loaded \(path): 2 commands, #2 +0s\n")
    #expect(shell.err.text.hasPrefix("\(path):5:1: error: unknown command 'hop'\nhop\n^~~\n"))
    let recorded = CounterRecord(CounterShell.application, session: path)
    #expect(recorded.status == ExitStatus.doesNotParse)
    #expect(try content == text, "what could not be loaded is not lost")
  }

  @Test func aBlockWithALineThatCannotBeReadDoesNotRun() throws {
    let text = Self.head + "up\nrepeat 2\nup\nup \"x\nend\nup\n"
    try folder.write(text, to: "s.session")
    let shell = CounterRecord(CounterShell.application)
    shell.run("load \(path)")
    #expect(shell.shell.session.state.count == 1)
    #expect(shell.err.text.hasPrefix("\(path):6:4: error: "), "\(shell.err.text)")
  }

  @Test func aCommandThatNoLongerWorksIsNamed() throws {
    let text = Self.head + "up\ndown\ndown\nup\n"
    let recorded = try open(text)
    #expect(recorded.status == ExitStatus.failure)
    #expect(recorded.err.text.contains("\(path):5:1: error: this is zero already\ndown\n^~~~\n"))
    #expect(try content == text)
  }

  @Test func whatHasNoLineEndAtAllIsShownByItsStart() throws {
    let recorded = try open(Self.head.replacing("\n", with: "\r") + "up\r")
    #expect(recorded.status == ExitStatus.doesNotParse)
    #expect(recorded.err.text.contains("\n# counter session 1\\rbegin --seed 0"), "\(recorded.err.text)")
  }

  @Test func anExpectationInItMustHold() throws {
    let recorded = try open(Self.head + "up\nexpect count == 2\n")
    #expect(recorded.status == ExitStatus.failure)
    #expect(recorded.err.text.contains("\(path):4:8: error: expectation failed: count == 2 does not hold\n"))
  }

  @Test(arguments: [
    ("dear diary\n", "not a session file: it does not begin with '# counter session 1'"),
    ("# lamp session 1\n", "this is a session of lamp, not of counter"),
    ("# counter session 2\n", "this session was written by another version of counter"),
    (String(repeating: "x", count: 70_000), "not a session file"),
  ])
  func whatIsNoSessionIsLeftAlone(_ text: String, _ message: String) throws {
    let recorded = try open(text)
    #expect(recorded.status == ExitStatus.doesNotParse)
    #expect(recorded.err.text.hasPrefix("\(path):1:1: error: \(message)"))
    #expect(try content == text)
  }

  @Test(arguments: [
    "load FILE", "save -f FILE", "record FILE", "repeat 2 save -f FILE", "repeat 1\nsave -f FILE\nend",
    "macro keep name\nsave -f $name\nend\nkeep FILE", "let name = \"FILE\"\nstate >| $name", "tree > FILE",
    "source FILE", "transcript FILE", "compare s.session", "compare start FILE", "shorten FILE",
    "explore --out FILE always true", "explore --corpus FILE always true", "explore --properties FILE",
    "explore --merge FILE", "import itf FILE",
  ])
  func aSessionFileCannotNameOtherFiles(_ lines: String) throws {
    let other = try folder.write("precious", to: "other.todoscript")
    for shell in [
      try open(Self.head + lines.replacing("FILE", with: other) + "\nup\n"),
      CounterRecord(CounterShell.application),
    ] {
      if shell.status == nil { shell.run("load \(path)") }
      #expect(shell.err.text.contains("a session file cannot refer to other files\n"), "\(shell.err.text)")
      #expect(shell.shell.session.state.count == 0)
    }
    #expect(try folder.bytes(of: "other.todoscript") == Array("precious".utf8))
  }

  @Test func theSeedOfTheCommandLineMustBeThatOfTheFile() throws {
    let recorded = try open(Self.head + "up\n", seed: 8)
    #expect(recorded.status == ExitStatus.usage)
    #expect(recorded.err.text.contains("error: --seed 8 conflicts with '\(path)', which began with 0\n"))
    #expect(try open(Self.head + "up\n", seed: 0).status == nil)
  }

  @Test func loadingPutsOneSessionInThePlaceOfAnother() throws {
    let other = folder.file("other.session")
    let shell = CounterRecord(CounterShell.application)
    shell.run("up 3", "mark three", "save \(other)", "begin", "up", "load \(other)")
    #expect(shell.shell.session.state.count == 3)
    #expect(shell.shell.session.marks == ["three": 3])
    shell.run("undo", "soon", "run")
    #expect(shell.shell.session.state.count == 1)
    #expect(shell.err.text == "")
  }

  @Test func whoRecordsGoesOnRecordingInTheLoadedFile() throws {
    let other = try folder.write(Self.head + "up 3\n", to: "other.session")
    let recorded = try open(Self.head)
    recorded.run("up", "load \(other)", "up")
    #expect(try content == Self.head + "up\n", "nothing of the first is lost")
    #expect(
      String(decoding: try folder.bytes(of: "other.session"), as: UTF8.self) == Self.head + "up 3\nup\n"
    )
    recorded.run("load \(folder.file("nothing"))", "up")
    #expect(recorded.shell.session.state.count == 5, "a file that is not there changes nothing")
  }

  @Test func aLoadCanBeInterrupted() throws {
    try folder.write(Self.head + String(repeating: "up\n", count: 100), to: "s.session")
    let shell = CounterRecord(CounterShell.application)
    shell.run("up 7")
    var questions = 0
    shell.shell.debugger.isInterrupted = {
      questions += 1
      return questions == 50
    }
    shell.run("load \(path)")
    #expect(shell.err.text.contains("error: interrupted\n"))
    #expect(shell.shell.session.state.count == 7)
  }
}

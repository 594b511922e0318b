import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// What of a session is recorded, and when.
struct SessionRecordTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.session")
  }

  private typealias CounterRecord = RecordedShell<Counter.State, Counter.Action>

  private func open(seed: UInt64? = nil) -> CounterRecord {
    CounterRecord(CounterShell.application, session: path, seed: seed)
  }

  private var lines: [String] {
    get throws {
      String(decoding: try folder.bytes(of: "s.session"), as: UTF8.self).split(separator: "\n").map(
        String.init
      )
    }
  }

  @Test func aNewFileSaysWhoseSessionItIsAndHowItBegan() throws {
    let recorded = open(seed: 7)
    #expect(recorded.status == nil)
    #expect(try lines == ["# counter session 1", "begin --seed 7 --epoch 2001-01-01T00:00:00Z"])
  }

  @Test func whatChangesTheSessionIsRecordedAndNothingElse() throws {
    let recorded = open()
    recorded.run(
      "up",
      "value",
      "expect count == 1",
      "log",
      "soon",
      "advance 1s",
      "undo",
      "mark here",
      "tree"
    )
    recorded.run("up 2", "skip 1", "set diff off", "set limit 50", "last count", "goto -", "mark -d here")
    let commands = [
      "up", "soon", "advance 1s", "undo", "mark here", "up 2", "skip 1", "set limit 50", "goto -",
      "mark -d here",
    ]
    #expect(recorded.record == commands)
    #expect(try Array(lines.dropFirst(2)) == commands)
  }

  @Test func aCommandIsInTheFileBeforeItRuns() throws {
    let recorded = open()
    var seen: [[String]] = []
    let observation = recorded.shell.session.observe { event in
      guard case .recorded = event else { return }
      seen.append((try? Array(lines.dropFirst(2))) ?? [])
    }
    recorded.run("up", "up")
    observation.cancel()
    #expect(seen == [["up"], ["up", "up"]])
  }

  @Test func aCommandThatIsRefusedLeavesNoLine() throws {
    let recorded = open()
    recorded.run("down", "goto 9", "redo", "advance 0s", "goto 0", "mark -d nothing", "skip 0", "amend 0 up")
    #expect(recorded.record == [])
    #expect(try lines.count == 2)
    recorded.run("up", "amend 1 value")
    #expect(try Array(lines.dropFirst(2)) == ["up"])
  }

  @Test func aCommandThatFailsHalfWaySaysSo() throws {
    let recorded = open()
    recorded.run("soon", "soon", "soon", "set limit 2", "run", "set limit 9")
    #expect(recorded.record.suffix(3) == ["run", "#: failed", "set limit 9"])
    let again = open()
    #expect(again.status != nil, "the first one still records")
    recorded.run("record --stop")
    #expect(open().everything == recorded.everything)
  }

  @Test func aStopAtABreakpointIsRepeatedWithoutTheBreakpoint() throws {
    let recorded = open()
    recorded.run("soon", "soon", "break count == 1", "run", "unbreak", "up", "run", "record --stop")
    #expect(recorded.record.contains("#: stopped 4"))
    let again = open()
    #expect(again.err.text == "")
    #expect(again.everything == recorded.everything)
  }

  @Test func anInterruptedCommandIsRepeatedUpToWhereItCame() throws {
    let recorded = open()
    recorded.shell.debugger.isInterrupted = { recorded.shell.session.moments.count == 6 }
    recorded.run("soon", "soon", "soon", "run")
    recorded.shell.debugger.isInterrupted = { false }
    recorded.run("up", "record --stop")
    #expect(recorded.record.contains("#: stopped 5, interrupted, failed"))
    let again = open()
    #expect(again.err.text == "")
    #expect(again.everything == recorded.everything)
  }

  /// Before a command runs, the clock catches up: a `^C` at that time is for the command.
  @Test func anInterruptionWhileTheClockCatchesUpIsForTheCommand() throws {
    let recorded = open()
    let shell = recorded.shell
    shell.frontEnd.isConversation = true
    recorded.run("soon", "soon", "clock play")
    shell.player = ClockPlayer(rate: 1, origin: shell.session.now, start: RunningTime.now - .seconds(100))
    var isPressed = false
    shell.debugger.isInterrupted = {
      guard !isPressed, shell.player?.isMoving == true else { return false }
      isPressed = true
      return true
    }
    recorded.run("repeat 3 up")
    #expect(isPressed && shell.player == nil)
    #expect(recorded.err.text.contains("interrupted in round 2 of 3"), "\(recorded.err.text)")
  }

  @Test func ofAScriptItsCommandsAreRecorded() throws {
    let script = try folder.write("up\nvalue\nup 2  # two\n", to: "steps.todoscript")
    let recorded = open()
    recorded.run("source \(script)")
    #expect(recorded.record == ["up", "up 2"])
  }

  @Test func aCommandOnSeveralLinesIsRecordedOnOne() throws {
    let recorded = open()
    recorded.run("amend \\\n 1 up", "up", "amend \\\n  1 \\\n  up 2", "record --stop")
    #expect(recorded.record.count == 2)
    #expect(open().everything == recorded.everything)
  }

  @Test func chosenWordsAreRecordedInFull() throws {
    let vocabulary = Vocabulary<Counter.State, Counter.Action>("Turning") {
      Command(
        "turn",
        Argument.choice("way", among: [("clockwise", 1, ""), ("the other way", 2, "")]),
        Argument.option(
          "--pace",
          Argument.choice("pace", among: [("fast", 1, ""), ("slow", 2, "")]),
          summary: ""
        ),
        summary: "Count up"
      ) { turn, _, _ in turn.send(.up) }
    }
    let recorded = CounterRecord(CounterShell.application(vocabulary), session: path)
    recorded.run(
      "turn cl",
      "tu --pace f  clock",
      "turn 'the o' --pace sl",
      "turn .clockwise",
      "turn c --pace 'slow'"
    )
    #expect(recorded.err.text == "")
    #expect(
      recorded.record == [
        "turn clockwise", "turn --pace fast  clockwise", "turn 'the other way' --pace slow",
        "turn .clockwise",
        "turn clockwise --pace slow",
      ]
    )
  }

  @Test func namesAreRecordedInFull() throws {
    let recorded = open()
    recorded.run(
      "up",
      "soo",
      "adv 1s",
      "am #1 soo",
      "und",
      "\"soo\"",
      "fa fai up 2",
      "repe 2 soo",
      "br soo",
      "set lim 7"
    )
    let commands = [
      "up", "soon", "advance 1s", "amend #1 soon", "undo", "soon", "up 2", "soon", "soon", "break soon",
      "set limit 7",
    ]
    #expect(recorded.record == commands)
    #expect(!recorded.shell.session.turns.map(\.label).contains("soo"))
    recorded.run("record --stop")
    #expect(open().everything == recorded.everything)
  }

  @Test func whatCannotBeRecordedIsNotRun() throws {
    let recorded = open()
    recorded.run("up")
    try FileManager.default.removeItem(atPath: path)
    recorded.run("up")
    #expect(recorded.shell.session.state.count == 1)
    #expect(
      recorded.err.text.hasPrefix(
        "-:1:1: error: '\(path)' was removed or replaced during recording; the command was not run\n"
      )
    )
    recorded.run("record \(path)", "up")
    #expect(recorded.shell.session.state.count == 2)
    #expect(try Array(lines.dropFirst(2)) == ["up", "up"])
  }

  @Test func theSecondShellOnAFileIsRefused() throws {
    let first = open()
    first.run("up")
    let second = open()
    #expect(second.status == ExitStatus.inputOutput)
    #expect(second.err.text.contains("error: another shell is recording its session in '\(path)'\n"))
    let third = CounterRecord(CounterShell.application)
    third.run("save \(path)", "record \(path)")
    #expect(third.err.text.contains("another shell is recording its session"))
    #expect(try Array(lines.dropFirst(2)) == ["up"])
  }

  @Test func recordTakesWhatWasDoneBefore() throws {
    let recorded = CounterRecord(CounterShell.application)
    recorded.run("up", "mark one", "record \(path)", "up", "record")
    #expect(try Array(lines.dropFirst(2)) == ["up", "mark one", "up"])
    #expect(recorded.out.text == "the session is being recorded in \(path): 3 commands\n")
    recorded.run("record --stop", "up", "record")
    #expect(recorded.out.text.hasSuffix("the session is not being recorded\n"))
    #expect(try lines.count == 5)
  }

  @Test func checksAreNotRecorded() throws {
    let recorded = CounterRecord(CounterShell.application)
    recorded.run("exhaustive on", "up", "expect value == 1", "exhaustive off", "save \(path)")
    #expect(try Array(lines.dropFirst(2)) == ["up"], "\(recorded.err.text)")
  }

  @Test func recordOverwritesNothing() throws {
    try folder.write("dear diary\n", to: "s.session")
    let recorded = CounterRecord(CounterShell.application)
    recorded.run("up", "record \(path)", "save \(path)")
    #expect(recorded.err.text.contains("'\(path)' already exists\n"))
    #expect(recorded.err.text.contains("'\(path)' already exists and is not a session\n"))
    #expect(try lines == ["dear diary"])
  }

  @Test(arguments: ["save s", "save --expect s"])
  func savingKeepsAnotherSession(command: String) throws {
    let command = command.replacing(" s", with: " \(path)")
    CounterRecord(CounterShell.application).run("up", "up", "save \(path)")
    let other = CounterRecord(CounterShell.application)
    other.run("up 3", command)
    #expect(other.err.text.contains("'\(path)' already exists and contains another session\n"))
    #expect(
      other.err.text.contains(
        "help: choose another name, or overwrite it with 'save --force \(path)'\n"
      )
    )
    #expect(try Array(lines.dropFirst(2)) == ["up", "up"])
    other.run(command.replacing("save", with: "save -f"), "up", command)
    #expect(try lines.filter { !$0.hasPrefix("expect") }.dropFirst(2) == ["up 3", "up"])
  }

  @Test(arguments: [
    "record FILE, up, record --stop, up", "up, save FILE, up", "up, save FILE, save FILE2, up",
  ])
  func savingGoesOnInTheSessionsOwnFile(script: String) throws {
    let commands = script.replacing("FILE", with: path).split(separator: ", ").map(String.init)
    let shell = CounterRecord(CounterShell.application)
    for command in commands + ["save \(path)"] { shell.run(command) }
    #expect(shell.err.text == "")
    #expect(try Array(lines.dropFirst(2)) == ["up", "up"])
    let later = CounterRecord(CounterShell.application)
    later.run("load \(path)", "up 2", "save \(path)")
    #expect(later.err.text == "")
    #expect(try Array(lines.dropFirst(2)) == ["up", "up", "up 2"])
    // What someone else has added since would be lost.
    _ = open()
    open().run("up 3")
    later.run("save \(path)", "record \(path)")
    #expect(later.err.text.contains("'\(path)' already exists and contains another session\n"))
    #expect(later.err.text.contains("help: 'counter --session \(path)' continues the session in it;"))
    #expect(try lines.last == "up 3")
    later.run("begin", "up", "save \(path)")
    #expect(try lines.last == "up 3", "a session that begins anew is another one")
  }

  @Test(arguments: ["load FILE, up 2, record FILE, up 3", "load FILE, record OTHER, up 2, record FILE, up 3"])
  func recordGoesOnInTheSessionsOwnFile(script: String) throws {
    let other = folder.file("other")
    CounterRecord(CounterShell.application).run("up", "save --expect \(path)")
    let shell = CounterRecord(CounterShell.application)
    let commands = script.replacing("FILE", with: path).replacing("OTHER", with: other)
    for command in commands.split(separator: ", ") { shell.run(String(command)) }
    #expect(shell.err.text == "")
    #expect(try Array(lines.dropFirst(2)) == ["up", "expect count == 1", "up 2", "up 3"])
    shell.run("record \(path)")
    #expect(shell.err.text.contains("the session is already being recorded in '\(path)'\n"))
  }

  @Test func recordGoesOnAfterALineThatWasNotWrittenToItsEnd() throws {
    try folder.write("# counter session 1\r\nbegin\r\nup\r\nup 1", to: "s.session")
    let shell = CounterRecord(CounterShell.application)
    shell.run("load \(path)", "record \(path)", "up 2")
    let text = String(decoding: try folder.bytes(of: "s.session"), as: UTF8.self)
    #expect(text == "# counter session 1\r\nbegin\r\nup\r\nup 2\r\n")
  }

  @Test func aSessionThatWasLoadedInPartIsNotTheOneInTheFile() throws {
    try folder.write("# counter session 1\nbegin\nup\nnonsense\nup 3\n", to: "s.session")
    let shell = CounterRecord(CounterShell.application)
    shell.run("load \(path)", "save \(path)", "record \(path)")
    #expect(try lines.last == "up 3")
  }

  @Test func aRecordedSessionBeginsOnce() throws {
    let recorded = open()
    recorded.run("begin", "up", "begin --seed 3")
    #expect(
      recorded.err.text.contains("a new session cannot begin while '\(path)' is being recorded\n")
    )
    #expect(recorded.record == ["up"])
  }

  @Test func beginStartsOver() throws {
    let recorded = CounterRecord(CounterShell.application)
    recorded.run("up", "begin --seed 3 --epoch 2026-11-21", "up 2", "save \(path)")
    #expect(recorded.shell.session.state.count == 2)
    #expect(try lines == ["# counter session 1", "begin --seed 3 --epoch 2026-11-21T00:00:00Z", "up 2"])
  }

  @Test func ofAFailsThatFailsItsCommandIsRecorded() throws {
    let recorded = open()
    recorded.run(
      "fails up",
      "fails fails up 2",
      "fails undo 9",
      "fails mark here",
      "fails undo",
      "repeat 2 fails up 3"
    )
    recorded.run("amend 1 fails up 2", "fails begin", "up")
    #expect(recorded.err.text.contains("expectation failed: the command did not fail"))
    let commands = ["up", "up 2", "mark here", "undo", "up 3"]
    #expect(recorded.record.starts(with: commands), "\(recorded.record)")
    #expect(recorded.shell.session.turns.map(\.label).starts(with: ["up", "up 2", "up 3"]))
    #expect(recorded.shell.session.movements.first?.label == "undo")
    #expect(
      try lines.dropFirst(2).map { $0.trimmingPrefix { $0 == " " } }.map(String.init) == recorded.record
    )
    recorded.run("record --stop")
    let again = open()
    #expect(again.everything == recorded.everything)
    #expect(again.record == recorded.record)
  }

  @Test func whatAnotherProgramAppendedIsNeitherLostNorPassedOver() throws {
    let recorded = open()
    recorded.run("up")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("up 5\n".utf8))
    recorded.run("up")
    #expect(recorded.shell.session.state.count == 1)
    #expect(
      recorded.err.text.hasPrefix(
        "-:1:1: error: '\(path)' was changed by another program during recording; the command was not run\n"
      ),
      "\(recorded.err.text)"
    )
    #expect(recorded.err.text.contains("help: 'record FILE' records in another file\n"))
    let other = folder.file("other.session")
    recorded.run("record \(other)", "up")
    #expect(recorded.shell.session.state.count == 2)
    #expect(try Array(lines.dropFirst(2)) == ["up", "up 5"])
    recorded.run("save \(path)")
    #expect(try Array(lines.dropFirst(2)) == ["up", "up 5"], "it holds another session now")
    recorded.run("record --stop")
    #expect(CounterRecord(CounterShell.application, session: other).everything == recorded.everything)
  }

}

import Foundation
import TestSupport
import Testing

/// `-i` on the real binary: every answer is read before the next command is written.
struct LiveTests {
  /// A shell at the other end of two pipes.
  private final class LiveShell {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()

    /// - Parameters:
    ///   - program: The program.
    ///   - readsErrors: Whether standard error is read, too; by default, if it is todoshell.
    init(
      _ arguments: String...,
      program: String? = nil,
      readsErrors: Bool? = nil,
      in folder: URL = repository
    ) throws {
      process.executableURL = URL(filePath: program ?? builtProgramPath)
      process.arguments = ["-i"] + arguments
      process.currentDirectoryURL = folder
      process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
        .merging(sanitizerOptions) { $1 }
      process.standardInput = input
      process.standardOutput = output
      process.standardError = readsErrors ?? (program == nil) ? output : FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func send(_ line: String) throws { try send(Data(line.utf8)) }

    func send(_ line: Data) throws {
      try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
    }

    func interrupt() { kill(process.processIdentifier, SIGINT) }

    func close() throws { try input.fileHandleForWriting.close() }

    /// Stops reading.
    func hangUp() throws { try output.fileHandleForReading.close() }

    /// The next line of the output; `nil` at its end.
    func line() -> String? {
      while true {
        if let end = received.firstIndex(of: 10) {
          defer { received = received[(end + 1)...] }
          return String(decoding: received[received.startIndex..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        received.append(more)
      }
    }

    /// The events up to and including the next one with this name.
    func events(until name: String = "done") throws -> [[String: Any]] {
      var events: [[String: Any]] = []
      while let line = line() {
        let event = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
          "\(line)"
        )
        events.append(event)
        if event["event"] as? String == name { break }
      }
      return events
    }

    /// The exit code, once the program has ended by itself.
    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test func aCommandIsAnsweredBeforeTheInputEnds() throws {
    let shell = try LiveShell("-q")
    try shell.send("add Milk")
    try shell.send("todos.count")
    #expect(shell.line() == "1")
    try shell.send("expect todos.count == 2")
    #expect(shell.line() == "-:3:8: error: expectation failed: todos.count == 2 does not hold")
    for _ in 0..<4 { _ = shell.line() }
    try shell.send("print 4711")
    #expect(shell.line() == "4711")
    try shell.close()
    #expect(shell.line() == nil)
    #expect(shell.end() == 0)
  }

  @Test func quitDecidesTheExitCode() throws {
    let shell = try LiveShell("-q")
    try shell.send("quit 3")
    #expect(shell.end() == 3)
  }

  @Test func aBlockIsRunWhenItIsComplete() throws {
    let shell = try LiveShell("--format", "json")
    for line in ["repeat 2", "  add X", "end", "todos.count"] { try shell.send(line) }
    #expect(try shell.events().count { $0["event"] as? String == "moment" } == 4)
    #expect(try shell.events().contains { $0["value"] as? Int == 2 })
  }

  @Test func requestsAreMatchedByTheirIdentifiers() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(#"{"id": 7, "command": "add Milk\nadd Eggs"}"#)
    let events = try shell.events()
    #expect(events.last?["id"] as? Int == 7)
    #expect(events.last?["isComplete"] as? Bool == true)
    try shell.send(#"{"id": "a", "command": "toggle 9"}"#)
    let failed = try shell.events()
    #expect(failed.contains { $0["event"] as? String == "diagnostic" })
    #expect(failed.last?["id"] as? String == "a")
    #expect(failed.last?["isComplete"] as? Bool == false)
  }

  @Test func completionsComeWithTheirPlace() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(#"{"id": 8, "complete": "expect todos.cou", "at": 16}"#)
    let event = try #require(try shell.events(until: "completions").last)
    #expect(event["from"] as? Int == 7)
    let items = try #require(event["items"] as? [[String: Any]])
    #expect(items.contains { $0["text"] as? String == "todos.count" })
  }

  @Test func aRunningCommandIsInterruptedThroughTheSameStream() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(#"{"id": 1, "command": "explore --runs 1000000000 invariant todos.count < 99"}"#)
    try shell.send(#"{"id": 2, "interrupt": 1}"#)
    let ended = try #require(try shell.events().last)
    #expect(ended["id"] as? Int == 1)
    #expect(ended["isComplete"] as? Bool == false)
    let interrupted = try #require(try shell.events().last)
    #expect(interrupted["id"] as? Int == 2)
    try shell.send("repeat 999999999 print 1")
    try shell.send("\u{3}")
    #expect(try shell.events().last?["isComplete"] as? Bool == false)
    #expect(try shell.events().last?["isComplete"] as? Bool == true, "the interruption itself")
    try shell.send("quit")
    #expect(shell.end() == 0)
  }

  @Test(arguments: [["--format", "json"], ["-q"]])
  func anInterruptWhileNothingRunsIsAnswered(options: [String]) throws {
    let shell = try LiveShell(options[0], options.count > 1 ? options[1] : "-q")
    try shell.send("add Milk")
    if options[0] == "-q" {
      try shell.send("print 1")
      #expect(shell.line() == "1")
    } else {
      _ = try shell.events()
    }
    for _ in 0..<3 {
      shell.interrupt()
      let line = try #require(shell.line())
      #expect(line.contains("interrupted") && !line.contains("done"), "\(line)")
    }
    try shell.send("print todos.count + 4710")
    while let line = shell.line(), !line.contains("4711") {}
    try shell.close()
    while shell.line() != nil {}
    #expect(shell.end() == 0)
  }

  /// Each command is reported as done, whenever the signal arrives; at most the rest of the command is lost.
  @Test func interruptsAroundShortCommandsLoseNoSession() throws {
    let shell = try LiveShell("--format", "json")
    _ = try shell.events(until: "began")
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var made = 0
    for number in 0..<300 {
      // A few commands in the pipe at once, with the signal somewhere among their writes and their results.
      let count = Int.random(in: 1...3, using: &generator)
      let place = Int.random(in: 0...2 * count, using: &generator)
      for index in 0..<count {
        if index == place { shell.interrupt() }
        try shell.send(#"{"id": \#(3 * number + index), "command": ".addTodoButtonTapped"}"#)
      }
      for index in 0..<count {
        if index + count == place { shell.interrupt() }
        let events = try shell.events()
        let done = try #require(events.last)
        #expect(done["id"] as? Int == 3 * number + index, "seed \(seed)")
        let reason = done["reason"] as? String
        #expect(reason == nil || reason == "interrupted", "seed \(seed): \(done)")
        made += events.count { $0["event"] as? String == "moment" }
      }
    }
    // The last signal may interrupt the first of these, but no other one.
    for _ in 0..<2 { try shell.send("todos.count") }
    _ = try shell.events()
    #expect(try shell.events().compactMap { $0["value"] as? Int } == [made], "seed \(seed)")
    try shell.close()
    while shell.line() != nil {}
    #expect(shell.end() == 0)
  }

  @Test func anInterruptEndsOnlyTheCommandThatRuns() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(#"{"id": 1, "command": "repeat 999999999 print 4711"}"#)
    try shell.send(#"{"id": 2, "command": "print 4712"}"#)
    while let line = shell.line(), !line.contains("4711") {}
    shell.interrupt()
    let first = try #require(try shell.events().last)
    #expect(first["id"] as? Int == 1 && first["reason"] as? String == "interrupted", "\(first)")
    let second = try #require(try shell.events().last)
    #expect(second["id"] as? Int == 2 && second["isComplete"] as? Bool == true, "\(second)")
  }

  @Test func aBreakpointIsDistinguishedFromAFailure() throws {
    let shell = try LiveShell("--format", "json")
    for line in ["break todos.count == 1", "add Milk", "toggle 9", "add Eggs"] { try shell.send(line) }
    let reasons = try (0..<4).map { _ in try shell.events().last?["reason"] as? String }
    #expect(reasons == [nil, "breakpoint", "failed", nil])
  }

  @Test func aConditionThatCannotBeEvaluatedIsAFailure() throws {
    let shell = try LiveShell("--format", "json")
    for line in ["break 10 / (1 - todos.count) > 3", "add Milk"] { try shell.send(line) }
    let events = try (0..<2).map { _ in try shell.events() }
    #expect(events[1].last?["reason"] as? String == "failed")
    #expect(events[1].compactMap { $0["event"] as? String }.filter { $0 == "stopped" } == [])
  }

  @Test func linesThatAreNotUTF8AreRefused() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send("add Milk")
    try shell.send(Data("add \u{E9} ".utf8) + [0xFF])
    for line in ["repeat 2", "  add X"] { try shell.send(line) }
    try shell.send(Data("  add ".utf8) + [0xC3])
    for line in ["end", "todos.count"] { try shell.send(line) }
    _ = try shell.events()
    for (line, column, byte) in [(2, 7, "0xFF"), (5, 7, "0xC3")] {
      let events = try shell.events()
      let problem = try #require(events.first)
      #expect(problem["message"] as? String == "byte \(byte) is not valid UTF-8")
      #expect(problem["line"] as? Int == line && problem["column"] as? Int == column, "\(problem)")
      #expect(events.count == 2 && events.last?["reason"] as? String == "failed", "\(events)")
    }
    let last = try shell.events()
    #expect(last.first?["line"] as? Int == 7, "\(last)")
    #expect(last.contains { $0["value"] as? Int == 1 }, "\(last)")
  }

  @Test(arguments: [
    "{", "{}", #"{"id":5,"command":7}"#, #"{"id":1,"complete":"x","at":-5}"#, "{\"a\":\u{1}}",
  ])
  func garbageIsAnsweredAndSurvived(line: String) throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(line)
    try shell.send("print 4711")
    try shell.close()
    let values = try shell.events(until: "ended").compactMap { $0["value"] as? Int }
    #expect(values.contains(4711))
    #expect(shell.end() == 0)
  }

  @Test(arguments: [
    (
      #"{"id":1,"complete":"tog","at":4}"#,
      "'at' is not a number of code points from 0 to 3, the length of the text"
    ),
    (#"{"id":1,"complete":"tog","at":-1}"#, "'at' is not"),
    (#"{"id":1,"complete":"","at":"0"}"#, "'at' is not"),
    (#"{"id":1,"command":"add A","complete":"tog"}"#, "a request has one member 'command', 'complete'"),
    (#"{"id":1,"inspect":"tog","at":4}"#, "'at' is not"),
    (#"{"id":1,"command":"add A","forms":["pdf"]}"#, "'forms' is not a list of 'text', 'html' and 'svg'"),
    (#"{"id":1,"view":4}"#, "there is no moment #4; the last one is #0"),
    (#"{"id":1,"interrupt":7}"#, "no command with the id 7 is running"),
  ])
  func aRequestThatCannotBeCarriedOutSaysWhy(line: String, reason: String) throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(line)
    let events = try shell.events()
    let messages = events.compactMap { $0["message"] as? String }
    #expect(messages.contains { $0.hasPrefix(reason) }, "\(messages)")
    #expect(events.last?["id"] as? Int == 1 && events.last?["isComplete"] as? Bool == false)
  }

  @Test func halfOfASurrogatePairIsReplaced() throws {
    let shell = try LiveShell("--format", "json")
    try shell.send(#"{"id":12345678901234567890123,"command":"print \"\ud83d\""}"#)
    try shell.close()
    var lines: [String] = []
    while let line = shell.line() { lines.append(line) }
    #expect(lines.contains { $0.contains("\"value\":\"\u{FFFD}\"") }, "\(lines)")
    #expect(lines.contains { $0.contains(#""event":"done","id":12345678901234567890123,"isComplete":true"#) })
  }

  @Test func anIncompleteBlockAtTheEndIsAnError() throws {
    let run = try todoshell("-i", "-q", input: "repeat 2\nadd X")
    #expect(run.errors.hasPrefix("-:1:1: error: 'repeat' without 'end'\n"))
    #expect(run.status == 0, "an error does not end it, and so does not decide its exit code")
  }

  @Test func theSessionIsRecordedCommandByCommand() throws {
    let folder = try TemporaryFolder()
    let shell = try LiveShell("--format", "json", "--session", "s.todoscript", in: folder.url)
    try shell.send(#"{"id": 1, "command": "add Milk"}"#)
    _ = try shell.events()
    kill(shell.process.processIdentifier, SIGKILL)
    shell.process.waitUntilExit()
    let run = try todoshell("-q", "-c", "list", "--session", "s.todoscript", in: folder.url)
    #expect(run.output == "0 [ ] Milk\n", "\(run.errors)")
  }

  @Test func aReaderThatIsGoneEndsTheProgram() throws {
    let script =
      "(yes 'print 4711' 2>/dev/null | '\(builtProgramPath)' -i; echo ${PIPESTATUS[1]} >&2) | head -1"
    let run = try TodoShellTests.run("/bin/bash", ["-c", script])
    #expect(run.output == "4711\n")
    #expect(run.errors == "141\n")
  }

  @Test func onlyOneFileCanBeGiven() throws {
    let run = try todoshell("-i", "x.todoscript", "y.todoscript")
    #expect(run.status == 64)
    #expect(run.errors.contains("takes only one script"))
  }

  @Test func whatAFeaturePrintsIsNoEvent() throws {
    let shell = try LiveShell("--format", "json", program: builtProgram("Blinker"))
    try shell.send(".chat")
    #expect(try shell.events().last?["event"] as? String == "done")
    try shell.close()
    // The output of 'print' arrives at the latest when the program ends.
    #expect(try shell.events(until: "ended").last?["event"] as? String == "ended")
    #expect(shell.line() == nil)
  }

  @Test func aSecondInterruptEndsAShellWhoseReducerDoesNotReturn() throws {
    let shell = try LiveShell("-q", program: builtProgram("Blinker"), readsErrors: true)
    try shell.send(".hang")
    #expect(shell.line() == "hanging")
    shell.interrupt()
    let reminder = "blinker: a reducer or an effect does not return; press ^C again to end blinker"
    #expect(shell.line() == reminder)
    shell.interrupt()
    #expect(shell.end() == SIGINT && shell.process.terminationReason == .uncaughtSignal)
  }

  @Test(arguments: ["text", "json"])
  func aClientThatDiesEndsTheRunningCommand(format: String) throws {
    let shell = try LiveShell("--format", format, program: builtProgram("Blinker"))
    // The first answer shows that the command is about to run.
    try shell.send("print 1\nexplore --without .strike --runs 1000000000 --depth 1000")
    _ = shell.line()
    try shell.close()
    try shell.hangUp()
    shell.process.waitUntilExit()
  }
}

import Foundation
import TestSupport
import Testing

/// What an application recorded is what its shell shows, however the application ended.
struct StoreRecordingTests {
  @Test func theShellShowsWhatTheApplicationHad() throws {
    let diary = try Diary()
    let states = try diary.application("write Monday", "roll", "write \"$x > # 'é' \\", "remove")
    #expect(try diary.state() == states.last)
    let file = try diary.file()
    #expect(file.contains("\nreplay --effect .saved(1)\n"), "\(file)")
    #expect(file.contains("\nreplay --random "), "\(file)")
    // An effect's UUID is not one of the reducer's.
    #expect(file.matches(of: /replay --uuid [0-9A-F-]+ --date [0-9.]+ \.write/).count == 2, "\(file)")
  }

  @Test func aRecordedActionStartsNoEffects() throws {
    let diary = try Diary()
    _ = try diary.application("write Monday")
    #expect(try diary.shell("print effects.count", "run", "print saved").output == "0\n1\n")
  }

  @Test func theLinesThatAKilledApplicationLeftAreItsActions() throws {
    let diary = try Diary()
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: builtProgram("diary"))
    process.arguments = ["live", diary.folder.file("today")]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("write Monday\nwrite Tuesday\n".utf8))
    var states = ""
    while states.filter({ $0 == "\n" }).count < 2 {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the application ended after these states: \(states)")
      states += String(decoding: more, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try diary.state() == states.split(separator: "\n").last.map(String.init))
    // Where a power failure tore the last line, the shell leaves it out.
    let handle = try FileHandle(forWritingTo: URL(filePath: diary.folder.file("today")))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("replay .wri".utf8))
    try handle.close()
    let run = try diary.shell("print entries.count")
    #expect(run.output == "2\n")
    #expect(run.errors.contains("this line is incomplete and was not run: replay .wri"), "\(run.errors)")
  }

  @Test func anActionWithoutATextIsMissedVisibly() throws {
    let diary = try Diary()
    let states = try diary.application("write Monday", "fail", "roll")
    let file = try diary.file()
    #expect(file.contains("\nreplay --effect --lost \".failed(Diary.Full())\"\n"), "\(file)")
    #expect(states.last?.contains("problem: \"Full()\"") == true)
    let run = try diary.shell("print luck != nil", "print problem")
    #expect(run.output == "true\nnil\n")
    #expect(
      run.errors.contains("1 action had no text form and is missing from the recording"),
      "\(run.errors)"
    )
  }

  @Test func anEarlierRecordingIsKeptBesideTheNew() throws {
    let diary = try Diary()
    let first = try diary.application("write Monday")
    let second = try diary.application("write Tuesday")
    #expect(try diary.state() == second.last)
    #expect(try diary.state(of: "today.1") == first.last)
  }
}

/// The application and its shell, in a folder.
private struct Diary {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Gives the application lines, and returns its state after each.
  func application(_ lines: String...) throws -> [String] {
    let input = Data((lines.joined(separator: "\n") + "\n").utf8)
    let run = try run(builtProgram("diary"), ["live", folder.file("today")], input: input)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  func file() throws -> String { String(decoding: try folder.bytes(of: "today"), as: UTF8.self) }

  /// Runs commands in the shell, after loading a recording.
  func shell(_ commands: String..., of name: String = "today") throws -> TodoShellRun {
    try run(
      builtProgram("diary"),
      ["-q", "-c", "load \(name)"] + commands.flatMap { ["-c", $0] },
      in: folder.url
    )
  }

  /// The state at the end of a recording, as the application prints it.
  func state(of name: String = "today") throws -> String {
    let run = try shell("verify", "text", of: name)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").last.map(String.init) ?? ""
  }
}

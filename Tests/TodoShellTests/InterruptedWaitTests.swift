import Foundation
import TestSupport
import Testing

/// A signal that ends a program ends it, whatever it waits for, and what it has to tell is told first.
struct InterruptedWaitTests {
  static let signals = [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)]

  /// Runs a shell script in which `todoshell` is the program.
  private func sh(_ script: String, in folder: TemporaryFolder) throws -> TodoShellRun {
    // A shell lets what it starts in the background ignore SIGINT; `env` lets it act again. What hangs is killed.
    let program = "timeout -s KILL 50 env --default-signal=INT '\(builtProgramPath)' -q"
    return try run(
      "/bin/bash",
      ["-c", script.replacing("todoshell", with: "exec \(program)")],
      in: folder.url
    )
  }

  @Test(arguments: signals)
  func aPipeThatIsNeverReadDoesNotHoldTheReportUp(name: String, signal: Int32) throws {
    let folder = try TemporaryFolder()
    // The session tells that the script has run; then nothing is left to do but to write the report.
    let run = try sh(
      """
      mkfifo pipe
      (todoshell --session s -c 'add Milk' --report junit=pipe --report tap=t) & shell=$!
      until grep -q Milk s 2>/dev/null; do :; done
      kill -\(name) $(pgrep -P $shell || echo $shell); wait $shell; echo $?
      """,
      in: folder
    )
    #expect(run.output == "\(128 + signal)\n", "\(run.errors)")
  }

  @Test(arguments: signals)
  func anOutputThatIsNotReadDoesNotHoldTheProgramUp(name: String, signal: Int32) throws {
    let run = try sh(
      """
      mkfifo out; exec 3<>out
      (todoshell -c 'repeat 1000000 print 4711' >out) & shell=$!
      head -c 1 <&3 >/dev/null
      kill -\(name) $(pgrep -P $shell || echo $shell); wait $shell; echo $?
      """,
      in: TemporaryFolder()
    )
    #expect(run.output == "\(128 + signal)\n", "\(run.errors)")
  }

  @Test(arguments: signals)
  func eventsThatHappenedAreWritten(name: String, signal: Int32) throws {
    let folder = try TemporaryFolder()
    let command = "explore --runs 1000000000 invariant todos.count < 99"
    let pty = try PseudoTerminal(
      [
        "/bin/sh", "-c",
        "exec '\(builtProgramPath)' --format json -c 'print 4711' -c '\(command)' -c 'print 1' >'\(folder.file("events"))'",
      ],
      environment: ["HOME": folder.path],
      in: folder,
      columns: 100
    )
    try pty.wait(forText: "explored ")
    pty.signal(signal)
    #expect(try pty.waitForEnd() == .signalled(signal))
    let events = String(decoding: try folder.bytes(of: "events"), as: UTF8.self).split(separator: "\n")
    #expect(events.contains { $0.contains("4711") }, "\(events)")
    #expect(events.last?.contains("\"event\":\"summary\"") == true, "\(events)")
  }
}

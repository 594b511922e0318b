import Core
import Testing

@testable import TodoShellDebugger

/// What is said of a misuse that a feature was caught at.
struct IssueReportTests {
  private let issue = SessionIssue(
    message: "This is wrong.\n\nSo is \u{1B}[2J.",
    fileID: "App/App.swift",
    line: 7
  )

  private func lines(_ command: SourceText?, in frames: [CallFrame] = []) -> [String] {
    Diagnosed(issue, in: CallStack(command: command.map(Running.init), frames: frames)).lines(Page())
  }

  private final class Running: RunningCommand {
    let source: SourceText
    var text: String { source.text }

    init(_ source: SourceText) { self.source = source }
  }

  private let message = ["App/App.swift:7: warning: This is wrong.", "", "So is \\u{1B}[2J."]

  @Test func namesTheCommandThatLedToIt() {
    let command = SourceText("go 'on\nand on'")
    #expect(lines(command) == message + ["note: at \(command.location): go 'on"])
  }

  @Test func namesWhatTheCommandIsAPartOf() {
    let command = SourceText("go")
    let call = SourceLocation(file: "outer", line: 3, column: 1)
    #expect(
      lines(command, in: [.macro(name: "m", call: call), .round(0, of: 2)]) == message + [
        "note: at \(command.location): go", "note: in round 1 of 2",
        "note: in the macro 'm', called at outer:3:1",
      ]
    )
  }

  @Test func saysNothingOfALineThatWasJustTyped() {
    let command = SourceText("go", file: SourceLocation.typedFile)
    #expect(lines(command) == message)
  }

  @Test func happensWithoutACommandToo() {
    #expect(lines(nil) == message)
  }
}

import Foundation
import TestSupport
import Testing

/// `Scripts/run-tests`, through which `make test` prints the output of the runner.
struct TestOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func output(of command: String) throws -> (status: Int32, lines: [String], log: String) {
    let script = repository.appending(path: "Scripts/run-tests").path
    let log = folder.file("new/log")
    let result = try run("/bin/sh", [script, log, "/bin/sh", "-c", command])
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (result.status, lines, String(decoding: try folder.bytes(of: "new/log"), as: UTF8.self))
  }

  @Test func failuresAndTheClosingLineRemainOfARun() throws {
    let sample = repository.appending(path: "Tests/Fixtures/TestRun/failed.txt")
    let (status, lines, log) = try output(of: "cat '\(sample.path)'; exit 3")
    #expect(status == 3, "the runner's")
    #expect(log == (try String(contentsOf: sample, encoding: .utf8)), "the log has everything")
    let name = "✘ Test aPasteIntoASearchIsSearchedFor() recorded an issue at PasteTests.swift:62:4"
    #expect(lines[1].hasPrefix(name + ": Caught error") && lines[11] == "cursor at row 6, column 2")
    #expect(
      lines[12...] == [
        "", "── 1 issue ──", name, "the whole output: \(folder.file("new/log"))",
        "✘ Test run with 24 tests in 4 suites failed after 60.149 seconds with 1 issue.", "",
      ]
    )
  }

  @Test func aRunWithoutFailuresIsShort() throws {
    let passed = #"echo "✔ Test number$i() passed after 0.1 seconds.""#
    let known = "━ Test zoo() recorded a known issue at Zoo.swift:128:20: Issue recorded"
    let ending = "✔ Test run with 600 tests in 1 suite passed after 1 second."
    let (status, lines, _) = try output(
      of: "for i in $(seq 600); do \(passed); done; echo '\(known)'; echo '↳ closed'; echo '\(ending)'"
    )
    #expect(status == 0)
    #expect(
      lines == ["500 tests have passed", "the whole output: \(folder.file("new/log"))", ending, ""]
    )
  }

  @Test func theLastLinesOfARunThatWasCutOffAreShown() throws {
    let (status, lines, _) = try output(of: "seq 30; echo 'Fatal error: boom' >&2; exit 134")
    #expect(status == 134)
    #expect(lines.first == "the runner ended early; its last lines:")
    #expect(lines.count == 23 && lines[1] == "  12" && lines[20] == "  Fatal error: boom")
  }
}

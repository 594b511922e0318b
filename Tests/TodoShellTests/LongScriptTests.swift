import Foundation
import TestSupport
import Testing

/// Scripts of more than one chunk, up to the limit.
struct LongScriptTests {
  /// Three MiB, most of them comments.
  private func script(end: String) -> String {
    let comment = "# " + String(repeating: "-", count: 60_000) + "\n"
    return "add Milk\n" + String(repeating: comment, count: 50) + end
  }

  private func runPiped(_ script: String, in folder: TemporaryFolder) throws -> TodoShellRun {
    try folder.write(script, to: "script")
    return try run("/bin/sh", ["-c", "cat script | '\(builtProgramPath)' -q"], in: folder.url)
  }

  @Test func aLongScriptCanComeThroughAPipe() throws {
    let run = try runPiped(script(end: "list\n"), in: try TemporaryFolder())
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Milk\n", errors: ""))
  }

  @Test func anErrorAtTheEndOfALongPipeKeepsAllOfItFromRunning() throws {
    let run = try runPiped(script(end: "list\ntogle 0\n"), in: try TemporaryFolder())
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("-:53:1: error: unknown command 'togle'"), "\(run.errors.prefix(200))")
    #expect(run.errors.hasSuffix("1 error; nothing was run\n"))
  }

  @Test func standardInputIsReadFromWhereItIsToItsEnd() throws {
    let folder = try TemporaryFolder()
    try folder.write("not for us\nadd Milk\nlist\n", to: "script")
    let run = try run(
      "/bin/sh",
      ["-c", "{ read line; '\(builtProgramPath)' -q; cat; } < script"],
      in: folder.url
    )
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Milk\n", errors: ""))
  }

  @Test func aScriptCanBeSourcedFromAPipe() throws {
    let folder = try TemporaryFolder()
    try folder.write("add Milk\n", to: "script")
    let run = try run(
      "/bin/sh",
      [
        "-c",
        "mkfifo pipe; cat script > pipe & '\(builtProgramPath)' -q -c 'source pipe' -c 'source pipe' -c list",
      ],
      in: folder.url
    )
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Milk\n1 [ ] Milk\n", errors: ""))
  }
}

import Foundation
import TestSupport
import Testing

/// Scripts that are longer than anyone wants to keep in memory.
@Suite struct LongScriptTests {
  /// Three MiB, most of them comments.
  private func script(end: String) -> String {
    let comment = "# " + String(repeating: "-", count: 60_000) + "\n"
    return "add Milk\n" + String(repeating: comment, count: 50) + end
  }

  private func runPiped(_ script: String, in folder: TemporaryFolder) throws -> TodoShellRun {
    try folder.write(script, to: "script")
    try folder.makeFolder("temporary")
    return try run(
      "/bin/sh",
      ["-c", "cat script | '\(builtProgramPath)' -q"],
      in: folder.url,
      environment: ["TMPDIR": folder.file("temporary")]
    )
  }

  @Test func whatComesThroughAPipeIsKeptWhereNobodyFindsIt() throws {
    let folder = try TemporaryFolder()
    let run = try runPiped(script(end: "list\n"), in: folder)
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Milk\n", errors: ""))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary")).isEmpty)
  }

  @Test func anErrorAtTheEndOfALongPipeKeepsAllOfItFromRunning() throws {
    let run = try runPiped(script(end: "list\ntogle 0\n"), in: try TemporaryFolder())
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("-:53:1: error: unknown command 'togle'"), "\(run.errors.prefix(200))")
    #expect(run.errors.hasSuffix("1 error; nothing was run\n"))
  }

  @Test func aFolderForTemporaryFilesThatIsMissingIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write(script(end: "list\n"), to: "script")
    let run = try run(
      "/bin/sh",
      ["-c", "cat script | '\(builtProgramPath)' -q"],
      in: folder.url,
      environment: ["TMPDIR": "/no/such/folder"]
    )
    #expect(run.status == 74)
    let error = "cannot make a temporary file in '/no/such/folder': No such file or directory"
    #expect(run.errors.hasPrefix("todoshell: error: \(error)\n"), "\(run.errors)")
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

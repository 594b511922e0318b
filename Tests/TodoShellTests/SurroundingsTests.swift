import Foundation
import TestSupport
import Testing

/// What the shell makes of its surroundings, and leaves in them.
struct SurroundingsTests {
  @Test(
    arguments: [
      ([:], [], false), (["CLICOLOR_FORCE": "1"], [], true), (["CLICOLOR_FORCE": "0"], [], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["CLICOLOR_FORCE": "1"], ["--color", "never"], false),
    ] as [([String: String], [String], Bool)]
  )
  func coloursFollowTheOptionAndThenTheEnvironment(
    environment: [String: String],
    options: [String],
    isColored: Bool
  ) throws {
    let run = try run(builtProgramPath, options + ["-c", "add Milk"], environment: environment)
    #expect(run.output.contains("\u{1B}[") == isColored, "\(run.output)")
  }

  @Test func theTimerTellsOnStandardErrorAndChangesNothingElse() throws {
    let run = try todoshell(
      "-q",
      "-c",
      "set timer on",
      "-c",
      "print 1",
      "-c",
      "set timer off",
      "-c",
      "print 2"
    )
    #expect(run.output == "1\n2\n")
    #expect(run.errors.wholeMatch(of: /(took \d[^\n]*s\n){1,2}/) != nil, "\(run.errors)")
  }

  @Test func whoHasNoHomeIsToldSo() throws {
    for command in ["save ~/x", "source ~/x"] {
      let run = try todoshell("-c", command, environment: ["HOME": ""])
      #expect(run.status == 2)
      #expect(run.errors.contains("error: cannot expand '~/': HOME is not set\n"), "\(run.errors)")
    }
  }

  @Test func aTildeThatIsNotQuotedIsTheHomeFolder() throws {
    let home = try TemporaryFolder()
    try home.write("add Milk\n", to: "milk.todoscript")
    func todoshell(_ lines: String...) throws -> TodoShellRun {
      try run(builtProgramPath, lines.flatMap { ["-c", $0] }, environment: ["HOME": home.path])
    }
    #expect(try todoshell("source ~/milk.todoscript", "save ~/kept").status == 0)
    #expect(try String(contentsOfFile: home.file("kept"), encoding: .utf8).contains("\nadd Milk\n"))
    let quoted = try todoshell("source '~/milk.todoscript'")
    #expect(quoted.status == 2)
    #expect(quoted.errors.contains("cannot read '~/milk.todoscript': No such file"), "\(quoted.errors)")
  }

  @Test func aSignalEndsABatchWithItsNumber() throws {
    let folder = try TemporaryFolder()
    // The line that was read shows that the script runs; the pipe stays open, so that only the signal can end it.
    let script = """
      mkfifo pipe
      "$0" -q -c 'print 1' -c 'repeat 100000000 print 2' > pipe &
      exec 3< pipe
      read line <&3
      kill -TERM $!
      wait $!
      echo "$line $?"
      """
    let run = try run("/bin/sh", ["-c", script, builtProgramPath], in: folder.url)
    #expect(run.output == "1 143\n")
  }

  @Test func theHistoryIsForItsOwnerAloneAndOfAllShells() throws {
    let home = try TemporaryFolder()
    let first = try ShellTerminal(home: home, arguments: ["-q"])
    let second = try ShellTerminal(home: home, arguments: ["-q"])
    try first.type("print 1", until: "#0 +0s> ")
    try second.type("print 2", until: "#0 +0s> ")
    try first.type(" print 3", until: "#0 +0s> ")
    _ = try first.leaveForHistory()
    let history = try second.leaveForHistory()
    #expect(history.split(separator: "\n").sorted() == ["print 1", "print 2"])
    let path = home.file(".local/state/todoshell/history")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}

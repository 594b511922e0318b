import Foundation
import TestSupport
import Testing

/// What `--update` does to a script that it is not alone with.
struct UpdateTests {
  private static let script = "add a\nlist\n| wrong\nadd b\nlist\n| wrong\n"
  private static let updated = "add a\nlist\n| 0 [ ] a\nadd b\nlist\n| 0 [ ] b\n| 1 [ ] a\n"

  @Test(arguments: ["./t", "link", "hard"])
  func aFileGivenTwiceIsRefused(second: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "t")
    #expect(symlink("t", folder.file("link")) == 0)
    #expect(link(folder.file("t"), folder.file("hard")) == 0)
    let run = try run(builtProgramPath, ["-q", "--update", "t", second], in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains("'\(second)' is given twice"), "\(run.errors)")
    #expect(try folder.bytes(of: "t") == Array(Self.script.utf8))
  }

  @Test(arguments: ["inner", "./inner", "link"])
  func aScriptThatIsAlsoSourcedIsUpdatedOnce(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "inner")
    #expect(symlink("inner", folder.file("link")) == 0)
    try folder.write("source \(name)\n", to: "outer")
    let run = try run(builtProgramPath, ["-q", "--update", "outer", "inner"], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.bytes(of: "inner") == Array(Self.updated.utf8))
  }

  @Test func formerSpellingsAreRewritten() throws {
    let folder = try TemporaryFolder()
    let script =
      "add a\nadd b\nalias back = back 2\nrepeat 2 forward\n  back   # one\nlist\n| wrong\nalias mystate = state\nalias b = back $*\nrepeat 2 state todos.count\nstate todos.count\n"
    try folder.write(script, to: "t")
    let run = try run(builtProgramPath, ["-k", "--update", "t"], in: folder.url)
    #expect(
      run.errors.contains("the expected output of 1 command, the spelling of 3 commands"),
      "\(run.errors)"
    )
    let text = try String(decoding: folder.bytes(of: "t"), as: UTF8.self)
    #expect(text.contains("repeat 2 goto +1\n  back   # one\nlist\n| 0"), "\(text)")
    #expect(
      text.hasSuffix(
        "\nalias mystate = state\nalias b = back $*\nrepeat 2 print todos.count\nprint todos.count\n"
      ),
      "\(text)"
    )
  }

  @Test func aScriptThatCannotBeUpdatedCountsAsFailed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "t.todoscript")
    // The limit on the size of files fails as a full disk does; `cat` may write.
    let command = "(ulimit -f 0; '\(builtProgramPath)' test --update; echo code $?) 2>&1 | cat"
    let output = try run("/bin/sh", ["-c", command], in: folder.url).output
    #expect(output.contains("\nFAILED  t.todoscript"), "\(output)")
    #expect(output.contains("- | wrong\n"), "\(output)")
    #expect(output.contains("\n1 failed in ") && output.hasSuffix("\ncode 74\n"), "\(output)")
    #expect(try folder.bytes(of: "t.todoscript") == Array(Self.script.utf8))
  }

  @Test func anEllipsisInTheOutputIsEscaped() throws {
    let folder = try TemporaryFolder()
    try folder.write("print \"a…b\"\n|\n", to: "t")
    #expect(try run(builtProgramPath, ["-q", "--update", "t"], in: folder.url).status == 0)
    let updated = #"print "a…b"\n| "a\…b"\n"#.replacing(#"\n"#, with: "\n")
    #expect(try String(decoding: folder.bytes(of: "t"), as: UTF8.self) == updated)
    #expect(try run(builtProgramPath, ["-q", "t"], in: folder.url).status == 0)
    try folder.write(updated.replacing("print \"a…", with: "print \"a."), to: "t")
    let other = try run(builtProgramPath, ["-q", "t"], in: folder.url)
    #expect(other.status == 1 && other.errors.contains(#"- | "a\…b""#), "\(other.errors)")
  }

  @Test func whatVariesDoesNotHideOtherFailures() throws {
    let folder = try TemporaryFolder()
    let script = "list\n| wrong\nrepeat 2 as i\n  print $i\n  | 0\nend\n"
    try folder.write(script, to: "t")
    let run = try run(builtProgramPath, ["-q", "--update", "t"], in: folder.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("t:5:3: error: --update cannot write this output"), "\(run.errors)")
    #expect(run.errors.contains("- | wrong\n"), "\(run.errors)")
    #expect(try folder.bytes(of: "t") == Array(script.utf8))
  }

  @Test func anEditWhileItRunsStays() throws {
    let folder = try TemporaryFolder()
    let script = "repeat 100000 print 4711\n" + Self.script
    try folder.write(script, to: "t")
    // Once the shell prints it has read the script, and the pipe that it prints to holds it up.
    let run = try run(
      "/bin/sh",
      [
        "-c",
        """
        mkfifo pipe; '\(builtProgramPath)' -q --update t >pipe & shell=$!
        exec 3<pipe; head -c 1 <&3 >/dev/null; echo 'print 1' >> t; cat <&3 >/dev/null; wait $shell
        """,
      ],
      in: folder.url
    )
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("todoshell: error: 't' changed while it ran and was not updated\n"))
    #expect(run.errors.contains("expectation failed: the output differs"), "\(run.errors)")
    #expect(try folder.bytes(of: "t") == Array((script + "print 1\n").utf8))
  }

  @Test func ofTwoAtOnceOneUpdatesAndNoneCorrupts() throws {
    let folder = try TemporaryFolder()
    let program = "'\(builtProgramPath)' -q --update t"
    for _ in 0..<10 {
      try folder.write(Self.script, to: "t")
      let run = try run(
        "/bin/sh",
        ["-c", "\(program) & first=$!; \(program); second=$?; wait $first; echo $second $?"],
        in: folder.url
      )
      #expect(["0 0\n", "0 74\n", "74 0\n"].contains(run.output), "\(run.output)\(run.errors)")
      #expect(try folder.bytes(of: "t") == Array(Self.updated.utf8), "\(run.errors)")
    }
  }
}

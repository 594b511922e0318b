import Foundation
import TestSupport
import Testing

/// Names for command lines, and transcripts, on the real binary.
struct AliasTests {
  @Test func wordsFollowOrTakeTheirPlaces() throws {
    let script = """
      alias new = add
      alias swap = move $2 $1
      alias done = toggle $*
      new Milk and Bread
      new Eggs
      swap end 0
      done 0 1
      list
      alias
      """
    let run = try todoshell("-q", input: script)
    #expect(run.errors == "")
    #expect(
      run.output == """
        0 [x] Milk and Bread
        1 [x] Eggs
        alias done = toggle $*
        alias new = add
        alias swap = move $2 $1

        """
    )
  }

  @Test(arguments: [
    ("alias x = add $1\nx", "-:2:2: error: x needs $1"),
    ("alias x = add $1\nx a b", "-:2:5: error: unexpected 'b'"),
    ("alias a = b\nalias b = a\na", "alias cycle: a → b → a"),
    ("alias a = repeat 2 a\na", "-:2:1: error: an alias cannot expand to 'repeat'"),
    ("alias b = repeat 2 a\nalias a = b\na", "-:3:1: error: an alias cannot expand to 'repeat'"),
    ("alias b = amend 1 b x\nadd a\nb", "-:3:1: error: 'amend' cannot replace a command"),
    ("alias x = nonsense\nx", "-:2:1: error: unknown command 'nonsense'"),
    ("alias pp = print todos.filter(\npp 1", "-:2:1: error: unclosed bracket"),
    ("alias tt = advance $1\ntt x", "-:2:4: error: "),
    ("alias tt = advance $2\nalias uu = tt 0 $1\nuu x", "-:3:4: error: "),
    ("alias shopping = list\nshoping", "help: did you mean 'shopping'?"),
    ("alias x\n", "-:1:7: error: unknown alias 'x'"),
    ("alias 1x = list", "-:1:7: error: invalid name '1x'"),
    ("alias end = list", "-:1:7: error: 'end' is reserved for blocks"),
    ("alias repe = list", "-:1:7: error: 'repe' is short for 'repeat'"),
    ("alias add = list", "-:1:7: error: 'add' is a command"),
    ("alias add = list", "an alias may be called 'add' only if it expands to 'add …'"),
    ("alias x list", "-:1:9: error: expected '=', found 'list'"),
    ("alias x = list\nalias -d x\nx", "-:3:1: error: unknown command 'x'"),
  ])
  func whatIsWrongIsToldBeforeAnythingRuns(script: String, error: String) throws {
    let run = try todoshell(input: script)
    #expect(run.status == 2)
    #expect(run.errors.contains(error), "\(run.errors)")
  }

  @Test func helpShowsWhatItStandsFor() throws {
    let quoted = try todoshell(
      "-q",
      input: "alias note = add \"note: $1\"\nnote \"buy  # \\\"one\\\"\"\nlist\n"
    )
    #expect(quoted.output == "0 [ ] note: buy  # \"one\"\n", "\(quoted.output) \(quoted.errors)")
    let run = try todoshell("-q", input: "alias buy = add $1\nalias add = add now\nhelp buy\nhelp add\n")
    #expect(run.output.hasPrefix("alias buy = add $1\nadd [TEXT]\n"), "\(run.output)")
  }

  @Test func oneMayStandInThePlaceOfACommand() throws {
    let folder = try TemporaryFolder()
    let script = "alias buy = add Urgent\nadd Milk\namend 1 buy Eggs\nlist\nsave kept\n"
    let run = try run(builtProgramPath, ["-q"], input: Data(script.utf8), in: folder.url)
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] Urgent Eggs\n", errors: ""))
    let kept = try String(contentsOfFile: folder.file("kept"), encoding: .utf8)
    #expect(kept.hasSuffix("\nadd Milk\namend 1 add Urgent Eggs\n"), "loading it needs no alias")
    let macro = try todoshell(input: "macro buy\nadd\nend\nadd Milk\namend 1 buy\n")
    #expect(macro.errors.hasPrefix("-:5:9: error: 'buy' cannot replace a command\n"))
  }

  @Test func anAliasThatIsNotThereCannotBeTakenAway() throws {
    let run = try todoshell(input: "alias shop = list\nalias -d shp")
    #expect(run.status == 1)
    #expect(run.errors.contains("error: unknown alias 'shp'"))
    #expect(run.errors.contains("help: did you mean 'shop'?"))
  }

  @Test func anAliasMayNameTheCommandThatItIsFor() throws {
    let run = try todoshell("-q", input: "alias add = add urgent\nadd Milk\nlist")
    #expect(run.output == "0 [ ] urgent Milk\n")
  }

  @Test func anErrorShowsWhatTheAliasStandsFor() throws {
    let run = try todoshell("-c", "alias x = toggle 9", "-c", "x")
    #expect(run.status == 1)
    #expect(run.errors.contains("-c:2:1: error: no todo 9"))
    #expect(run.errors.contains("\nx\n^\nnote: with the alias 'x' expanded: toggle 9\n"))
  }

  @Test func aRecordNeedsNoAlias() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("s")
    _ = try todoshell("-c", "alias new = add $*", "-c", "record \(file)", "-c", "new Milk")
    let record = String(decoding: try folder.bytes(of: "s"), as: UTF8.self)
    #expect(record.contains("\nadd Milk\n"))
    #expect(!record.contains("new"))
    #expect(try todoshell("-q", "-c", "load \(file)", "-c", "list").output == "0 [ ] Milk\n")
  }

  @Test func thePersonsOwnComeFromTheRCFileAndComplete() throws {
    let home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.file(".config/todoshell"),
      withIntermediateDirectories: true
    )
    try home.write("alias groceries = add Milk\n", to: ".config/todoshell/rc")
    let terminal = try ShellTerminal(home: home, arguments: ["-q"])
    try terminal.pty.send("groc\t")
    try terminal.pty.wait(atPrompt: "#0 +0s> groceries ")
    try terminal.pty.send("\r")
    try terminal.pty.wait(atPrompt: "#2 +0s> ")
  }

  @Test func anAliasCanTakeThePlaceOfACommand() throws {
    let run = try todoshell(
      "-q",
      input: "alias t = toggle\nalias third = t 2\nadd a\nadd b\nadd c\ntoggle 0\namend 7 third\nlist"
    )
    #expect(run == TodoShellRun(status: 0, output: "0 [ ] c\n1 [ ] b\n2 [x] a\n", errors: ""))
  }

  @Test func aTranscriptHasWhatWasSaidAndPrinted() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("t")
    try folder.write("before\n", to: "t")
    let run = try todoshell(
      "-q",
      "--color",
      "always",
      "-k",
      "-c",
      "record --text -a \(file)",
      "-c",
      "add \"a\\u{1B}b\"",
      "-c",
      "list",
      "-c",
      "toggle 5",
      "-c",
      "record --text --stop",
      "-c",
      "clock"
    )
    #expect(run.status == 1)
    #expect(
      String(decoding: try folder.bytes(of: "t"), as: UTF8.self) == """
        before
        #0 +0s> add "a\\u{1B}b"
        #2 +0s> list
        0 [ ] a\\u{1B}b
        #2 +0s> toggle 5
        -c:4:8: error: no todo 5; the list shows only todo 0
        toggle 5
               ^
        #2 +0s> record --text --stop

        """
    )
  }

  @Test func aTranscriptSpoilsNoFileThatIsThere() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes\n", to: "notes")
    try folder.write("", to: "empty")
    let refused = try run(builtProgramPath, ["-c", "record --text notes"], in: folder.url)
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        -c:1:15: error: 'notes' already exists
        record --text notes
                      ^~~~~
        help: use 'record --text --append notes' to append to it, or choose another name

        """
    )
    #expect(try folder.bytes(of: "notes") == Array("notes\n".utf8))
    let commands = [
      "record --text --append notes", "clock", "record --text empty", "clock", "record --text --append new",
    ]
    let kept = try run(
      builtProgramPath,
      ["-q"] + (commands + ["clock"]).flatMap { ["-c", $0] },
      in: folder.url
    )
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(
      String(decoding: try folder.bytes(of: "notes"), as: UTF8.self) == """
        notes
        #0 +0s> clock
        +0s, nothing is scheduled
        #0 +0s> record --text empty

        """
    )
    #expect(try folder.bytes(of: "empty").count > 0)
    #expect(try folder.bytes(of: "new").count > 0)
    for (line, status) in [
      ("record --text --append", 2), ("record --append --stop", 2), ("record --text --stop x", 2),
    ] {
      #expect(try run(builtProgramPath, ["-c", line], in: folder.url).status == status)
    }
  }

  @Test func aTranscriptIsNamedAsAllFilesAre() throws {
    let (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.makeFolder("lib")
    try folder.write("record --text beside\nclock\nrecord --text ~/kept\nclock\n", to: "lib/script")
    let run = try run(
      builtProgramPath,
      ["-q", "lib/script"],
      in: folder.url,
      environment: ["HOME": home.path]
    )
    #expect(run.errors == "")
    #expect(try folder.bytes(of: "lib/beside").count > 0)
    #expect(try home.bytes(of: "kept").count > 0)
  }

  @Test func aTranscriptThatCannotBeWrittenIsTold() throws {
    let run = try todoshell("-c", "record --text /no/such/folder/t")
    #expect(run.status == 1)
    #expect(run.errors.contains("/no/such/folder/t"))
    let full = try todoshell("-q", "-c", "record --text /dev/full", "-c", "clock", "-c", "record --text")
    #expect(full.errors.contains("the transcript was stopped"))
    #expect(full.status == 74)
    #expect(full.output.hasSuffix("no transcript is being written\n"))
  }
}

/// What a shell does while a system call fails.
struct FaultScenario: CustomStringConvertible, Sendable {
  let description: String
  /// The commands of shells that run before, without faults, each in a shell of its own.
  var before: [[String]] = []
  /// Files written before, by name.
  var files: [String: String] = [:]
  /// The arguments of the shell.
  let arguments: [String]
  /// The session file that the shell records in, which grows command by command. Other files are replaced as a whole.
  var journal: String?
  /// The file to which text is appended.
  var stream: String?
  /// The files that report on the run, and so may tell of the fault.
  var reports: Set<String> = []
  /// The exit codes if a file could not be read or written; empty if any but 0 will do.
  var failures: Set<Int32> = []
  /// Whether it is tried in each run of the tests.
  var isQuick = false
}

extension FaultScenario {
  private static let changes = ["add Milk", "toggle 0", "add Eggs", "advance 1s", "undo"]
  private static let session = [["add Milk", "add Eggs", "save s"]]
  /// The last command of a shell with a journal: its output is compared with that of the session that is loaded.
  static let look = ["print \"--\"", "tree", "state", "effects"]

  static let all = sessions + saves + exports + outputs + searches

  private static let sessions = [
    FaultScenario(
      description: "record a new session with --session",
      arguments: ["--session", "s"] + commands(changes + look),
      journal: "s",
      isQuick: true
    ),
    FaultScenario(
      description: "resume a session whose last line is torn",
      files: ["s": "# todoshell session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\nadd Milk\ntoggle"],
      arguments: ["--session", "s"] + commands(changes + look),
      journal: "s"
    ),
    FaultScenario(
      description: "resume a session whose last outcome is torn",
      files: ["s": "# todoshell session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\nadd Milk\n#: sto"],
      arguments: ["--session", "s"] + commands(changes + look),
      journal: "s"
    ),
    FaultScenario(
      description: "load a session whose last line is torn, and record in its file",
      files: ["s": "# todoshell session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\nadd Milk\ntoggle"],
      arguments: commands(["load s", "record s", "add Tea"] + look),
      journal: "s"
    ),
    FaultScenario(
      description: "record commands that stop, fail and change nothing",
      arguments: ["--session", "s"]
        + commands(
          [
            "break todos.count == 2", "add Milk", "repeat 2 add Eggs", "unbreak", "undo", "undo 9",
            "toggle 0",
            "receive .delete", "fails add Tea", "run",
          ] + look
        ),
      journal: "s"
    ),
    FaultScenario(
      description: "record in a new file",
      arguments: commands(["add Milk", "record s", "add Eggs"] + look),
      journal: "s"
    ),
    FaultScenario(
      description: "record in the file that was loaded",
      before: session,
      arguments: commands(["load s", "record s", "add Tea"] + look),
      journal: "s"
    ),
    FaultScenario(
      description: "save the session that was recorded",
      arguments: commands(["record s", "add Milk", "record --stop", "add Eggs", "save s"] + look),
      journal: "s"
    ),
    FaultScenario(
      description: "save in the file of the record",
      arguments: commands(["record s", "add Milk", "save s", "add Eggs"] + look),
      journal: "s"
    ),
    FaultScenario(
      description: "load",
      before: session,
      arguments: commands(["load s", "print todos.count"])
    ),
  ]

  private static let saves = [
    FaultScenario(description: "save a new file", arguments: commands(["add Milk", "save s", "print 42"])),
    FaultScenario(
      description: "save the session that was loaded",
      before: session,
      arguments: commands(["load s", "add Tea", "save s", "print 42"])
    ),
    FaultScenario(
      description: "save --force over another session",
      before: session,
      arguments: commands(["add Tea", "save --force s", "print 42"]),
      isQuick: true
    ),
    FaultScenario(
      description: "save --expect",
      arguments: commands(["add Milk", "toggle 0", "save --expect t", "print 42"])
    ),
    FaultScenario(
      description: "update expected output",
      files: ["t": "add Milk\nprint todos.count\n| 2\n"],
      arguments: ["-q", "--update", "t"],
      isQuick: true
    ),
  ]

  private static let exports = ["html", "redux", "swift", "trace", "dot", "mermaid", "cast", "itf"].flatMap {
    format in
    [
      FaultScenario(
        description: "export \(format)",
        arguments: commands(["add Milk", "advance 1s", "export \(format) F", "print 42"])
      ),
      FaultScenario(
        description: "export --force \(format)",
        files: ["F": "an old file\n"],
        arguments: commands(["add Milk", "advance 1s", "export --force \(format) F", "print 42"])
      ),
    ]
  }

  private static let outputs = [
    FaultScenario(
      description: "> FILE",
      arguments: commands(["add Milk", "tree > F", "print 42"])
    ),
    FaultScenario(
      description: ">| FILE",
      files: ["F": "an old file\n"],
      arguments: commands(["add Milk", "state >| F", "print 42"])
    ),
    FaultScenario(
      description: "transcript",
      arguments: commands(["transcript T", "add Milk", "state", "transcript --stop", "print 42"]),
      stream: "T"
    ),
    FaultScenario(
      description: "transcript in a file with text",
      files: ["T": "$ tree\n"],
      arguments: commands(["transcript T", "add Milk", "transcript --stop", "print 42"]),
      stream: "T"
    ),
    FaultScenario(
      description: "the transcript while output is redirected",
      arguments: commands(["transcript T", "add Milk", "state >| F", "print 42"]),
      stream: "T"
    ),
    FaultScenario(
      description: "reports",
      files: ["t": "add Milk\nexpect todos.count == 1\n"],
      arguments: ["-q", "--report", "junit=J", "--report", "tap=T", "--report", "html=H", "t"],
      reports: ["J", "T"]
    ),
    FaultScenario(
      description: "reports in place of others",
      files: ["t": "source u\nadd Milk\n", "u": "add Eggs\n", "J": "an old file\n"],
      arguments: ["-q", "--report", "junit=J", "t"],
      reports: ["J"]
    ),
    FaultScenario(
      description: "source a script",
      files: ["t": "add Milk\nsource u\n", "u": "add Eggs\n"],
      arguments: ["-q", "-k", "t"]
    ),
    FaultScenario(
      description: "run scripts",
      files: ["t": "add Milk\n", "u": "add Eggs\nexpect todos.count == 1\n"],
      arguments: ["-q", "-k", "t", "u"]
    ),
  ]

  private static let searches = [
    FaultScenario(
      description: "explore --corpus",
      arguments: commands(["explore --depth 3 --runs 60 --corpus C always todos.count < 2", "print 42"])
    ),
    FaultScenario(
      description: "explore --out",
      arguments: commands(["explore --depth 3 --runs 60 --out P always todos.count < 2", "print 42"])
    ),
    FaultScenario(
      description: "explore --merge",
      before: [["explore --depth 3 --runs 60 --out P always todos.count < 2"]],
      arguments: commands(["explore --merge P", "print 42"])
    ),
    FaultScenario(
      description: "explore --properties",
      files: ["P": "few: always todos.count < 2\n"],
      arguments: commands(["explore --depth 3 --runs 60 --properties P", "print 42"])
    ),
    FaultScenario(
      description: "explore --out in a script",
      arguments: ["-q", "-c", "explore --depth 3 --runs 60 --out P always todos.count < 2"],
      failures: [74]
    ),
    FaultScenario(
      description: "explore --corpus in a script",
      arguments: ["-q", "-c", "explore --depth 2 --runs 20 --corpus C always true"],
      failures: [66, 74]
    ),
    FaultScenario(
      description: "export --explored",
      arguments: commands([
        "explore --graph --depth 2 --runs 20 always true", "export --explored dot F", "print 42",
      ])
    ),
  ]

  private static func commands(_ commands: [String]) -> [String] {
    ["-q", "-k"] + commands.flatMap { ["-c", $0] }
  }
}

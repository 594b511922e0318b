import Foundation
import TestSupport
import Testing

/// The output of a command in a file: `COMMAND > FILE`.
struct RedirectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs commands, and gives what is then in the file `OUT`.
  private func run(_ commands: String...) throws -> (run: TodoShellRun, file: String?) {
    let out = folder.file("out")
    let script = commands.joined(separator: "\n").replacingOccurrences(of: "OUT", with: out)
    let run = try todoshell("-q", input: script)
    return (run, try? String(contentsOfFile: out, encoding: .utf8))
  }

  @Test(arguments: [
    ("list > OUT", "0 [ ] Milk\n"), ("list >| OUT", "0 [ ] Milk\n"),
    ("print todos.count > 0 >| OUT", "true\n"),
    ("todos.count >| OUT", "1\n"),
    ("find todos.count > 0 >| OUT", "#1  +0s  .addTodoButtonTapped  add Milk\n"),
    ("fails undo 9 > OUT", "only 1 turn to undo\n"), ("repeat 2 list > OUT", "0 [ ] Milk\n"),
    ("log --text Nothing > OUT", "no matching moments\n"), ("mark > 'OUT'", "there are no marks\n"),
    ("clock > OUT", "+0s, nothing is scheduled\n"), ("help quit > OUT", "quit [CODE]\n…"),
    ("undo --help > OUT", "undo [N]\n…"), ("mark here > OUT", ""),
    ("macro shown\nlist > OUT\nend\nshown", "0 [ ] Milk\n"),
    ("alias tooFar = undo 9 > OUT\nfails tooFar", "only 1 turn to undo\n"),
  ])
  func outputGoesToTheFileAlone(line: String, expected: String) throws {
    let (run, file) = try run("add Milk", line)
    #expect(run.errors == "" && run.output == "", "\(run)")
    let start = expected.hasSuffix("…") ? String(expected.dropLast()) : expected
    #expect(expected.hasSuffix("…") ? file?.hasPrefix(start) == true : file == expected, "\(file ?? "")")
  }

  /// Scripts written before there was a redirection mean what they meant.
  @Test(arguments: [
    ("add Milk > OUT", "print todos[0].description.contains(\" > \")", "true\n"),
    ("add a | b", "print todos[0].description", "\"a | b\"\n"), ("add a >| b", "print todos.count", "1\n"),
    ("print 2 > 1", "expect todos.count > -1", "true\n"),
    ("log --text >", "print 1", "no matching moments\n1\n"),
    ("alias big = print 2 > 1", "big", "true\n"),
  ])
  func textsAndComparisonsAreNotRedirected(first: String, second: String, output: String) throws {
    let (run, file) = try run(first, second)
    #expect(run.output == output && run.errors == "", "\(run)")
    #expect(file == nil)
  }

  @Test(arguments: [
    ("list >", "error: '>' needs FILE"), ("list > a b", "error: unexpected 'b' after the file"),
    ("list | wc", "error: '| PROGRAM' works only at the prompt and in the rc file, not in a script"),
    ("list >> out", "'> FILE' replaces a file"), ("list >out", "help: put a space after '>'"),
    ("quit 1 | cat", "works only at the prompt"),
    ("begin --seed 1 out > b", "error: expected Todos.State, found an expression"),
    ("info now | cat", "works only at the prompt"),
    ("print todos > out", "note: '>' compares here; '>| FILE' writes the output to a file"),
    ("todos > out", "note: '>' compares here"), ("begin > out", "'>| FILE' writes the output to a file"),
    ("begin >out", "note: '>' compares here"), ("begin >> out", "note: '>' compares here"),
    ("list > /no/such/folder/out", "cannot write '/no/such/folder/out'"),
    ("list > /", "'/' is not a regular file"),
  ])
  func mistakesAreExplained(line: String, error: String) throws {
    let run = try todoshell("-q", "-c", line)
    #expect(run.status == (line.contains("/") ? 1 : 2))
    #expect(run.errors.contains(error), "\(run.errors)")
  }

  @Test(arguments: ["list > /dev/stdout", "list > out", "save --force /dev/stderr"])
  func theProgramsOutputIsNotReplaced(line: String) throws {
    try folder.write("old\n", to: "out")
    let command = "'\(builtProgramPath)' -q -c 'print 1' -c '\(line)' >> out 2>&1"
    let run = try TodoShellTests.run("/bin/sh", ["-c", command], in: folder.url)
    let text = String(decoding: try folder.bytes(of: "out"), as: UTF8.self)
    #expect(run.status == 1 && text.hasPrefix("old\n1\n"), "\(text)")
    #expect(text.contains("is where the program's output goes"), "\(text)")
  }

  @Test func whatACommandPrintedBeforeItFailedIsInTheFile() throws {
    try folder.write("old\n", to: "out")
    let (nothing, old) = try run("undo 9 > OUT")
    #expect(nothing.status == 1 && nothing.output == "" && old == "old\n", "\(nothing)")
    let (explored, script) = try run("explore invariant todos.isEmpty >| OUT")
    #expect(explored.status == 1 && explored.output == "", "\(explored)")
    #expect(script?.hasSuffix("add\nexpect todos.isEmpty\n") == true, "\(script ?? "")")
    let (unwritten, _) = try run("list > /no/such/file")
    #expect(unwritten.status == 1 && unwritten.output.contains("no todos"), "\(unwritten)")
  }

  @Test func sessionsScriptsAndTheTranscriptAreNotReplaced() throws {
    try folder.write("# todoshell session 1\nbegin\n", to: "out")
    #expect(try run("list > OUT").run.errors.contains("' is a session file"))
    try FileManager.default.removeItem(atPath: folder.file("out"))
    #expect(try run("record --text OUT", "list > OUT").run.errors.contains("' is the transcript"))
    try folder.write("list > script\n", to: "script")
    try folder.write("source script\n", to: "outer")
    for script in ["script", "outer"] {
      let errors = try todoshell("run", folder.file(script)).errors
      #expect(errors.contains("/script' is a running script"), "\(errors)")
    }
  }

  /// What is replayed is the command, not where its output went.
  @Test func replayingACommandDoesNotWriteTheFileAgain() throws {
    let session = folder.file("session")
    let (first, _) = try run(
      "add Milk",
      "toggle 0 > OUT",
      "record \(session)",
      "sort > OUT",
      "print 7 >| OUT",
      "verify"
    )
    #expect(first.status == 0, "\(first)")
    let text = try String(contentsOfFile: session, encoding: .utf8)
    #expect(text.contains("\ntoggle 0\nsort\n") && !text.contains(">"), "\(text)")
    let (second, file) = try run("load \(session)", "amend 3 sort")
    #expect(second.status == 0 && file == "7\n", "\(second)")
  }

  @Test func aRedirectedCommandPrintsNothingThatIsExpected() throws {
    let out = folder.file("out")
    let script = "add Milk\n| …\nlist > \(out)\nprint 1\n| 1\n"
    let run = try todoshell("--format", "json", input: script)
    #expect(run.status == 0 && run.output.contains(#""answer":"#), "\(run)")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "0 [ ] Milk\n")
  }

  @Test func thePathIsRelativeToTheScript() throws {
    try folder.write("list > made.txt\n", to: "script")
    #expect(try todoshell("-q", "run", folder.file("script")).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.file("made.txt")))
  }
}

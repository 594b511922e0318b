import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands

/// Sequences that are kept in a folder and tried first.
struct CorpusTests {
  private let property = "--at-rest always answered == query"

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/corpus").sorted()
  }

  @Test func aFindingIsKeptAndTriedFirst() throws {
    let folder = try TemporaryFolder()
    let corpus = "--corpus \(folder.path)/corpus"
    #expect(SearchShell().run("explore \(corpus) \(property)").status == 1)
    let files = try names(in: folder)
    #expect(files.count == 1 && files[0].hasPrefix("fails-") && files[0].hasSuffix(".todoscript"))
    let path = "\(folder.path)/corpus/\(files[0])"
    let script = try String(contentsOfFile: path, encoding: .utf8)
    #expect(SearchShell().run(script).status == 1, "the file is a script that fails")
    // With a single run, nothing else can find it.
    let again = SearchShell().run("explore --runs 1 \(corpus) \(property)")
    #expect(again.status == 1 && again.output.contains("\ntype a\nclear\nadvance 300ms\n"), "\(again.output)")
    #expect(try names(in: folder) == files, "nothing is kept twice")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == script)
  }

  @Test func onceMendedItIsStillTried() throws {
    let folder = try TemporaryFolder()
    let corpus = "--corpus \(folder.path)/corpus"
    #expect(SearchShell().run("explore \(corpus) \(property)").status == 1)
    let run = SearchShell(cancels: true).run("set quiet off\nexplore \(corpus) \(property)")
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output.contains("(all reachable states, with the values tried), after 1 of the corpus\n"),
      "\(run.output)"
    )
  }

  @Test(arguments: [
    ("type\n", ":1: warning: not replayed: 'type' is not a step"),
    ("type a\nquit\n", ":2: warning: not replayed: 'quit' is not a step"),
    ("type a\nnonsense\n", ":2: warning: not replayed: 'nonsense' is not a step"),
    ("type 'a\n", ":1: warning: not replayed: "),
    ("type a\npress 0\n", ":2: warning: no longer possible: "),
  ])
  func aFileThatNoLongerAppliesIsNamedAndKept(text: String, warning: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/corpus",
      withIntermediateDirectories: true
    )
    let path = folder.path + "/corpus/mine.todoscript"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = SearchShell(cancels: true).run("explore --corpus \(folder.path)/corpus \(property)")
    #expect(run.status == 0)
    #expect(run.errors.contains(path + warning), "\(run.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func aScriptOfOnesOwnIsTriedToo() throws {
    let folder = try TemporaryFolder()
    try "# by hand\ntype 'oat milk'\nclear\nrun\n"
      .write(toFile: folder.path + "/mine.todoscript", atomically: true, encoding: .utf8)
    let run = SearchShell().run("explore --runs 1 --corpus \(folder.path) \(property)")
    #expect(run.status == 1)
    #expect(run.output.contains("values shortened "), "\(run.output)")
    #expect(
      run.output.hasSuffix("\ntype 'o'\nclear\nrun\nexpect answered == query\n"),
      "\(run.output)"
    )
  }

  @Test(arguments: [
    "# todoshell session 1\nbegin --seed 0 --epoch 2001-01-01T00:00:00Z\ntype a # x\nclear\nrun\n",
    "type a\nexpect query == \"a\"\nclear\n| nothing\nrun\n",
    "type a\r\nexpect query == \"a\"\r\nclear\r\nreceive .answered\r\nrun\r\n",
    "quit\r\n# explore: start\r\ntype a\r\nclear\r\nrun\r\n# explore: end\r\nquit\r\n",
  ])
  func aSavedSessionIsReplayed(script: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "mine.todoscript")
    let run = SearchShell().run("explore --runs 1 --corpus \(folder.path) \(property)")
    #expect(run.status == 1 && !run.errors.contains("not replayed"), "\(run.errors)")
    #expect(run.output.contains("\ntype a\nclear\nrun\n"), "\(run.output)")
  }

  @Test(arguments: ["type a\nclear\nrun\n", ".typed(\"a\")\n.typed(\"\")\nrun\n"])
  func whatOnlyExcludesIsReplayedNevertheless(script: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "mine.todoscript")
    let options = "--only run --runs 1 --corpus \(folder.path)"
    let run = SearchShell().run("explore \(options) \(property)")
    #expect(run.status == 1 && run.output.contains("\n\(script)"), "\(run.output)\(run.errors)")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
  }

  @Test func aFileThatCannotBeReadIsNamedAndDoesNotCount() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("gone.todoscript")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("nowhere"))
    let run = SearchShell(cancels: true).run("set quiet off\nexplore --corpus \(folder.path) \(property)")
    #expect(run.errors.contains("\(path): warning: not replayed: cannot read"), "\(run.errors)")
    #expect(run.status == 0 && !run.output.contains("of the corpus"), "\(run.output)")
  }

  @Test func shardsDoNotShareACorpus() throws {
    let folder = try TemporaryFolder()
    let run = SearchShell().run("explore --shard 1/2 --corpus \(folder.path)/corpus \(property)")
    #expect(run.status != 0 && run.errors.contains("--corpus cannot be combined with --shard"))
    #expect(run.errors.contains("explore with --corpus in one process"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("corpus")))
  }

  @Test func aFileInPlaceOfTheFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    try "x".write(toFile: folder.path + "/corpus", atomically: true, encoding: .utf8)
    let run = SearchShell().run("explore --corpus \(folder.path)/corpus \(property)")
    #expect(run.status == 66 && run.errors.contains("cannot read '\(folder.path)/corpus'"), "\(run.errors)")
  }

  @Test func aFindingIsShownEvenIfItCannotBeKept() throws {
    let folder = try TemporaryFolder()
    let search = "explore --corpus \(folder.path)/corpus \(property)"
    #expect(SearchShell().run(search).status == 1)
    let file = try #require(try names(in: folder).first { $0.hasPrefix("fails-") })
    try FileManager.default.removeItem(atPath: "\(folder.path)/corpus/\(file)")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/corpus/\(file)",
      withIntermediateDirectories: false
    )
    let kept = SearchShell().run(search)
    #expect(kept.status == 66 && kept.output.contains("type a\nclear\n"), "\(kept)")
    #expect(kept.errors.contains("\(file)'"), "\(kept.errors)")
    #expect(kept.errors.contains("error: the invariant does not hold after 3 commands"), "\(kept.errors)")
  }

  @Test(arguments: [
    ("--corpus /dev/null/corpus", 66, "/dev/null/corpus"), ("--out /dev/null/part", 66, "/dev/null/part"),
    ("--out /nowhere/part", 74, "/nowhere/part"), ("--corpus /proc/corpus", 74, "/proc/corpus"),
  ])
  func whereNothingCanBeKeptNothingIsTried(option: String, status: Int32, path: String) throws {
    let run = SearchShell().run("explore \(option) \(property)")
    #expect(run.status == status && run.output == "", "\(run)")
    #expect(run.errors.contains("'\(path)'"), "\(run.errors)")
  }

  @Test func theFirstSequencesToReachSomethingAreKept() throws {
    let folder = try TemporaryFolder()
    let options = "--depth 12 --runs 14 --corpus \(folder.path)/corpus --without run,step"
    for seed in 0..<20 {
      #expect(SearchShell().run("explore --seed \(seed) \(options) always true").status == 0)
    }
    let files = try names(in: folder)
    #expect(!files.isEmpty && files.allSatisfy { $0.hasPrefix("reaches-") }, "\(files)")
    for file in files {
      let script = try String(contentsOfFile: "\(folder.path)/corpus/\(file)", encoding: .utf8)
      #expect(SearchShell().run(script).status == 0, "\(script)")
    }
  }
}

/// Lines with simpler values.
struct SimplerLinesTests {
  @Test(arguments: [
    ("add Milk", ["add M", "add Mi", "add Mil"]), ("add 'a b'", ["add ''", "add 'a'", "add 'a '"]),
    ("toggle 9", ["toggle 0", "toggle 4", "toggle 8"]), ("clear", []), ("toggle 0", []), ("wait 300ms", []),
    (#".typed("abc")"#, [#".typed("")"#, #".typed("a")"#, #".typed("ab")"#]),
    (".move([0, 1], to: 0)", [".move([0, 0], to: 0)", ".move([1], to: 0)", ".move([0], to: 0)"]),
    (#".set(\.count2, 1)"#, [#".set(\.count2, 0)"#]), (#"add "a\"b""#, []),
  ])
  func eachValueIsMadeSimpler(line: String, simpler: [String]) {
    #expect(SimplerLines.lines(for: line) == simpler)
  }

  @Test func aKeywordIsNotAbbreviated() {
    let keywords: Set = ["all", "completed"]
    #expect(SimplerLines.lines(for: "filter completed", keeping: keywords).isEmpty)
    #expect(SimplerLines.lines(for: "filter comp", keeping: keywords).isEmpty)
    #expect(SimplerLines.lines(for: "filter other", keeping: keywords).first == "filter o")
  }

  @Test func theChoicesOfACommandAreKeywordsAndItsTextsAreNot() {
    typealias CounterCommand = AnyCommand
    let choice = Argument.choice("c", among: [("all", 1, ""), ("completed", 2, "")])
    let command = CounterCommand(
      choice,
      Argument.text("T").exploring("Milk"),
      help: "",
      perform: { (_: AnyInterpreter, _: Int, _: String) in }
    )
    #expect(command.fixedWords == ["all", "completed"])
  }

  @Test(arguments: ["add 'oat milk'", "move 3-9 2", #".set(\.name, "x", [12, 34])"#])
  func makingLinesSimplerComesToAnEnd(line: String) {
    var lines: Set<String> = [line]
    var next = [line]
    while let line = next.popLast(), lines.count < 20_000 {
      for simpler in SimplerLines.lines(for: line) where lines.insert(simpler).inserted {
        next.append(simpler)
      }
    }
    #expect(next.isEmpty)
  }
}

import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

struct ExpectedOutputTests {
  private func difference(_ expected: [String], _ printed: [String]) -> ExpectedOutput.Difference? {
    output(expected).difference(from: printed)
  }

  private func output(_ expected: [String]) -> ExpectedOutput {
    let script = "list\n" + expected.map { "| \($0)\n" }.joined()
    return ExpectedOutput(Array(Script(scanning: script.utf8, file: "s").lines.dropFirst()))
  }

  @Test(arguments: [
    ("a", "a  ", #"a\u{20}\u{20}"#), ("a b", "a\u{A0}b", #"a\u{A0}b"#), ("", " ", #"\u{20}"#),
    ("ab", "a\u{200B}b", #"a\u{200B}b"#), ("a", "a\t", #"a\t"#),
  ])
  func invisibleCharactersAreEscapedWhereLinesDiffer(expected: String, printed: String, shown: String) {
    func line(_ mark: String, _ text: String) -> String { text.isEmpty ? "\(mark) |" : "\(mark) | \(text)" }
    #expect(
      output(["same ", expected]).comparison(with: ["same ", printed]).shown
        == ["  | same ", line("-", expected), line("+", shown)]
    )
    #expect(
      output(["same ", printed]).comparison(with: ["same ", expected]).shown
        == ["  | same ", line("-", shown), line("+", expected)]
    )
    #expect(ExpectedOutput.shown([printed]) == ["| \(shown)"])
  }

  /// A script cannot contain it, so only what was printed can.
  @Test func aLineSeparatorIsEscapedWhereLinesDiffer() {
    #expect(output(["ab"]).comparison(with: ["ab\u{2028}"]).shown == ["- | ab", #"+ | ab\u{2028}"#])
    #expect(ExpectedOutput.shown(["ab\u{2028}"]) == [#"| ab\u{2028}"#])
    let errors = CounterShell().run("value\n| 0\u{2028}").errors
    #expect(errors.hasPrefix("-c:2:4: error: invalid control character U+2028"), "\(errors)")
  }

  @Test(arguments: [
    ("print 1\n| 2", "'--update' replaces the expected lines (-) with the printed ones (+)"),
    (
      "repeat 1\n  print 1\n  | 2\nend",
      "'--update' replaces the expected lines (-) with the printed ones (+)"
    ),
    (
      "repeat 2 as i\n  print $i\n  | 3\nend",
      "'--update' rewrites the expected lines if every round prints the same"
    ),
    ("repeat 2 as i\n  print $i\n  | 0\nend", "use '…' for text that varies between rounds"),
    (
      "repeat 2 as i\n  repeat 2\n    print $i\n    | 0\n  end\nend",
      "use '…' for text that varies between rounds"
    ),
  ])
  func theHintNamesARemedyThatCanHelp(script: String, remedy: String) {
    let errors = CounterShell().run(script).errors
    #expect(errors.hasSuffix("help: \(remedy)\n"), "\(errors)")
  }

  @Test(arguments: ["--update", ">"])
  func aWriteProtectedFileIsKept(by way: String) throws {
    let folder = try TemporaryFolder()
    let text = way == ">" ? "value > '\(folder.file("list"))'\n" : "print 1\n| 2\n"
    let path = try folder.write(text, to: "a.todoscript")
    for file in [path, try folder.write("old", to: "list")] { chmod(file, 0o444) }
    var shell = CounterShell()
    shell.configuration.files = [path]
    shell.configuration.updatesExpectedOutput = way == "--update"
    let run = shell.run()
    let kept = way == ">" ? folder.file("list") : path
    #expect(run.status != 0 && run.errors.contains("cannot write '\(kept)': Permission denied"), "\(run)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try String(contentsOfFile: folder.file("list"), encoding: .utf8) == "old")
  }

  @Test func testsAreReadOnlyFromRegularFiles() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe.todoscript")
    #expect(mkfifo(pipe, 0o600) == 0)
    var shell = CounterShell()
    shell.configuration.purpose = .test(TestSelection())
    shell.configuration.updatesExpectedOutput = true
    for files in [[folder.path], [pipe], ["/dev/null"], [try folder.write("source \(pipe)", to: "a")]] {
      shell.configuration.files = files
      let run = shell.run()
      let isSourced = files[0].hasSuffix("/a")
      #expect(run.status == (isSourced ? ExitStatus.doesNotParse : ExitStatus.noInput), "\(run)")
      #expect(run.output.contains("it is a pipe or a device, not a regular file\n"), "\(run)")
    }
  }

  @Test func blocksInQuotesOfADocumentAreScripts() throws {
    let document = """
      > ```todoscript
      > print 1
      >   | 1
      > ```
      > > - nested
      > >   ```todoscript
      > >   print 2
      > ```todoscript
      >print 3
      text
      ```text
      > ```todoscript
      ```
      ```todoscript
      > print 4
      ```
      """
    let source = ScriptSource(document.utf8, name: "a.md")
    #expect(source.fencedScripts == [2..<4, 7..<8, 9..<10, 15..<16])
    func lines(_ line: Int) -> [String] {
      String(decoding: source.fencedScript(at: line).bytes, as: UTF8.self).split(separator: "\n").map(
        String.init
      )
    }
    #expect(lines(2) == ["  print 1", "    | 1"])
    #expect(lines(7) == ["      print 2"])
    #expect(lines(9) == [" print 3"])
    #expect(lines(15) == ["> print 4"], "not a quote, but an error")
  }

  @Test(arguments: [
    (["a"], ["a"]),
    (["a…"], ["a"]),
    (["…a…"], ["bab"]),
    (["a … c … e"], ["a b c d c e"]),
    (["…"], []),
    (["…"], ["a", "b"]),
    (["a", "…", "b"], ["a", "b"]),
    (["a", "…", "b"], ["a", "b", "c", "b"]),
    (["…", "a…", "…", "z"], ["x", "ab", "y", "z"]),
    (["", "  a "], ["", "  a "]),
    (["… (3 unchanged)"], ["… (3 unchanged)"]),
  ])
  func fits(expected: [String], printed: [String]) {
    #expect(difference(expected, printed) == nil)
  }

  @Test(arguments: [
    (["a"], ["b"], 0..<1, ["b"]),
    (["a", "b", "c"], ["a", "x", "y", "c"], 1..<2, ["x", "y"]),
    (["a"], ["a", "b"], 1..<1, ["b"]),
    (["a"], [], 0..<1, []),
    (["a"], ["b", "a"], 0..<0, ["b"]),
    (["a…", "b"], ["ax", "c"], 1..<2, ["c"]),
    (["…", "a"], ["b"], 0..<2, ["b"]),
    (["a…b"], ["abc"], 0..<1, ["abc"]),
  ])
  func differsWhereOtherLinesStand(
    expected: [String],
    printed: [String],
    lines: Range<Int>,
    other: [String]
  ) throws {
    let found = difference(expected, printed)
    let difference = try #require(found)
    #expect(difference.expected == lines)
    #expect(difference.printed == other)
  }
}

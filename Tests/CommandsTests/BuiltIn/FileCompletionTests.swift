import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Files are completed whatever is in their names, so that the line then names them.
struct FileCompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("my dir/in it"),
      withIntermediateDirectories: true
    )
    for name in [
      "my dir/a b", "mine", "plain", "price $five", "Don't", #"say "so""#, "we\u{1B}[31m", "we go",
    ] {
      try folder.write("up\n", to: name)
    }
  }

  /// What a line may become.
  private func lines(_ line: String) -> [String] {
    let line = line.replacing("HERE", with: folder.path)
    let finder = CompletionFinder(table: CounterShell.application.erased.table)
    let word = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    return finder.completions(of: line[...], in: Counter.State()).map {
      (line.dropLast(word.count) + $0.text).replacing(folder.path, with: "HERE")
    }
  }

  @Test(
    arguments: [
      ("load HERE/pl", ["load HERE/plain"]),
      ("load HERE/we", [#"load "HERE/we go""#]),
      (#"load "HERE/we"#, [#"load "HERE/we go""#]),
      (#"load "HERE/we "#, [#"load "HERE/we go""#]),
      ("load 'HERE/we g", ["load 'HERE/we go'"]),
      (#"load HERE/"we "#, [#"load HERE/"we go""#]),
      (#"load "HERE"/we"#, [#"load "HERE"/we" go""#]),
      ("load HERE/my", [#"load "HERE/my dir/"#]),
      ("load HERE/m", [#"load "HERE/mine""#, #"load "HERE/my dir/"#]),
      (#"load "HERE/my dir/"#, [#"load "HERE/my dir/a b""#, #"load "HERE/my dir/in it/"#]),
      (#"save --force "HERE/my dir/i"#, [#"save --force "HERE/my dir/in it/"#]),
      ("load HERE/pri", [#"load "HERE/price \$five""#]),
      (#"load "HERE/price \$f"#, [#"load "HERE/price \$five""#]),
      ("load HERE/Do", [#"load "HERE/Don't""#]),
      ("load 'HERE/Do", [#"load 'HERE/Do'"n't""#]),
      ("load HERE/sa", [#"load "HERE/say \"so\"""#]),
      (#"load "HERE/say \"s"#, [#"load "HERE/say \"so\"""#]),
      (#"load "HERE/say \"#, []),
      (#"load "HERE/plain" "#, []),
    ]
  )
  func completes(line: String, completed: [String]) {
    #expect(lines(line) == completed)
  }

  @Test func whatIsCompletedNamesTheFile() throws {
    for name in ["plain", "price $five", "Don't", #"say "so""#, "we go"] {
      for quote in ["", "\"", "'"] {
        let start = "load \(quote)HERE/\(name.prefix(2))"
        let line = try #require(lines(start).first { !$0.hasSuffix("/") })
        let words = try #require(try ScriptLine.parse(line)).words.map(\.text)
        #expect(words == ["load", "HERE/\(name)"], "\(start)")
      }
    }
  }
}

import Core
import Foundation
import TestSupport
import Testing

@testable import Commands

/// Shards that write files, and the report on all of them.
@Suite struct MergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the parts of an exploration, and returns the names of their files.
  private func parts(_ numbers: ClosedRange<Int>, of count: Int, _ options: String, cancels: Bool = true)
    -> String
  {
    numbers.map { number in
      let path = "\(folder.path)/\(number).part"
      _ = SearchShell(cancels: cancels).run("explore --shard \(number)/\(count) --out \(path) \(options)")
      return path
    }.joined(separator: " ")
  }

  private func rows(_ text: String, _ names: [String]) -> [Substring] {
    text.split(separator: "\n").filter { line in names.contains { line.hasPrefix("  \($0) ") } }
  }

  @Test func thePartsTogetherCoverWhatTheWholeDoes() {
    let property = "--at-rest always answered == query"
    let whole = SearchShell(cancels: true).run("set quiet off\nexplore \(property)")
    let merged = SearchShell(cancels: true).run(
      "set quiet off\nexplore --merge \(parts(1...3, of: 3, property))"
    )
    #expect(merged.status == 0 && merged.errors == "", "\(merged.errors)")
    #expect(rows(merged.output, ["states", "transitions"]) == rows(whole.output, ["states", "transitions"]))
    #expect(merged.output.split(separator: "\n").first == whole.output.split(separator: "\n").first)
  }

  @Test func theShortestScriptIsShown() {
    let property = "--at-rest always answered == query"
    let merged = SearchShell().run("explore --merge \(parts(1...3, of: 3, property, cancels: false))")
    #expect(merged.status == 1 && merged.errors.contains("the invariant does not hold after 3 commands"))
    #expect(merged.output.contains("fails after 3 commands"), "\(merged.output)")
    #expect(
      merged.output.contains("\ntype a\nclear\nadvance 300ms\nexpect answered == query\n"),
      "\(merged.output)"
    )
  }

  @Test(arguments: [
    ("sometimes answered == \"a\"", 0, "is reached after 2 commands"),
    ("sometimes answered == \"z\"", 1, "fails: no state that can be reached satisfies it"),
  ])
  func whatNoPartDecidesAloneIsDecided(property: String, status: Int32, text: String) {
    let merged = SearchShell(cancels: true).run("explore --merge \(parts(1...2, of: 2, property))")
    #expect(merged.status == status && merged.output.contains(text), "\(merged.output)\(merged.errors)")
  }

  @Test func aMissingPartLeavesItOpen() {
    let files = parts(1...1, of: 2, "sometimes answered == \"z\"")
    let merged = SearchShell(cancels: true).run("explore --merge \(files)")
    #expect(
      merged.status == 3 && merged.errors.contains("warning: part 2 of 2 missing"),
      "\(merged.errors)"
    )
  }

  @Test func filesThatDoNotBelongTogetherAreErrors() throws {
    let first = parts(1...1, of: 2, "always true")
    let other = "\(folder.path)/other.part"
    func merge(_ files: String) -> String { SearchShell().run("explore --merge \(files)").errors }
    #expect(merge("\(first) \(first)").contains("is the same part as '\(first)': 1/2"))
    _ = SearchShell().run("explore --shard 2/2 --out \(other) always query != \"z\"")
    #expect(merge("\(first) \(other)").contains("'\(other)' is about something else than '\(first)'"))
    _ = SearchShell().run("explore --shard 2/3 --out \(other) always true")
    #expect(merge("\(first) \(other)").contains("is one of 3 parts"))
    try "{}".write(toFile: other, atomically: true, encoding: .utf8)
    #expect(merge(other).contains("'\(other)' is not a part of an exploration"))
    #expect(merge("\(folder.path)/none").contains("cannot read '\(folder.path)/none'"))
    #expect(merge("").contains("FILE"), "\(merge(""))")
    #expect(merge("\(first) --depth 3").contains("--merge cannot be combined with other options"))
    #expect(merge("\(first) --graph").contains("--merge cannot be combined with other options"))
  }

  @Test func aPartIsTheSameInEachRun() throws {
    let path = parts(1...1, of: 2, "always true")
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = parts(1...1, of: 2, "always true")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
  }
}

import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands

/// Shards that write files, and the report on all of them.
struct MergeTests {
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

  @Test func outReplacesOnlyParts() throws {
    let old = parts(1...1, of: 2, "always true")
    let link = folder.file("link")
    for (name, content) in [("notes", "mine"), ("numbers", "[1]"), ("other.json", "{}")] {
      try folder.write(content, to: name)
      unlink(link)
      symlink(folder.file(name), link)
      for path in [folder.file(name), link] {
        let run = SearchShell().run("explore --shard 1/2 --out \(path) always true")
        #expect(run.status == 74 && run.errors.contains("is not a part of an exploration"), "\(run.errors)")
      }
      #expect(try folder.bytes(of: name) == Array(content.utf8))
    }
    mkfifo(folder.file("pipe"), 0o600)
    let run = SearchShell().run("explore --shard 1/2 --out \(folder.file("pipe")) always true")
    #expect(run.status == 74 && run.errors.contains("pipe' is not a regular file"), "\(run.errors)")
    try folder.write("", to: "empty")
    for path in [old, folder.file("empty"), folder.file("new")] {
      #expect(SearchShell().run("explore --shard 1/2 --out \(path) always true").errors == "")
    }
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

  @Test(arguments: [
    "sometimes [query][9] == query",
    "[query][9] == query leads-to query == answered",
  ])
  func aConditionWithoutAnAnswerIsAnErrorInTheWholeAndInItsParts(property: String) {
    let options = "--only type,clear \(property)"
    let whole = SearchShell().run("explore \(options)")
    let merged = SearchShell().run("explore --merge \(parts(1...2, of: 2, options, cancels: false))")
    for run in [whole, merged] {
      #expect(run.status == 1 && run.errors.contains("so nothing is decided"), "\(run)")
    }
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

  @Test func allPartsTogetherSayHowShortAScriptIs() {
    let property = "--at-rest always answered == query"
    func comments(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { $0.hasPrefix("#") }
    }
    let whole = comments(SearchShell().run("explore \(property)").output)
    #expect(whole.last == "# no shorter sequence does this, with the values tried")
    let all = SearchShell().run("explore --merge \(parts(1...3, of: 3, property, cancels: false))")
    #expect(comments(all.output) == whole)
    let some = SearchShell().run("explore --merge \(parts(1...2, of: 3, property, cancels: false))")
    #expect(comments(some.output).last == "# other shards may find a shorter one")
  }

  @Test(arguments: [
    ("sometimes answered == \"a\"", 0, "is reached after 2 commands"),
    ("sometimes answered == \"z\"", 3, "is inconclusive: no state that was reached satisfies it"),
  ])
  func allPartsDecideWhatNoneDecidesAlone(property: String, status: Int32, text: String) {
    let merged = SearchShell(cancels: true).run("explore --merge \(parts(1...2, of: 2, property))")
    #expect(merged.status == status && merged.output.contains(text), "\(merged.output)\(merged.errors)")
  }

  @Test func anInterruptedPartLeavesItOpen() throws {
    let files = parts(1...2, of: 2, "always true")
    let first = String(files.split(separator: " ")[0].filter { $0 != "'" })
    let text = try String(contentsOfFile: first, encoding: .utf8)
    let cut = text.replacing("\"isInterrupted\":false", with: "\"isInterrupted\":true")
    try #require(cut != text, "\(text)")
    try cut.write(toFile: first, atomically: true, encoding: .utf8)
    let merged = SearchShell(cancels: true).run("explore --merge \(files)")
    #expect(merged.status == 3 && merged.errors.contains("rerun the interrupted part"), "\(merged.errors)")
  }

  @Test(arguments: ["sometimes answered == \"z\"", "always true", "--depth 2 --runs 20 always true"])
  func aMissingPartLeavesItOpen(property: String) {
    let files = parts(1...1, of: 2, property)
    let merged = SearchShell(cancels: true).run("explore --merge \(files)")
    #expect(merged.status == 3 && merged.errors.contains("warning: part 2 of 2 missing"), "\(merged.errors)")
    #expect(merged.errors.contains("the property is not decided"), "\(merged.errors)")
    #expect(merged.errors.contains("merge all parts"), "\(merged.errors)")
    let headline = merged.output.prefix { $0 != "\n" }
    #expect(headline.contains(" is inconclusive ") && headline.contains(" (part 1 of 2)"), "\(headline)")
  }

  @Test func theHeadlineNamesThePartsThatAreThere() {
    let files = parts(1...5, of: 6, "").split(separator: " ")
    let some = [files[4], files[0], files[1], files[2]].joined(separator: " ")
    let merged = SearchShell(cancels: true).run("explore --merge \(some)")
    let headline = "divergence found in sequences made from 5 commands (parts 1-3, 5 of 6)\n"
    #expect(merged.output.contains(headline), "\(merged.output)")
    #expect(merged.errors.contains("warning: parts 4, 6 of 6 missing"), "\(merged.errors)")
    #expect(merged.status == 3 && merged.errors.contains("not everything was covered"), "\(merged.errors)")
  }

  @Test func filesThatDoNotBelongTogetherAreErrors() throws {
    let first = parts(1...1, of: 2, "always true")
    let other = "\(folder.path)/other.part"
    func merge(_ files: String) -> String { SearchShell().run("explore --merge \(files)").errors }
    #expect(merge("\(first) \(first)").contains("is the same part as '\(first)': 1/2"))
    _ = SearchShell().run("explore --shard 2/3 --out \(other) always true")
    #expect(merge("\(first) \(other)").contains("is one of 3 parts"))
    try "{}".write(toFile: other, atomically: true, encoding: .utf8)
    #expect(merge(other).contains("'\(other)' is not a part of an exploration"))
    #expect(merge("\(folder.path)/none").contains("cannot read '\(folder.path)/none'"))
    #expect(merge("").hasPrefix("-c:1:16: error: explore needs FILE\n"), "\(merge(""))")
    #expect(merge("\(first) --depth 3").contains("--merge cannot be combined with --depth"))
    #expect(merge("\(first) --graph").contains("--merge cannot be combined with --graph"))
  }

  @Test(arguments: [
    "--only type always true", "--without run always true", "--actions always true", "--depth 5 always true",
    "--schedules always true", "--at-rest always true", "always query != \"z\"", "",
  ])
  func partsOfDifferentSearchesAreNotMerged(options: String) {
    let first = parts(1...1, of: 2, "always true")
    let other = "\(folder.path)/other.part"
    _ = SearchShell().run("explore --shard 2/2 --out \(other) \(options)")
    let errors = SearchShell().run("explore --merge \(first) \(other)").errors
    #expect(errors.contains("'\(other)' is a part of another search than '\(first)'"), "\(errors)")
  }

  @Test func partsMustStartAlikeButMayBeGivenOtherRuns() {
    let first = parts(1...1, of: 2, "always true")
    let other = "\(folder.path)/other.part"
    func merge(_ line: String) -> (status: Int32, errors: String) {
      _ = SearchShell(cancels: true).run(line)
      let run = SearchShell(cancels: true).run("explore --merge \(first) \(other)")
      return (run.status, run.errors)
    }
    let explore = "explore --shard 2/2 --out \(other)"
    #expect(merge("type a\n\(explore) always true").errors.contains("is a part of another search than"))
    #expect(merge("\(explore) --runs 49000 --seed 3 always true").status == 0)
  }

  /// Changes to a part of two, of a search for one property.
  private static let damages: [(key: String, value: any Sendable)] = [
    ("format", 0), ("shards", 0), ("shards", 65_537), ("shard", 0), ("shard", 3), ("depth", -1),
    ("sequences", Int.max), ("randomSequences", 1_000_000), ("replayed", -2), ("deepest", Int.max),
    ("commands", ["type": ["happened": Int.max]]), ("actions", [".typed": -1]),
    (
      "properties",
      [
        ["text": "x", "verdict": "so", "isDecidedByStates": true, "needsState": true]
          as [String: any Sendable]
      ]
    ),
    ("findings", [finding(property: 7, loop: 1)]), ("findings", [finding(property: -1, loop: 1)]),
    ("findings", [finding(property: 0, loop: 2)]), ("findings", [finding(property: 0, loop: 0)]),
  ]

  private static func finding(property: Int?, loop: Int?) -> [String: any Sendable] {
    var finding: [String: any Sendable] = [
      "fault": "an issue is reported", "message": "an issue is reported after 1 command", "commands": 1,
      "script": ["type a", "expect issues.isEmpty"],
    ]
    finding["property"] = property
    finding["loop"] = loop
    return finding
  }

  /// Changes a file.
  private func damage(_ path: String, _ key: String, _ value: Any?) throws {
    let url = URL(fileURLWithPath: path)
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    var part = try #require(object as? [String: Any])
    part[key] = value
    try JSONSerialization.data(withJSONObject: part).write(to: url)
  }

  @Test(arguments: damages.indices) func aDamagedFileIsAnError(index: Int) throws {
    let files = parts(1...2, of: 2, "always true")
    let second = "\(folder.path)/2.part"
    try damage(second, Self.damages[index].key, Self.damages[index].value)
    let merged = SearchShell().run("explore --merge \(files)")
    #expect(merged.status != 0)
    #expect(merged.errors.contains("'\(second)' is not a part of an exploration"), "\(merged.errors)")
  }

  @Test func aFileOfALaterFormatIsRefused() throws {
    let file = parts(1...1, of: 1, "always true")
    try damage(file, "format", 2)
    let merged = SearchShell().run("explore --merge \(file)")
    #expect(
      merged.errors.contains("'\(file)' has format 2, which this version cannot read"),
      "\(merged.errors)"
    )
    #expect(merged.errors.contains("merge the parts with the version that wrote them"), "\(merged.errors)")
  }

  /// Files of the first versions do not say how many states there were before symmetries.
  @Test func aFileWithoutVariantsIsRead() throws {
    let file = parts(1...1, of: 1, "always true")
    try damage(file, "variants", nil)
    #expect(SearchShell().run("explore --merge \(file)").errors == "")
  }

  @Test func aMergeThatFindsAnIssueDoesNotSayThatThereIsNone() throws {
    let files = parts(1...2, of: 2, "")
    try damage("\(folder.path)/2.part", "findings", [Self.finding(property: nil, loop: nil)])
    let merged = SearchShell(cancels: true).run("explore --merge \(files)")
    #expect(merged.output == "type a\nexpect issues.isEmpty\n", "\(merged.output)")
    #expect(merged.status == 1 && merged.errors.contains("an issue is reported after 1 command"))
  }

  @Test func severalStatesThatCannotBeReachedFail() {
    let properties = "--only clear sometimes query == \"z\", sometimes answered == \"z\""
    let merged = SearchShell(cancels: true).run("explore --merge \(parts(1...2, of: 2, properties))")
    #expect(merged.status == 1 && merged.errors.contains("2 of 2 properties fail"), "\(merged.errors)")
  }

  @Test func aPartIsTheSameInEachRun() throws {
    let path = parts(1...1, of: 2, "always true")
    let first = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = parts(1...1, of: 2, "always true")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
  }
}

import Core
import TestSupport
import Testing

@testable import TodoShellValues

/// Literals of dictionaries, tuples and cases take their types from what they are used with, as in Swift.
struct LiteralTypeTests {
  enum Filter: CaseIterable { case all, active, completed }

  struct Item: Identifiable {
    var id: Int
    var name: String
    var isDone = false
    var note: String?
  }

  struct State {
    var filter = Filter.all
    var items = [Item(id: 1, name: "Milk"), Item(id: 2, name: "Eggs", isDone: true, note: "6")]
    var now = Duration.seconds(1)
    var names: [String]? = ["a", "bc"]
  }

  /// Each value is Swift's.
  @Test(
    arguments: [
      ("[.all: 1, .active: 2][filter]", "1"), ("[filter: 1][.all]", "1"), ("[filter: 1][.active]", "nil"),
      (#"["a": 1].mapValues { $0 + 1 }["a"]"#, "2"), ("[.all: 1] == [filter: 1]", "true"),
      (#"["a": .all] == ["a": filter]"#, "true"),
      ("(1, 2) == (1, 2)", "true"), ("(1, items.count) == (1, 3)", "false"),
      ("[(1, 2)].contains { $0 == (1, 2) }", "true"), (#""\((1, "a"))""#, #""(1, \"a\")""#),
      ("items.enumerated().map { $0.0 }", "[0, 1]"), ("items.enumerated().map { $0.offset }", "[0, 1]"),
      ("filter == (items.isEmpty ? .active : .all)", "true"),
      ("items.map { $0.isDone ? .completed : .all }.contains(filter)", "true"),
      ("[.active, .all].filter { $0 == filter }.count", "1"),
      ("Set([.all, .active]).contains(filter)", "true"),
      // In a chain, the method is that of the list.
      (#"[["a"]].first?.map(\.count)"#, "[1]"), ("names?.map { $0.count }", "[1, 2]"),
      ("names.map { $0.count }", "2"), ("items.first?.name.map { $0 }.count", "4"),
      ("[[1, 2]].first?.flatMap { [$0, $0] }", "[1, 1, 2, 2]"), ("items.last?.note.map { $0.count }", "1"),
      (#"items.grouped(by: \.isDone)[true]?.map(\.name)"#, #"["Eggs"]"#),
      // The minus is applied last.
      ("-2.5.rounded(.down)", "-2.0"), ("-2.5.rounded(.up)", "-3.0"), ("-7.magnitude", "-7"),
      (#""abc".components(separatedBy: "")"#, #"["abc"]"#),
      (#""abc".replacingOccurrences(of: "", with: "-")"#, #""abc""#),
      ("(0s...1s).contains(now)", "true"), ("(1.0..<1.5).contains(1.5)", "false"),
      (#"("a"..."c").contains("b")"#, "true"),
      // Numbers are compared by value, however large.
      (#"Int("9007199254740993")! == 9007199254740992.0"#, "false"),
      (#"Int("9223372036854775807")! < Double("9223372036854775808")!"#, "true"),
      (#"Double("9223372036854775808")! > Int("9223372036854775807")!"#, "true"),
      ("[9007199254740993].contains(9007199254740992.0)", "false"),
      ("3 < 3.5 && 3.5 < 4 && -3.5 < -3", "true"),
      (".nan == .nan", "false"), ("[.nan] == [.nan]", "false"), ("[1: .nan] != [1: .nan]", "true"),
      (".infinity + 1", ".infinity"), ("1 - .infinity", "-.infinity"), (".infinity.rounded()", ".infinity"),
      ("[.all].contains(.all)", "true"), ("[.all] + [.active]", "[.all, .active]"),
      ("1 < Double.infinity && -Double.infinity < 1", "true"), ("1 < Double.nan || Double.nan < 1", "false"),
    ]
  )
  func aLiteralHasTheTypeThatItIsUsedWith(text: String, expected: String) throws {
    #expect(try evaluate(text, in: State()).formatted() == expected)
    let expression = try Expression(parsing: SourceText(text))
    #expect(try Expression(parsing: SourceText(expression.description)) == expression)
  }

  @Test(arguments: [
    ("(0..<1000000000).sum()", "steps"),
    ("(0..<100000).map { a in (0..<100000).sum() }.count", "steps"),
    ("(0...9223372036854775807).count", "the result does not fit in Int"),
    ("(-1..<9223372036854775807).count", "the result does not fit in Int"),
  ])
  func aLargeRangeIsAnErrorWhereItsElementsCount(text: String, message: String) {
    #expect(diagnostic(of: try evaluate(text, in: State()))?.message.contains(message) == true)
  }

  /// Found when the line is checked, before there is any value.
  @Test(
    arguments: [
      ("[filter: 1][.typo]", "unknown case '.typo' of"), (#"["a": 1][1]"#, "the keys are String"),
      (#"[1: "a"]["x"]"#, "the keys are Int"), (#"["a": 1]["a"] + "x""#, "cannot apply '+' to"),
      (#"["a": 1].mapValues { $0.foo }"#, "no member 'foo' on Int"),
      ("Set([1]).union([2.5])", "cannot compare elements of type Int with Double"),
      (#"Set(["a"]).isDisjoint(with: [1])"#, "cannot compare elements of type String with Int"),
      (#"Set(items.map(\.name)).isSubset(of: items.map(\.id))"#, "elements of type String with Int"),
      ("Dictionary(uniqueKeysWithValues: [1, 2])", "expects a list of pairs"),
      ("min([3, 1])", "'min' takes two or more values"),
      ("{ $0 }", "a closure is not allowed in an expression"),
      ("Dictionary(uniqueKeysWithValues: items)", "expects a list of pairs"),
      ("Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) }).mapValues { $0.foo }", "no member 'foo'"),
      (#"(1, 2) == (1, "a")"#, "expected Int, found String"), ("(1, 2) == (1, 2, 3)", "a tuple of 2 values"),
      ("(a: 1, a: 2).a", "two values of the tuple have the same label"), ("(a: 1, b: 2).c", "no member 'c'"),
      (#"(a: 1, b: 2) == zip([1], ["a"])[0]"#, "expected String, found Int"),
      (#"zip([1], [2])[0] == zip([1], ["a"])[0]"#, "cannot compare"),
      ("nil + 1", "cannot apply '+' to nil"), ("nil < 1", "cannot apply '<' to nil"),
      ("Set([1, 2])[0]", "is unordered"), ("Set(items)", "expects a list of hashable values"),
      (#"["a": 1] == ["a": "1"]"#, "cannot compare"), ("Set()", "'Set' does not take these arguments"),
      ("Array(repeating: 0, count: 3)", "'Array' does not take these arguments"),
    ]
  )
  func aMismatchIsFoundByTheCheck(text: String, message: String) throws {
    let expression = try Expression(parsing: SourceText(text))
    let error = diagnostic(of: try expression.check(for: State.self, naming: [:]))
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  /// Each level is compiled once, whatever is wrong inside.
  @Test func nestedDictionariesAreCheckedInLinearTime() throws {
    let text = String(repeating: "[1: ", count: 60) + "nothing" + String(repeating: "]", count: 60)
    let expression = try Expression(parsing: SourceText(text))
    let error = diagnostic(of: try expression.check(for: State.self, naming: [:]))
    #expect(error?.message.contains("cannot find 'nothing'") == true)
  }

  @Test(arguments: ["[1, 2, 3][2...1]", "items[1...0]"]) func aRangeMustNotEndBeforeItStarts(text: String) {
    let error = diagnostic(of: try evaluate(text, in: State()))
    #expect(error?.message == "the range ends before it starts")
  }

  @Test func aParameterMayHaveAnyNumber() {
    let error = diagnostic(of: try evaluate("items.sorted { $99999999999999999999 > 1 }", in: State()))
    #expect(error?.message.hasPrefix("the closure has 9223372036854775807 parameters") == true)
  }

  /// The part that decides is written with the parts of the pair, and with the parameters of the outer closure.
  @Test(
    arguments: [
      (
        "zip(items, items.dropFirst()).allSatisfy { $0.name < $1.name }",
        ["zip(items, items.dropFirst())[0].0.name", "zip(items, items.dropFirst())[0].1.name"]
      ),
      ("items.map { ($0.name, $0.isDone) }.allSatisfy { $1 }", ["items.map { ($0.name, $0.isDone) }[0].1"]),
      (
        "items.enumerated().allSatisfy { i, t in i < 0 || t.isDone }",
        ["items.enumerated()[0].0", "items.enumerated()[0].1.isDone"]
      ),
      (
        "items.allSatisfy { t in items.allSatisfy { $0.name <= t.name } }",
        ["items[0].name", "items[1].name"]
      ),
    ] as [(String, [String])]
  )
  func theDecidingPartsOfPairsAndNestedClosuresAreFound(text: String, parts: [String]) throws {
    let expression = try Expression(parsing: SourceText(text))
    let found = try expression.decidingParts(in: ExpressionContext(State()))
    #expect(Set(found.map(\.description)) == Set(parts), "\(found)")
    for part in found { #expect(throws: Never.self) { try part.evaluate(in: ExpressionContext(State())) } }
  }

  @Test(
    arguments: [
      #"Dictionary(grouping: items, by: \."#, "items.map { ($0.id, $0.", "[items[0].id, items[0].",
      "max(1, items[0].",
    ]
  )
  func completionKnowsItsPlaceAfterAComma(text: String) {
    let found = ExpressionCompletion.candidates(for: text, in: ExpressionContext(State()))
    #expect(found.completions.map(\.text).starts(with: ["id", "name", "isDone", "note"]), "\(found)")
  }
}

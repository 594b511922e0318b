import Core
import HashTreeCollections
import TestSupport
import Testing

@testable import TodoShellValues

@Suite struct UnorderedTests {
  struct State {
    var ages: TreeDictionary = ["Blob": 40, "Ann": 30, "Cleo": 20]
    var tags: TreeSet = ["z", "a", "m"]
    var numbers = Array(0..<20_000)
    var word = "a"
  }

  @Test(
    arguments: [
      (#"ages["Ann"]"#, "30"), (#"ages["Dora", default: 7]"#, "7"), (#"ages["Ann", default: 7]"#, "30"),
      ("ages.keys", #"["Ann", "Blob", "Cleo"]"#), ("ages.values", "[30, 40, 20]"),
      ("ages.filter { $0.value > 25 }.count", "2"), (#"ages == ["Ann": 30, "Blob": 40, "Cleo": 20]"#, "true"),
      ("tags.sorted()", #"["a", "m", "z"]"#), ("tags.map { $0 }", #"["a", "m", "z"]"#),
      (#"tags.contains("m")"#, "true"), (#"tags == ["m", "z", "a"]"#, "true"),
      ("tags.filter { $0 != \"m\" }.count", "2"),
    ]
  ) func persistentCollectionsAreReadLikeSwifts(text: String, expected: String) throws {
    #expect(try evaluate(text, in: State()).formatted() == expected)
  }

  @Test(arguments: ["tags[0]", "ages[0]"]) func unorderedElementsHaveNoPositions(text: String) {
    #expect(throws: Diagnostic.self) { try evaluate(text, in: State()) }
  }

  @Test func largeSetsAndListsAreComparedByHash() throws {
    let answer = try evaluate("Set(numbers) == numbers && numbers == Set(numbers)", in: State())
    #expect(answer.formatted() == "true")
    let other = try evaluate("Set(numbers) == numbers.map { $0 + 1 }", in: State(), stepLimit: 1_000_000)
    #expect(other.formatted() == "false")
  }

  @Test(
    arguments: [
      #"numbers.reduce("a") { s, _ in s.replacing("a", with: "aa") }"#,
      #"numbers.reduce(word) { s, _ in s + s }"#,
      #"numbers.reduce(word) { s, _ in [s, s].joined() }"#,
      #"String(repeating: "ab", count: 9000000000000000000)"#,
    ]
  ) func growingStringsTakeSteps(text: String) {
    #expect(diagnostic(of: try evaluate(text, in: State()))?.message.contains("steps") == true)
  }

  @Test func repeatedStringsAreComplete() throws {
    #expect(
      try evaluate(#"String(repeating: "a", count: 200000).count"#, in: State()).formatted() == "200000"
    )
  }

  @Test func duplicateKeysAreErrors() {
    let text = "Dictionary(uniqueKeysWithValues: [(1, 2), (1, 3)])"
    #expect(diagnostic(of: try evaluate(text, in: State()))?.message == "duplicate key 1")
  }

  struct Trapping: ExpressionMembers {
    var number = 1
    static var expressionMemberNames: [String] { ["first"] }
    func expressionMember(_: String) -> Any? { [Int]()[number] }
  }

  @Test func completionSurvivesAPropertyThatTraps() {
    let found = ExpressionCompletion.candidates(for: "fi", in: ExpressionContext(Trapping()))
    #expect(found.completions.isEmpty)
    let other = ExpressionCompletion.candidates(for: "wo", in: ExpressionContext(State()))
    #expect(other.completions.map(\.text) == ["word"])
  }
}

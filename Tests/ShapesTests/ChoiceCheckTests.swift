import Testing

@testable import Shapes

/// What is known of how the runtime lays out enums is checked before it is used.
struct ChoiceCheckTests {
  private enum Pair: Equatable { case number(Int), none }

  @Test func theRuntimeIsAsItIsKnown() {
    #expect(Choice.failure == nil)
  }

  @Test func aDifferenceIsFound() {
    func failure(_ names: [String], _ values: [(name: String, payload: [Any], value: Pair)]) -> String? {
      Choice.failure(Pair.self, names, values)
    }
    #expect(failure(["number", "none"], [("number", [1], .number(1)), ("none", [], .none)]) == nil)
    #expect(failure(["number"], [])?.hasSuffix("Pair: its cases cannot be read") == true)
    #expect(failure(["none", "number"], [])?.hasSuffix("its cases have unexpected names") == true)
    let cases: [(name: String, payload: [Any], value: Pair)] = [
      ("number", [1], .number(2)), ("none", [], .number(0)), ("number", ["a text"], .number(1)),
    ]
    for element in cases {
      let failure = failure(["number", "none"], [element])
      #expect(failure?.hasSuffix("a constructed value of .\(element.name) differs") == true)
    }
    #expect(Choice.failure(Int.self, [], []) == "Int: its cases cannot be read")
  }
}

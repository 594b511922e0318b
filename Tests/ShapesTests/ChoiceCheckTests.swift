import Testing

@testable import TodoShellShapes

/// What is known of how the runtime lays out enums is checked before it is used.
struct ChoiceCheckTests {
  private enum Pair: Equatable { case number(Int), none }

  @Test func theRuntimeIsAsItIsKnown() {
    #expect(Choice.failure == nil)
  }

  @Test func aDifferenceIsFound() {
    typealias Case = (name: String, payload: [Any], value: Pair)
    func failure(_ values: Case...) -> String? { Choice.failure(Pair.self, values) }
    let (number, none): (Case, Case) = (("number", [1], .number(1)), ("none", [], .none))
    #expect(failure(number, none) == nil)
    #expect(failure(number)?.hasSuffix("Pair: its cases cannot be read") == true)
    #expect(failure(none, number)?.hasSuffix("its cases have unexpected names") == true)
    let differences = [
      failure(("number", [1], .number(2)), none), failure(number, ("none", [], .number(0))),
      failure(("number", ["a text"], .number(1)), none),
    ]
    for (name, failure) in zip(["number", "none", "number"], differences) {
      #expect(failure?.hasSuffix("a constructed value of .\(name) differs") == true)
    }
    #expect(Choice.failure(Int.self, []) == "Int: its cases cannot be read")
  }
}

import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

struct MethodTests {
  private struct Item {
    var isComplete = true
    var count = 1
  }

  /// What an example of a method is called on.
  private func base(of method: Method) -> Any {
    for case .condition in method.parameters { return [Item()] }
    for case .value(_, .text, _) in method.parameters { return ["a", "text"] }
    if case .value(_, .element, _)? = method.parameters.first { return ["a", "text"] }
    return [1, 2]
  }

  @Test func everyExampleCanBeCalled() throws {
    for method in Method.ofLists where method.name != "flatMap" {
      let expression = try Expression(parsing: SourceText("self.\(method.example)"))
      #expect(throws: Never.self, "\(method.example)") {
        _ = try expression.evaluate(in: ExpressionContext(base(of: method)))
      }
    }
    for method in Method.ofTexts where method.name != "trimmingCharacters" {
      let expression = try Expression(parsing: SourceText("self.\(method.example)"))
      #expect(throws: Never.self, "\(method.name)") {
        _ = try expression.evaluate(in: ExpressionContext("text"))
      }
    }
  }

  @Test func everyMethodIsOfferedWithItsHelp() {
    for value in [[1, 2], "text"] as [Any] {
      let found = ExpressionCompletion.candidates(
        for: "x.",
        in: ExpressionContext((), variables: ["x": value])
      )
      var seen: Set<String> = []
      for method in Method.all(of: .of(value: value)) where seen.insert(method.name).inserted {
        let candidate = found.completions.first { $0.text == method.name }
        // A member of the same name is offered instead.
        let isMember = Members.names(of: value).contains(method.name)
        #expect(candidate?.summary == method.summary || isMember, "\(method.name)")
        #expect(!method.summary.isEmpty)
      }
    }
  }

  @Test func aMethodThatLooksAtElementsIsCheckedAgainstTheirType() throws {
    struct State { var items: [Item] = [] }
    for method in Method.ofLists where method.parameters.first?.isClosure == true {
      let text = "items.\(method.name)(\\.isWrong)"
      let error = diagnostic(of: try Expression(parsing: SourceText(text)).check(for: State.self))
      #expect(error?.message == "no member 'isWrong' on MethodTests.Item", "\(text)")
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import Values

struct MethodTests {
  private struct Item {
    var isComplete = true
    var count = 1
  }

  /// What an example of a method is called on.
  private func base(of method: Method) -> Any {
    switch method.parameter {
    case .text: ["a", "text"]
    case .condition, .elementOrCondition: [Item()]
    default: [1, 2]
    }
  }

  @Test func everyExampleCanBeCalled() throws {
    for method in Method.ofCollections.all {
      for example in method.example.components(separatedBy: " or ") where !example.contains("(\"") {
        let expression = try Expression(parsing: SourceText("self.\(example)"))
        #expect(throws: Never.self, "\(example)") {
          _ = try expression.evaluate(in: ExpressionContext(base(of: method)))
        }
      }
    }
    for method in Method.ofTexts.all {
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
      for method in Method.table(for: .of(value: value)).all {
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
    for method in Method.ofCollections.all where method.looksAtElements {
      let label = method.parameter == .elementOrCondition(label: "of") ? "where: " : ""
      let text = "items.\(method.name)(\(label)\\.isWrong)"
      let error = diagnostic(of: try Expression(parsing: SourceText(text)).check(for: State.self))
      #expect(error?.message == "no member 'isWrong' on MethodTests.Item", "\(text)")
    }
  }
}

import Core
import Foundation
import Testing

@testable import TodoShellValues

/// The values that the tests of expressions ask about.
enum ExpressionFixtures {
  enum Visibility: CaseIterable {
    case all, active, completed
  }

  enum Destination {
    case alert(String)
    case edit(id: Int, text: String)
    case single(id: Int)
    case about
  }

  struct Item: Equatable, Identifiable {
    var id: UUID
    var text = ""
    var isComplete = false
  }

  struct Wrapper {
    var wrappedValue: Int
  }

  /// What observation macros and lazy properties turn a state into.
  struct Observed {
    var _isComplete = true
    var _clamped = Wrapper(wrappedValue: 7)
    var _$observationRegistrar = 0
  }

  /// Stands for another value, as shared state does.
  struct Stand: ExpressionRepresentable {
    var expressionRepresentation: Any { Plain(a: 5) }
  }

  /// Can contain itself.
  final class Node {
    var next: Node?
    var name = "node"
  }

  struct Plain {
    var a = 1
    var b: [String] = ["x"]
  }

  enum Level: Int {
    case low = 1
    case high = 2
  }

  struct World: ExpressionMembers {
    var todos: [Item] = [
      Item(id: UUID(0), text: "Milk", isComplete: true),
      Item(id: UUID(1), text: "Eggs \"XL\""),
      Item(id: UUID(2), text: "Bread"),
    ]
    var filter = Visibility.active
    var destination: Destination? = .edit(id: 1, text: "x")
    var missing: Destination?
    var nested: Int?? = .some(nil)
    var small: Int8 = -3
    var big = UInt64.max
    var ratio = 0.5
    var float: Float = 1.5
    var name = "Blob 👍🏽"
    var letter: Character = "é"
    var flag = true
    var elapsed = Duration.milliseconds(1_500)
    var level = Level.high
    var scores = ["Blob": 3, "Blob Jr": 5]
    var ranks: [Visibility: Int?] = [.all: 1, .active: nil]
    var byNumber: [Int8: [String]] = [1: ["one"], 2: []]
    var vacant: [String: Int] = [:]
    var date = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
    var patience: TimeInterval = 60
    var tags: Set<String> = ["c", "a", "b"]
    var empty: [Int] = []
    var huge = 0..<1_000_000_000
    var numbers = [3, 1, 2]
    var pair = (1, "two")
    var labelled = (left: 1, right: "two")
    var observed = Observed()
    var node = Node()
    var plain = Plain()
    var stand = Stand()
    @PresentationState var sheet: Item? = Item(id: UUID(3), text: "Sheet")
    @PresentationState var vacantSheet: Item?
    var other = Plain()
    var single = Destination.single(id: 4)
    var about = Destination.about
    var action: @Sendable () -> Void = {}
    var isLoud = true

    static var expressionMemberNames: [String] { ["filteredTodos", "computed"] }

    func expressionMember(_ name: String) -> Any? {
      name == "filteredTodos" ? todos.filter { !$0.isComplete } : nil
    }
  }
}

func evaluate(
  _ text: String,
  in root: Any = ExpressionFixtures.World(),
  variables: [String: Any] = [:],
  stepLimit: Int = 100_000
) throws(Diagnostic) -> ExpressionValue {
  let context = ExpressionContext(root, variables: variables, stepLimit: stepLimit)
  let expression = try Expression(parsing: SourceText(text))
  let value = try expression.evaluate(in: context)
  let compiled = try expression.evaluate(in: context)
  let texts = [value, compiled].map { $0.formatted { "<\(type(of: $0))>" } }
  #expect(texts[0] == texts[1], "the second time")
  return value
}

func formatted(_ text: String, in root: Any = ExpressionFixtures.World()) throws(Diagnostic) -> String {
  try evaluate(text, in: root).formatted { "<\(type(of: $0))>" }
}

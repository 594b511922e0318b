import Core
import Foundation
import ShellKit

/// A state with values of every kind.
struct ExpressionWorld: ExpressionMembers {
  enum Visibility: CaseIterable { case all, active, completed }
  enum Level: Int { case low = 1, high }

  enum Destination {
    case alert(String)
    case edit(id: Int, text: String)
    case about
    indirect case both(Destination, Destination)
  }

  struct Item: Equatable, Identifiable, Sendable {
    var id: UUID
    var text = ""
    var isComplete = false
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

  /// Stands for another value, as shared state does.
  struct Stand: ExpressionRepresentable {
    var expressionRepresentation: Any { Plain(a: 5) }
  }

  var todos: [Item] = [
    Item(id: UUID(0), text: "Milk", isComplete: true),
    Item(id: UUID(1), text: "Eggs \"XL\""),
    Item(id: UUID(2), text: "Bread"),
  ]
  var rows: IdentifiedArrayOf<Item> = [Item(id: UUID(0), text: "Row")]
  var stack = StackState<Item>([Item(id: UUID(4), text: "Page")])
  var filter = Visibility.active
  var destination: Destination? = .edit(id: 1, text: "x")
  var both = Destination.both(.about, .alert("a"))
  var missing: Destination?
  var nested: Int?? = .some(nil)
  var small: Int8 = -3
  var big = UInt64.max
  var widest = Int128.min
  var ratio = 0.5
  var notANumber = Double.nan
  var endless = -Double.infinity
  var float: Float = 1.5
  var decimal = Decimal(string: "1.1")
  var name = "Blob 👍🏽\u{301}\u{1B}[0m"
  var letter: Character = "é"
  var flag = true
  var elapsed = Duration.milliseconds(1_500)
  var longest = Duration.seconds(Int64.max)
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var noDate = Date(timeIntervalSinceReferenceDate: .nan)
  var url = URL(string: "https://example.com")
  var level = Level.high
  var scores = ["Blob": 3, "Blob Jr": 5]
  var byNumber = [1: "one", 2: "two"]
  var tags: Set<String> = ["c", "a", "b"]
  var empty: [Int] = []
  var huge = 0..<1_000_000_000
  var closed = 0...Int.max
  var numbers = [3, 1, 2]
  var mixed: [Any] = [1, "two", 3.0, Visibility.all]
  var deep: [[[Int]]] = [[[1], [2]], []]
  var pair = (1, "two")
  var labelled = (left: 1, right: "two")
  var node = Node()
  var loop = Self.makeLoop()
  var plain = Plain()
  var stand = Stand()
  var type: Any.Type = Int.self
  var data = Data([1, 2])
  var indices: IndexSet = [0, 2]
  var substring = "abc".dropFirst()
  var action: @Sendable () -> Void = {}
  @PresentationState var sheet: Item? = Item(id: UUID(3), text: "Sheet")
  @PresentationState var vacantSheet: Item?

  static var expressionMemberNames: [String] { ["filteredTodos", "computed"] }

  func expressionMember(_ name: String) -> Any? {
    name == "filteredTodos" ? todos.filter { !$0.isComplete } : nil
  }

  private static func makeLoop() -> Node {
    let node = Node()
    node.next = Node()
    node.next?.next = node
    return node
  }
}

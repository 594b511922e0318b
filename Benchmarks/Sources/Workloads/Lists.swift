import Core
import Foundation
import OrderedCollections

/// A todo whose fields are fields: reading one costs as little as it can.
struct PlainTodo: Identifiable, Sendable {
  let id: UUID
  var description: String
  var isComplete: Bool
}

/// The todos that are measured, in the collections that are compared.
enum Lists {
  static func array(_ count: Int) -> [Todo.State] {
    (0..<count).map { Todo.State(id: UUID($0), description: "Todo \($0)", isComplete: $0.isMultiple(of: 3)) }
  }

  static func identified(_ count: Int) -> IdentifiedArrayOf<Todo.State> {
    IdentifiedArray(uniqueElements: array(count))
  }

  static func plainArray(_ count: Int) -> [PlainTodo] {
    array(count).map { PlainTodo(id: $0.id, description: $0.description, isComplete: $0.isComplete) }
  }

  static func plainIdentified(_ count: Int) -> IdentifiedArrayOf<PlainTodo> {
    IdentifiedArray(uniqueElements: plainArray(count))
  }

  /// What an identified array is elsewhere: an array, and a dictionary that leads from ids to positions.
  static func dictionary(_ count: Int) -> OrderedDictionary<UUID, Todo.State> {
    OrderedDictionary(uniqueKeysWithValues: array(count).map { ($0.id, $0) })
  }

  /// Positions in no order that a processor could guess, the same ones each time.
  static func positions(_ number: Int, below count: Int) -> [Int] {
    var state: UInt64 = 1
    return (0..<number).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  static func ids(_ number: Int, below count: Int) -> [UUID] {
    positions(number, below: count).map { UUID($0) }
  }
}

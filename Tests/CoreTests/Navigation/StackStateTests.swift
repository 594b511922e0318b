import Core
import Foundation
import TestSupport
import Testing

struct StackStateTests {
  @CasePathable
  enum Item: Hashable, Sendable {
    case number(Int)
    case text(String)
  }

  @Test func elementsKeepTheirIDs() {
    var stack: StackState = ["a", "b", "c", "d"]
    stack.remove(at: 1)
    stack.insert("e", at: 0)
    stack[1] = "A"
    stack[id: 3]?.append("!")
    #expect(Array(stack) == ["e", "A", "c", "d!"])
    #expect(stack.ids == [4, 0, 2, 3])
    stack.removeAll { $0 == "A" }
    #expect(Array(stack.ids) == [4, 2, 3])
    #expect(Array(stack.filter { $0 != "c" }.ids) == [4, 3])
    #expect(Array((stack + ["f"]).ids) == [4, 2, 3, 5])
  }

  @Test func idsAreNotUsedAgain() {
    var stack: StackState = ["a", "b"]
    stack.removeAll()
    stack.append("c")
    stack[id: 7] = "d"
    stack[id: 7] = nil
    stack.append("e")
    #expect(Array(stack.ids) == [2, 8])
    #expect(stack.nextID == 9)
    stack[id: StackElementID(generation: .max)] = "f"
    #expect(!stack.ids.contains(stack.nextID))
    stack.append("g")
    #expect(Set(stack.ids).count == 4)
  }

  @Test func poppingStopsAtAnElementOrTakesItToo() {
    var stack: StackState = [0, 1, 2, 3]
    stack.pop(to: 2)
    #expect(Array(stack) == [0, 1, 2])
    stack.pop(from: 1)
    #expect(Array(stack) == [0])
    stack.pop(from: 9)
    stack.pop(to: 9)
    #expect(Array(stack) == [0])
    let last = stack.popLast()
    #expect(last == 0)
    let none = stack.popLast()
    #expect(none == nil)
  }

  @Test func payloadsAreReachedByTheirCase() {
    var stack: StackState<Item> = [.number(1), .text("a")]
    stack[id: 0, case: \.number]? += 1
    withKnownIssue { stack[id: 1, case: \.number]? += 1 }
    stack[id: 2, case: \.text] = "b"
    #expect(stack[id: 1, case: \.text] == "a")
    #expect(Array(stack) == [.number(2), .text("a"), .text("b")])
  }

  @Test func equalityIsOfIDsAndElements() throws {
    var stack: StackState<Item> = [.number(1)]
    stack.append(.text("a"))
    #expect(stack == [.number(1), .text("a")])
    var other = stack
    other[id: 0] = .number(2)
    #expect(stack != other)
    other[id: 0] = .number(1)
    #expect(stack == other)
    #expect(stack.hashValue == other.hashValue)
    other.removeLast()
    other.append(.text("a"))
    #expect(stack != other && Array(stack) == Array(other))
  }

  @Test func codingKeepsTheElements() throws {
    let stack: StackState = ["a", "b"]
    let data = try JSONEncoder().encode(stack)
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b"]"#)
    #expect(try JSONDecoder().decode(StackState<String>.self, from: data) == stack)
  }

  /// Against a plain array of pairs.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func aStackIsAnArrayOfElementsWithIDs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var stack = StackState<Int>()
    var model: [(id: StackElementID, element: Int)] = []
    var used: Set<StackElementID> = []
    for step in 0..<100 {
      let position = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0..<3:
        stack.insert(step, at: position)
        guard used.insert(stack.ids[position]).inserted else {
          Issue.record("seed \(seed), step \(step): \(stack.ids[position]) was used before")
          return
        }
        model.insert((stack.ids[position], step), at: position)
      case 3 where position < model.count:
        let removed = stack.remove(at: position)
        #expect(removed == model.remove(at: position).element)
      case 4 where position < model.count:
        stack.pop(from: model[position].id)
        model.removeSubrange(position...)
      case 5 where position < model.count:
        stack.pop(to: model[position].id)
        model.removeSubrange((position + 1)...)
      case 6 where position < model.count:
        stack[id: model[position].id]? += 1
        model[position].element += 1
      default: break
      }
      #expect(Array(stack) == model.map(\.element), "seed \(seed), step \(step)")
      #expect(Array(stack.ids) == model.map(\.id), "seed \(seed), step \(step)")
    }
  }

  @Test func changesInPlaceCopyNothing() {
    final class Storage {}
    struct Element {
      var storage = Storage()
      mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&storage) }
    }
    var stack: StackState = [Element()]
    let isUniqueByID = stack[id: 0]?.isUnique()
    #expect(isUniqueByID == true)
    let isUniqueByPosition = stack[0].isUnique()
    #expect(isUniqueByPosition)
  }
}

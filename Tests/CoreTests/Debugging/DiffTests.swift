import Core
import Foundation
import Testing

@testable import TestSupport

/// Diffs whose text is that of the reference, the CustomDump package.
struct DiffTests {
  @Test func fieldsDiffLikeTheReference() {
    let user = User(name: "a", age: 1, numbers: [1, 2, 3])
    expectSameDiff(user, User(name: "b", age: 1, numbers: [1, 2, 3]))
    expectSameDiff(user, User(name: "a", age: 2, numbers: [1, 2, 4]))
    expectSameDiff(user, User(name: "a\nb", age: 1))
    expectSameDiff(Box(value: 1), Box(value: 2))
    expectSameDiff(Box(value: [Int]()), Box(value: [1]))
    expectSameDiff(Box(value: "a\nb"), Box(value: "a\nc"))
    expectSameDiff(Box<String?>(value: "a\nb"), Box(value: "a\nc"))
    expectSameDiff(Box(value: Optional(user)), Box(value: nil))
    expectSameDiff(Box(value: Box(value: 1)), Box(value: Box(value: 2)))
    expectSameDiff(Box<Any>(value: 1), Box<Any>(value: "1"))
    expectSameDiff(Box(value: 1..<2), Box(value: 1..<3))
    expectSameDiff(Box(value: (1, 2)), Box(value: (1, 3)))
  }

  /// Each value beside one that changed, as a field, as a value of a dictionary, as an element.
  @Test func unchangedValuesFoldLikeTheReference() {
    func expect<T>(_ old: T, _ new: T) {
      expectSameDiff(old, new)
      expectSameDiff(Two(a: old, b: 1), Two(a: old, b: 2))
      expectSameDiff(Two(a: old, b: 1), Two(a: new, b: 1))
      expectSameDiff(["a": old, "b": old], ["a": new, "b": old])
      expectSameDiff(["a": old, "b": old], ["a": old, "b": new])
      expectSameDiff(["a": old, "b": old, "c": old], ["a": new, "b": old])
      expectSameDiff([old, old, old], [old, new, old])
      expectSameDiff([old, old, old], [new, old])
      expectSameDiff(Optional(old), nil)
      expectSameDiff(Optional(old), new)
      expectSameDiff(Box(value: old), Box(value: new))
      expectSameDiff(Box(value: Optional(old)), Box(value: new))
    }
    expect(1, 2)
    expect("a", "b")
    expect("a\nb", "a\nc")
    expect("a\nb", "c")
    expect([1], [2])
    expect([1, 2, 3], [])
    expect(["x": 1], ["x": 2])
    expect(["x": 1], ["y": 1])
    expect(["x": 1], [:])
    expect(Set([1]), [2])
    expect(Set([1, 2, 3]), [])
    expect((1, 2), (1, 3))
    expect(Point(x: 1, y: 1), Point(x: 1, y: 2))
    expect(Box(value: 1), Box(value: 2))
    expect(Box(value: Optional(1)), Box(value: 2))
    expect(Flag.on, .off)
    expect(Choice.one(1), .one(2))
    expect(Choice.one(1), .labeled(x: 1))
    expect(Choice.two(1, "a"), .two(1, "b"))
    expect(Choice.user(User(name: "a", age: 1)), .user(User(name: "b", age: 1)))
    expect(Choice.labeledUser(user: User(name: "a", age: 1)), .none)
    expect(Choice.nested(.nested(.one(1))), .nested(.nested(.one(2))))
    expect(Choice.list([1, 2]), .list([]))
    expect(Result<Int, Failure>.success(1), .failure(Failure()))
    expect(Failure() as any Error, Trouble.worse as any Error)
    expect(Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1))
    expect(Optional(Point(x: 1, y: 1)), nil)
    expect(1 as Any, UInt8(1) as Any)
    expect(1 as Any, "a" as Any)
    expect([1] as Any, [Int8(1)] as Any)
    expect(Empty() as Any, User(name: "a", age: 1) as Any)
    expect(1..<2, 1..<3)
    expect(NeverEqual(a: 1), NeverEqual(a: 2))
    expect(AlwaysEqual(a: 1), AlwaysEqual(a: 2))
  }

  @Test func valuesThatAreNotEqualButLookTheSameDiffLikeTheReference() {
    let odd = NeverEqual(a: 1)
    expectSameDiff(odd, odd)
    expectSameDiff(Two(a: odd, b: 1), Two(a: odd, b: 1))
    expectSameDiff(Box(value: odd), Box(value: odd))
    expectSameDiff([odd], [odd])
    expectSameDiff(["a": odd, "b": odd], ["a": odd, "b": odd])
    expectSameDiff({}, {})
    expectSameDiff(Data([1]), Data([2]))
  }

  @Test func arraysDiffLikeTheReference() {
    let lists: [[Int]] = [
      [], [1], [2], [1, 2], [1, 2, 3], [2, 3], [1, 9, 2, 3], [3, 2, 1], [9, 3], [1, 2, 3, 4, 5],
      [1, 2, 9, 4, 5],
      Array(1...9), [0] + Array(1...10), [1, 2, 33, 4, 5, 66, 7, 8, 9], [1, 1, 2, 2, 1, 1],
      [1, 2, 2, 1, 1, 2],
      Array(1...12), [2, 4, 1, 3, 5, 6, 7, 9, 8, 12, 11, 10],
    ]
    for (index, old) in lists.enumerated() {
      for new in lists[index...].prefix(5) {
        expectSameDiff(old, new)
        expectSameDiff(old[...], new[...])
        expectSameDiff(old.map { User(name: "n", age: $0) }, new.map { User(name: "n", age: $0) })
        expectSameDiff(old.map { $0 % 3 == 0 ? nil : $0 }, new.map { $0 % 3 == 0 ? nil : $0 })
        expectSameDiff(old.map { ($0, "a") }, new.map { ($0, "a") })
        expectSameDiff(Set(old), Set(new))
        expectSameDiff(
          old.map(String.init).joined(separator: "\n"),
          new.map(String.init).joined(separator: "\n")
        )
      }
    }
  }

  @Test func identifiableElementsDiffLikeTheReference() {
    func rows(_ ids: [Int], _ title: String = "n") -> [Row] {
      ids.map { Row(id: $0, title: "\(title)\($0)") }
    }
    let lists = [
      [], [1], [1, 2, 3, 4, 5], [1, 2, 3, 5], [2, 1, 3, 4, 5], [5, 4, 3, 2, 1], [3], [6, 7],
      [1, 6, 2, 3, 4, 5],
    ]
    for old in lists {
      for new in lists {
        expectSameDiff(rows(old), rows(new))
        expectSameDiff(rows(old), rows(new, "m"))
        expectSameDiff(rows(old) as [Any], rows(new) as [Any])
        expectSameDiff(rows(old), rows(new).map { $0.id == 3 ? Row(id: 3, title: "x") : $0 })
        expectSameDiff(Set(rows(old)), Set(rows(new, "m")))
      }
    }
  }

  @Test func dictionariesDiffLikeTheReference() {
    expectSameDiff(["a": 1, "b": 2, "c": 3, "d": 4], ["b": 20, "c": 3, "d": 40, "e": 5])
    expectSameDiff(
      ["a": Point(x: 1, y: 1), "c": Point(x: 1, y: 1)],
      ["a": Point(x: 1, y: 2), "d": Point(x: 1, y: 1)]
    )
    expectSameDiff(["a\nb": "x\ny"], ["a\nb": "x\nz"])
    expectSameDiff([Point(x: 1, y: 1): Point(x: 1, y: 1)], [Point(x: 1, y: 2): Point(x: 1, y: 2)])
    expectSameDiff(["c": Choice.one(1), "e": .one(1)], ["d": Choice.one(2), "e": .one(1)])
    expectSameDiff([1: 1, 10: 10, 2: 2], [1: 0, 10: 0, 2: 2])
    expectSameDiff([AnyHashable(1): 1, "a": 2], [AnyHashable(1): 1, "a": 3])
    expectSameDiff(["a": 1, "b": 2, "c": 3], ["b": 2, "d": 4])
    expectSameDiff(["a": 1, "b": nil], ["a": nil, "b": nil])
  }

  @Test func objectsDiffLikeTheReference() {
    let (one, two) = (Tally(1), Tally(2))
    expectSameDiff(one, Tally(1))
    expectSameDiff(one, two)
    expectSameDiff(Box(value: one), Box(value: two))
    expectSameDiff(Two(a: one, b: one), Two(a: two, b: two))
    expectSameDiff([Tally(), Tally(), Tally()], [Tally(), Tally(2), Tally()])
    expectSameDiff([one, two], [two, one])
    expectSameDiff(Derived() as Base, Base())
    expectSameDiff(Node(1, Node(2)), Node(1, Node(3)))
  }

  @Test func cyclesDiffLikeTheReference() {
    func ring(_ values: Int...) -> Node {
      let nodes = values.map { Node($0) }
      for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
      nodes.last?.next = nodes.first
      return nodes[0]
    }
    let rings = [ring(1), ring(2), ring(1, 2), ring(1)]
    defer {
      for ring in rings { ring.next = nil }
    }
    for old in rings {
      for new in rings { expectSameDiff(old, new) }
    }
  }

  @Test func textsOfLinesDiffLikeTheReference() {
    let texts = [
      "", "a", "a\nb", "a\nc", "a\nb\nc\n", "b\nc\nd\n", "a\n", "a\n\n", "\na", "a\n\"\"\"", "a\n\"\"\"##",
      "a\"b",
      "a\\b\"\"\"", "a\nb\na\nb\nc", "a\nb\nc\na\nb",
    ]
    for old in texts {
      for new in texts {
        expectSameDiff(old, new)
        expectSameDiff(Two(a: old, b: 1), Two(a: new, b: 1))
        expectSameDiff([old], [new])
      }
    }
  }

  @Test func foundationDiffsLikeTheReference() {
    expectSameDiff(IndexSet([1, 2]), IndexSet([1, 3]))
    expectSameDiff(Calendar(identifier: .gregorian), Calendar(identifier: .hebrew))
    expectSameDiff(NSError(domain: "a", code: 1), NSError(domain: "b", code: 1))
    expectSameDiff(NSArray(array: [1, 2]), NSArray(array: [1, 3]))
    expectSameDiff(DateComponents(year: 1), DateComponents(year: 1, month: 2))
    expectSameDiff(IndexPath(indexes: [1, 2]), IndexPath(indexes: [1, 3]))
  }
}

import Foundation

struct Empty: Hashable {}

struct User: Hashable {
  var name: String
  var age: Int
  var numbers: [Int] = []
}

struct Row: Hashable, Identifiable {
  var id: Int
  var title: String
}

struct Point: Hashable {
  var x: Int
  var y: Int
}

struct Box<Value> {
  var value: Value
}

extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}

struct Two<A, B> {
  var a: A
  var b: B
}

enum Choice {
  case none
  case one(Int)
  case labeled(x: Int)
  case two(Int, String)
  case mixed(Int, name: String)
  case user(User)
  case labeledUser(user: User)
  case list([Int])
  case optional(Int?)
  case empty(Empty)
  case void(Void)
  case function(() -> Void)
  indirect case nested(Choice)
}

enum Flag: Hashable {
  case on, off
}

final class Tally {
  var count: Int
  var name = "n"

  init(_ count: Int = 1) { self.count = count }
}

final class Node {
  var value: Int
  var next: Node?

  init(_ value: Int, _ next: Node? = nil) {
    self.value = value
    self.next = next
  }
}

class Base {
  var base = 1
}

final class Derived: Base {
  var derived = 2
}

final class OnlyInherited: Base {}

final class NoFields {}

struct Failure: Error, Equatable {
  var message = "boom"
}

enum Trouble: Error {
  case bad(String), worse
}

enum Outer {
  struct Inner { var x = 1 }
  enum Kind { case k(z: Int) }
}

struct NeverEqual: Equatable {
  var a: Int
  var b = 2

  static func == (_: Self, _: Self) -> Bool { false }
}

struct AlwaysEqual: Equatable {
  var a: Int

  static func == (_: Self, _: Self) -> Bool { true }
}

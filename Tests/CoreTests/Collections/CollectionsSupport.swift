@testable import Core

/// An element with everything that copying can get wrong: a reference inside, and a value apart from the id.
struct Item: Identifiable, Hashable, Codable, Sendable, Comparable {
  let id: Int
  var text: String
  var isDone = false

  init(_ id: Int, _ text: String? = nil, isDone: Bool = false) {
    self.id = id
    self.text = text ?? "The text of item \(id), too long to be stored inline"
    self.isDone = isDone
  }

  static func < (left: Item, right: Item) -> Bool { left.id < right.id }
}

func items(_ range: Range<Int>) -> IdentifiedArrayOf<Item> {
  IdentifiedArray(uniqueElements: range.map { Item($0) })
}

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

/// A generator of the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

func items(_ range: Range<Int>) -> IdentifiedArrayOf<Item> {
  IdentifiedArray(uniqueElements: range.map { Item($0) })
}

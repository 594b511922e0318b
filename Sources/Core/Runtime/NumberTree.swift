/// Values by number, as a persistent radix tree in which each level covers four bits of a number.
///
/// Consecutive numbers are close together, so the tree is shallow and its nodes are full. Changing a copy copies a
/// few nodes of sixteen values, whereas a hash map hashes every number and copies nodes that are twice as wide and
/// filled by chance. The tree also keeps the numbers in order.
///
/// The idea is that of Clojure's vectors, after Bagwell's tries.
struct NumberTree<Value> {
  private var root = Node.leaf(Slots(), [])
  /// The number of levels above the leaves.
  private var height = 0
  private(set) var count = 0

  /// Visits the numbers and their values in ascending order of number.
  ///
  /// - Complexity: O(*n*).
  func forEach(_ body: (Int, Value) -> Void) {
    root.forEach(from: 0, at: height, body)
  }

  /// The value for a number.
  ///
  /// - Complexity: O(log *m*) in the largest number ever used.
  subscript(number: Int) -> Value? {
    guard Self.height(for: number) <= height else { return nil }
    var node = root
    for level in stride(from: height, through: 0, by: -1) {
      switch node {
      case .leaf(let slots, let values):
        return slots.place(of: Slots.slot(of: number, at: level)).map { values[$0] }
      case .branch(let slots, let nodes):
        guard let place = slots.place(of: Slots.slot(of: number, at: level)) else { return nil }
        node = nodes[place]
      }
    }
    return nil
  }

  /// Sets the value for a number.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: Its number, which is not negative.
  /// - Complexity: O(log *m*) in the largest number ever used.
  mutating func set(_ value: Value, number: Int) {
    grow(to: Self.height(for: number))
    if root.set(value, number: number, at: height) { count += 1 }
  }

  /// Removes the value for a number, if any.
  ///
  /// - Complexity: O(log *m*) in the largest number ever used.
  mutating func remove(_ number: Int) {
    // Copy the path only if there is something to remove.
    guard self[number] != nil else { return }
    root.remove(number, at: height)
    count -= 1
  }

  private mutating func grow(to height: Int) {
    while self.height < height {
      self.height += 1
      root = root.isEmpty ? .empty(at: self.height) : .branch(Slots(first: true), [root])
    }
  }

  /// The height of a tree that has room for a number.
  private static func height(for number: Int) -> Int {
    precondition(number >= 0, "Numbers start at zero.")
    return (Int.bitWidth - 1 - (number | 1).leadingZeroBitCount) / Slots.bits
  }
}

/// The occupied slots of a node. Their contents are in an array without gaps.
private struct Slots {
  /// The number of bits per level.
  static let bits = 4
  private var taken: UInt16

  init(first: Bool = false) { taken = first ? 1 : 0 }

  static func slot(of number: Int, at level: Int) -> Int {
    number >> (level * bits) & (1 << bits - 1)
  }

  /// The array index of a slot's content, if the slot is occupied.
  func place(of slot: Int) -> Int? {
    taken & (1 << slot) == 0 ? nil : places(before: slot)
  }

  /// The number of occupied slots before a slot.
  func places(before slot: Int) -> Int { (taken & (1 << slot - 1)).nonzeroBitCount }

  mutating func take(_ slot: Int) { taken |= 1 << slot }
  mutating func free(_ slot: Int) { taken &= ~(1 << slot) }

  /// The occupied slots, in order.
  var all: some Sequence<Int> { (0..<1 << Self.bits).lazy.filter { taken & 1 << $0 != 0 } }
}

extension NumberTree {
  fileprivate enum Node {
    case leaf(Slots, [Value])
    case branch(Slots, [Node])

    static func empty(at level: Int) -> Node {
      level == 0 ? .leaf(Slots(), []) : .branch(Slots(), [])
    }

    var isEmpty: Bool {
      switch self {
      case .leaf(_, let values): values.isEmpty
      case .branch(_, let nodes): nodes.isEmpty
      }
    }

    func forEach(from first: Int, at level: Int, _ body: (Int, Value) -> Void) {
      switch self {
      case .leaf(let slots, let values):
        for (slot, value) in zip(slots.all, values) { body(first | slot, value) }
      case .branch(let slots, let nodes):
        for (slot, node) in zip(slots.all, nodes) {
          node.forEach(from: first | slot << (level * Slots.bits), at: level - 1, body)
        }
      }
    }

    /// - Returns: Whether the number is new.
    mutating func set(_ value: Value, number: Int, at level: Int) -> Bool {
      let slot = Slots.slot(of: number, at: level)
      // Release the old value first, so that a uniquely referenced node is changed in place.
      switch self {
      case .leaf(var slots, var values):
        self = .empty(at: 0)
        let old = slots.place(of: slot)
        if let old {
          values[old] = value
        } else {
          values.insert(value, at: slots.places(before: slot))
          slots.take(slot)
        }
        self = .leaf(slots, values)
        return old == nil
      case .branch(var slots, var nodes):
        self = .empty(at: level)
        if slots.place(of: slot) == nil {
          nodes.insert(.empty(at: level - 1), at: slots.places(before: slot))
          slots.take(slot)
        }
        let isNew = nodes[slots.places(before: slot)].set(value, number: number, at: level - 1)
        self = .branch(slots, nodes)
        return isNew
      }
    }

    /// - Precondition: The number has a value.
    mutating func remove(_ number: Int, at level: Int) {
      let slot = Slots.slot(of: number, at: level)
      switch self {
      case .leaf(var slots, var values):
        self = .empty(at: 0)
        values.remove(at: slots.places(before: slot))
        slots.free(slot)
        self = .leaf(slots, values)
      case .branch(var slots, var nodes):
        self = .empty(at: level)
        let place = slots.places(before: slot)
        nodes[place].remove(number, at: level - 1)
        if nodes[place].isEmpty {
          nodes.remove(at: place)
          slots.free(slot)
        }
        self = .branch(slots, nodes)
      }
    }
  }
}

extension NumberTree: Sendable where Value: Sendable {}
extension NumberTree.Node: Sendable where Value: Sendable {}

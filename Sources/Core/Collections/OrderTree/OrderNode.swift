/// A node of an ``OrderTree``: a leaf with elements, or a branch with children.
///
/// A node shared by two versions is never written to: a writer owns the only reference, from the root down. So no two
/// accesses overlap, and the runtime need not look for any.
@usableFromInline
final class OrderNode<Value> {
  /// The label of each element, or of the first element below each child.
  @exclusivity(unchecked) @usableFromInline var labels: [UInt64]
  /// The elements of a leaf; empty in a branch.
  @exclusivity(unchecked) @usableFromInline var elements: Slots<Value>
  /// The children of a branch; empty in a leaf.
  @exclusivity(unchecked) @usableFromInline var children: Slots<OrderNode>
  /// The number of elements below the node.
  @exclusivity(unchecked) @usableFromInline var count: Int

  @inlinable
  init(copying other: OrderNode) {
    labels = other.labels
    elements = Slots(copying: other.elements, 0..<other.elements.count)
    children = Slots(copying: other.children, 0..<other.children.count)
    count = other.count
  }

  /// An empty node.
  @inlinable
  init() {
    labels = []
    elements = Slots()
    children = Slots()
    count = 0
  }

  @inlinable
  convenience init(children: some Collection<OrderNode>) {
    self.init()
    for child in children { insert(child, at: labels.count) }
  }
}

/// An edit of a shared version copies one leaf and the branches above it, and retains all that they hold. Larger nodes
/// cost more copying, smaller ones more levels.
extension OrderNode {
  /// The number of elements in a full leaf. Leaves of large elements have fewer, so that a copy takes about 512 bytes.
  @inlinable
  static var leafCapacity: Int {
    max(8, min(32, 512 / (MemoryLayout<Value>.stride + MemoryLayout<UInt64>.stride)))
  }

  /// The number of children of a full branch.
  @inlinable
  static var branchCapacity: Int { 16 }

  @inlinable
  var isLeaf: Bool { children.count == 0 }

  /// The number of levels below the node.
  @inlinable
  var height: Int { isLeaf ? 0 : children[0].height + 1 }

  @inlinable
  var capacity: Int { isLeaf ? Self.leafCapacity : Self.branchCapacity }
}

extension OrderNode {
  /// The slot of the element at a position, or of the child that holds it, with the position in that child.
  ///
  /// At the end of a child, where nothing is held, it is the child before.
  @inlinable
  func slot(of offset: inout Int, atEnd: Bool = false) -> Int {
    guard !isLeaf else { return offset }
    let offsetAtEnd = atEnd ? 1 : 0
    var slot = 0
    while offset - offsetAtEnd >= children[slot].count {
      offset -= children[slot].count
      slot += 1
    }
    return slot
  }

  /// The last slot whose label is not greater than the given one; the first slot if there is none.
  @inlinable
  func slot(of label: UInt64) -> Int {
    // No branch depends on the comparison: the processor would mispredict it half of the time.
    var (slot, count) = (0, labels.count)
    while count > 1 {
      let half = count / 2
      slot = labels[slot + half] <= label ? slot + half : slot
      count -= half
    }
    return slot
  }

  /// Calls a closure with the address of each element below the node, in order. Unlike an iterator, this looks up no types if the
  /// type of the elements is known only at run time.
  func forEachAddress(_ body: (UnsafeRawPointer) -> Void) {
    for slot in 0..<children.count { children.pointer(slot).pointee.forEachAddress(body) }
    for slot in 0..<elements.count { body(elements.pointer(slot)) }
  }

  /// Calls a closure with the address of the element at a position. Like ``forEachAddress(_:)``, this looks up no types.
  func withAddress(at position: Int, _ body: (UnsafeRawPointer) -> Void) {
    var offset = position
    let slot = slot(of: &offset)
    guard !isLeaf else { return body(elements.pointer(slot)) }
    children.pointer(slot).pointee.withAddress(at: offset, body)
  }

  /// Calls a closure with the addresses of the elements at each position at which the bits of two versions differ; shared nodes
  /// are skipped.
  ///
  /// - Returns: `false` if the nodes of the two versions are not arranged in the same way.
  func forEachDifference(from old: OrderNode, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void) -> Bool {
    guard labels.count == old.labels.count, isLeaf == old.isLeaf else { return false }
    for slot in 0..<labels.count {
      if isLeaf {
        let (before, after) = (old.elements.pointer(slot), elements.pointer(slot))
        if !haveSameBits(before, after, size: MemoryLayout<Value>.size) { body(before, after) }
      } else {
        let (before, after) = (old.children.pointer(slot), children.pointer(slot))
        if !haveSameBits(before, after, size: MemoryLayout<OrderNode>.size),
          !after.pointee.forEachDifference(from: before.pointee, body)
        {
          return false
        }
      }
    }
    return true
  }

  /// The number of elements at one end that are known to be equal in another version of the node; shared nodes are
  /// skipped. Like ``forEachAddress(_:)``, this looks up no types.
  func commonCount(with other: OrderNode, atEnd: Bool, _ isEqual: ElementEquality<Value>) -> Int {
    if self === other { return count }
    guard isLeaf == other.isLeaf else { return 0 }
    let (mine, theirs) = (labels.count, other.labels.count)
    var common = 0
    for step in 0..<min(mine, theirs) {
      let (x, y) = atEnd ? (mine - 1 - step, theirs - 1 - step) : (step, step)
      if isLeaf {
        guard isEqual(elements.pointer(x), other.elements.pointer(y)) else { break }
        common += 1
      } else {
        let (child, counterpart) = (children.pointer(x).pointee, other.children.pointer(y).pointee)
        let count = child.commonCount(with: counterpart, atEnd: atEnd, isEqual)
        common += count
        guard count == child.count, count == counterpart.count else { break }
      }
    }
    return common
  }

  /// A child for writing: copied if another version has it.
  @inlinable @inline(__always)
  func uniqueChild(_ slot: Int) -> OrderNode {
    let child = children.pointer(slot)
    if !isKnownUniquelyReferenced(&child.pointee) { child.pointee = OrderNode(copying: child.pointee) }
    return child.pointee
  }
}

extension OrderNode {
  /// Inserts an element.
  ///
  /// - Parameter isLast: Whether it is inserted at the end of the whole tree, where more are likely to follow: full
  ///   nodes then stay full.
  /// - Returns: A new node to the right of this one, if this one was full.
  @inlinable
  func insert(_ element: Value, label: UInt64, at position: Int, isLast: Bool) -> OrderNode? {
    guard !isLeaf else {
      return addSlot(at: position, isLast: isLast) { $0.insert(element, label: label, at: $1) }
    }
    var offset = position
    let slot = slot(of: &offset, atEnd: true)
    let child = uniqueChild(slot)
    let sibling = child.insert(element, label: label, at: offset, isLast: isLast)
    labels[slot] = child.labels[0]
    count += 1
    guard let sibling else { return nil }
    count -= sibling.count
    return addSlot(at: slot + 1, isLast: isLast) { $0.insert(sibling, at: $1) }
  }

  /// Inserts an element into a leaf that is not full.
  @inlinable
  func insert(_ element: Value, label: UInt64, at slot: Int) {
    labels.insert(label, at: slot)
    elements.insert(element, at: slot)
    count += 1
  }

  /// Inserts a child into a branch that is not full.
  @inlinable
  func insert(_ child: OrderNode, at slot: Int) {
    labels.insert(child.labels[0], at: slot)
    children.insert(child, at: slot)
    count += child.count
  }

  @inlinable
  func addSlot(at slot: Int, isLast: Bool, fill: (OrderNode, Int) -> Void) -> OrderNode? {
    guard labels.count == capacity else {
      fill(self, slot)
      return nil
    }
    let cut = isLast ? labels.count : labels.count / 2
    let right = split(at: cut)
    if slot > cut || isLast { fill(right, slot - cut) } else { fill(self, slot) }
    return right
  }

  /// Moves the slots from a cut on to a new node.
  @inlinable
  func split(at cut: Int) -> OrderNode {
    let right = OrderNode()
    if isLeaf {
      for slot in cut..<labels.count { right.insert(elements[slot], label: labels[slot], at: slot - cut) }
      elements.removeAll(from: cut)
    } else {
      for slot in cut..<labels.count { right.insert(children[slot], at: slot - cut) }
      children.removeAll(from: cut)
    }
    labels.removeSubrange(cut...)
    count -= right.count
    return right
  }

  /// Removes the slot of an element that was moved out, and merges nodes that have become small.
  @inlinable
  func removeSlot(at position: Int) {
    count -= 1
    guard !isLeaf else {
      labels.remove(at: position)
      return elements.closeGap(at: position)
    }
    var offset = position
    let slot = slot(of: &offset)
    uniqueChild(slot).removeSlot(at: offset)
    let child = children[slot]
    if child.count == 0 { return removeChild(slot) }
    labels[slot] = child.labels[0]
    // Less than the capacity, so that alternating insertions and removals do not split and merge each time.
    let limit = child.capacity * 3 / 4
    for left in [slot, slot - 1] where left >= 0 && left + 1 < children.count {
      guard children[left].labels.count + children[left + 1].labels.count <= limit else { continue }
      uniqueChild(left).append(children[left + 1])
      return removeChild(left + 1)
    }
  }

  @inlinable
  func removeChild(_ slot: Int) {
    children.remove(at: slot)
    labels.remove(at: slot)
  }

  /// Adds the slots of the node to the right.
  @inlinable
  func append(_ right: OrderNode) {
    labels += right.labels
    elements.append(copying: right.elements, 0..<right.elements.count)
    children.append(copying: right.children, 0..<right.children.count)
    count += right.count
  }
}

// Unchecked: only the owner of the only reference writes to a node.
extension OrderNode: @unchecked Sendable where Value: Sendable {}

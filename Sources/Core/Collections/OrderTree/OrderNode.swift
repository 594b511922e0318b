/// A node of an ``OrderTree``: a leaf with elements, or a branch with children. These are stored inline in the object,
/// because every edit of a shared version allocates a leaf and the branches above it.
///
/// A node shared by two versions is never written to: a writer owns the only reference, from the root down.
@usableFromInline
final class OrderNode<Value>: ManagedBuffer<OrderNodeHeader, UInt64> {
  @inlinable
  deinit {
    if isLeaf {
      elements.deinitialize(count: slotCount)
    } else {
      children.deinitialize(count: slotCount)
    }
  }
}

/// What a node has besides its slots.
@usableFromInline
struct OrderNodeHeader {
  /// The label of each element, or of the first element below each child.
  @usableFromInline var labels: [UInt64]
  /// The number of elements below the node.
  @usableFromInline var count: Int
  /// The number of slots in use.
  @usableFromInline var slotCount: Int16 = 0
  /// The number of slots for which there is memory.
  @usableFromInline let room: Int16
  @usableFromInline let isLeaf: Bool

  @inlinable
  init(isLeaf: Bool, room: Int, labels: [UInt64] = [], count: Int = 0) {
    (self.labels, self.count, self.room, self.isLeaf) = (labels, count, Int16(room), isLeaf)
  }
}

extension OrderNode {
  @inlinable
  static func make(_ header: OrderNodeHeader) -> OrderNode {
    let (stride, alignment) =
      header.isLeaf
      ? (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
      : (MemoryLayout<OrderNode>.stride, MemoryLayout<OrderNode>.alignment)
    let word = MemoryLayout<UInt64>.stride
    let size = Int(header.room) * stride + max(0, alignment - word)
    return unsafeDowncast(
      create(minimumCapacity: (size + word - 1) / word) { _ in header },
      to: OrderNode.self
    )
  }

  /// A branch with children; an empty leaf if there are none.
  @inlinable
  static func make(children: some Collection<OrderNode>) -> OrderNode {
    let node = make(OrderNodeHeader(isLeaf: children.isEmpty, room: children.count))
    for child in children { node.insert(child, at: node.slotCount) }
    return node
  }

  /// Makes a reference to a node unique by copying the node if another version shares it.
  ///
  /// - Parameter added: The number of slots for which there must be room, unless the node is full.
  @inlinable @inline(__always)
  static func makeUnique(_ node: inout OrderNode, adding added: Int = 0) {
    let isUnique = isKnownUniquelyReferenced(&node)
    if isUnique, added == 0 || node.hasRoom(for: added) { return }
    node = node.copy(adding: added, isMove: isUnique)
  }

  @inlinable
  func hasRoom(for added: Int) -> Bool {
    let room = withUnsafeMutablePointerToHeader { Int($0.pointee.room) }
    return min(slotCount + added, slotLimit) <= room
  }

  /// A node with the same slots and room for more.
  ///
  /// - Parameter isMove: Whether to move the slots, because nothing else refers to this node.
  @inlinable
  func copy(adding added: Int, isMove: Bool) -> OrderNode {
    let (used, needed) = (slotCount, min(slotCount + added, slotLimit))
    let node = OrderNode.make(
      OrderNodeHeader(
        isLeaf: isLeaf,
        room: isMove ? max(needed, min(max(4, 2 * used), slotLimit)) : needed,
        labels: withUnsafeMutablePointerToHeader { $0.pointee.labels },
        count: count
      )
    )
    node.slotCount = used
    switch (isLeaf, isMove) {
    case (true, false): node.elements.initialize(from: elements, count: used)
    case (true, true): node.elements.moveInitialize(from: elements, count: used)
    case (false, false): node.children.initialize(from: children, count: used)
    case (false, true): node.children.moveInitialize(from: children, count: used)
    }
    if isMove { slotCount = 0 }
    return node
  }
}

extension OrderNode {
  @inlinable
  var isLeaf: Bool {
    @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.isLeaf } }
  }

  /// The number of elements below the node.
  @inlinable
  var count: Int {
    @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
    @inline(__always) set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
  }

  /// The number of elements of a leaf, or of children of a branch.
  @inlinable
  var slotCount: Int {
    @inline(__always) get { withUnsafeMutablePointerToHeader { Int($0.pointee.slotCount) } }
    @inline(__always) set { withUnsafeMutablePointerToHeader { $0.pointee.slotCount = Int16(newValue) } }
  }

  /// The elements of a leaf. Valid until one is inserted or removed.
  @inlinable
  var elements: UnsafeMutablePointer<Value> {
    @inline(__always) get {
      withUnsafeMutablePointerToElements {
        UnsafeMutableRawPointer($0).alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
      }
    }
  }

  /// The children of a branch. Valid until one is inserted or removed.
  @inlinable
  var children: UnsafeMutablePointer<OrderNode> {
    @inline(__always) get {
      withUnsafeMutablePointerToElements {
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: OrderNode.self)
      }
    }
  }

  /// The label of an element, or of the first element below a child.
  @inlinable @inline(__always)
  func label(_ slot: Int) -> UInt64 { withUnsafeMutablePointerToHeader { $0.pointee.labels[slot] } }

  @inlinable
  func setLabel(_ label: UInt64, of slot: Int) {
    withUnsafeMutablePointerToHeader { $0.pointee.labels[slot] = label }
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

  /// The number of levels below the node.
  @inlinable
  var height: Int { isLeaf ? 0 : children[0].height + 1 }

  /// The number of slots of a full node.
  @inlinable
  var slotLimit: Int { isLeaf ? Self.leafCapacity : Self.branchCapacity }
}

extension OrderNode {
  /// The slot of the element at a position, or of the child that holds it, with the position in that child.
  ///
  /// At the end of a child, where nothing is held, it is the child before.
  @inlinable
  func slot(of offset: inout Int, atEnd: Bool = false) -> Int {
    guard !isLeaf else { return offset }
    let (children, offsetAtEnd) = (children, atEnd ? 1 : 0)
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
    withUnsafeMutablePointerToHeader { header in
      var (slot, count) = (0, header.pointee.labels.count)
      while count > 1 {
        let half = count / 2
        slot = header.pointee.labels[slot + half] <= label ? slot + half : slot
        count -= half
      }
      return slot
    }
  }

  /// Calls a closure with the address of each element below the node, in order. Unlike an iterator, this looks up no types if the
  /// type of the elements is known only at run time.
  func forEachAddress(_ body: (UnsafeRawPointer) -> Void) {
    for slot in 0..<slotCount {
      if isLeaf { body(elements + slot) } else { children[slot].forEachAddress(body) }
    }
  }

  /// Calls a closure with the address of the element at a position. Like ``forEachAddress(_:)``, this looks up no types.
  func withAddress(at position: Int, _ body: (UnsafeRawPointer) -> Void) {
    var offset = position
    var node = Unmanaged.passUnretained(self)
    while !node._withUnsafeGuaranteedRef({ $0.isLeaf }) {
      node = node._withUnsafeGuaranteedRef { .passUnretained($0.children[$0.slot(of: &offset)]) }
    }
    node._withUnsafeGuaranteedRef { body($0.elements + offset) }
  }

  /// Calls a closure with the addresses of the elements at each position at which the bits of two versions differ; shared nodes
  /// are skipped.
  ///
  /// - Returns: `false` if the nodes of the two versions are not arranged in the same way.
  func forEachDifference(from old: OrderNode, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void) -> Bool {
    guard slotCount == old.slotCount, isLeaf == old.isLeaf else { return false }
    guard isLeaf else {
      let (children, others) = (children, old.children)
      for slot in 0..<slotCount where children[slot] !== others[slot] {
        guard children[slot].forEachDifference(from: others[slot], body) else { return false }
      }
      return true
    }
    let (elements, others) = (elements, old.elements)
    for slot in 0..<slotCount
    where !haveSameBits(elements + slot, others + slot, size: MemoryLayout<Value>.size) {
      body(others + slot, elements + slot)
    }
    return true
  }

  /// The number of elements at one end that are known to be equal in another version of the node; shared nodes are
  /// skipped. Like ``forEachAddress(_:)``, this looks up no types.
  func commonCount(with other: OrderNode, atEnd: Bool, _ isEqual: ElementEquality<Value>) -> Int {
    if self === other { return count }
    guard isLeaf == other.isLeaf else { return 0 }
    let (mine, theirs) = (slotCount, other.slotCount)
    var common = 0
    for step in 0..<min(mine, theirs) {
      let (x, y) = atEnd ? (mine - 1 - step, theirs - 1 - step) : (step, step)
      if isLeaf {
        guard isEqual(elements + x, other.elements + y) else { break }
        common += 1
      } else {
        let (child, counterpart) = (children[x], other.children[y])
        let count = child.commonCount(with: counterpart, atEnd: atEnd, isEqual)
        common += count
        guard count == child.count, count == counterpart.count else { break }
      }
    }
    return common
  }

  /// A child for writing: copied if another version has it.
  @inlinable @inline(__always)
  func uniqueChild(_ slot: Int, adding added: Int = 0) -> OrderNode {
    OrderNode.makeUnique(&children[slot], adding: added)
    return children[slot]
  }
}

extension OrderNode {
  /// Inserts an element into a node that has room for another slot, unless it is full.
  ///
  /// - Parameter isAtEdge: Whether it is inserted at the start or the end of the whole tree, where more are likely to
  ///   follow: full nodes then stay full.
  /// - Returns: A new node to the right of this one, if this one was full.
  @inlinable
  func insert(_ element: Value, label: UInt64, at position: Int, isAtEdge: Bool) -> OrderNode? {
    guard !isLeaf else {
      return addSlot(at: position, isAtEdge: isAtEdge) { $0.insert(element, label: label, at: $1) }
    }
    var offset = position
    let slot = slot(of: &offset, atEnd: true)
    let child = uniqueChild(slot, adding: 1)
    let sibling = child.insert(element, label: label, at: offset, isAtEdge: isAtEdge)
    setLabel(child.label(0), of: slot)
    count += 1
    guard let sibling else { return nil }
    count -= sibling.count
    return addSlot(at: slot + 1, isAtEdge: isAtEdge) { $0.insert(sibling, at: $1) }
  }

  /// Inserts an element into a leaf that is not full.
  @inlinable
  func insert(_ element: Value, label: UInt64, at slot: Int) {
    insert(element, in: elements, label: label, at: slot)
    count += 1
  }

  /// Inserts a child into a branch that is not full.
  @inlinable
  func insert(_ child: OrderNode, at slot: Int) {
    insert(child, in: children, label: child.label(0), at: slot)
    count += child.count
  }

  @inlinable
  func insert<Slot>(_ new: Slot, in slots: UnsafeMutablePointer<Slot>, label: UInt64, at slot: Int) {
    (slots + slot + 1).moveInitialize(from: slots + slot, count: slotCount - slot)
    (slots + slot).initialize(to: new)
    slotCount += 1
    withUnsafeMutablePointerToHeader { $0.pointee.labels.insert(label, at: slot) }
  }

  @inlinable
  func addSlot(at slot: Int, isAtEdge: Bool, fill: (OrderNode, Int) -> Void) -> OrderNode? {
    guard slotCount == slotLimit else {
      fill(self, slot)
      return nil
    }
    let cut = isAtEdge ? slot : slotCount / 2
    let right = split(at: cut)
    if slot > cut || cut == slotLimit { fill(right, slot - cut) } else { fill(self, slot) }
    return right
  }

  /// Moves the slots from a position on to a new node, with room for one more slot within the limit.
  @inlinable
  func split(at cut: Int) -> OrderNode {
    let room = min(slotCount - cut + 1, slotLimit)
    let right = OrderNode.make(OrderNodeHeader(isLeaf: isLeaf, room: room))
    right.append(self, from: cut)
    withUnsafeMutablePointerToHeader { $0.pointee.labels.removeSubrange(cut...) }
    if isLeaf {
      (elements + cut).deinitialize(count: slotCount - cut)
    } else {
      (children + cut).deinitialize(count: slotCount - cut)
    }
    slotCount = cut
    count -= right.count
    return right
  }

  /// Removes the slot of an element that was moved out, and merges nodes that have become small.
  @inlinable
  func removeSlot(at position: Int) {
    count -= 1
    guard !isLeaf else { return closeGap(in: elements, at: position) }
    var offset = position
    let slot = slot(of: &offset)
    uniqueChild(slot).removeSlot(at: offset)
    // Not kept in a variable: the second reference to the child would make the code below copy it.
    if children[slot].count == 0 { return removeChild(slot) }
    setLabel(children[slot].label(0), of: slot)
    // Less than the limit, so that alternating insertions and removals do not split and merge each time.
    let limit = children[slot].slotLimit * 3 / 4
    for left in [slot, slot - 1] where left >= 0 && left + 1 < slotCount {
      let right = children[left + 1]
      guard children[left].slotCount + right.slotCount <= limit else { continue }
      uniqueChild(left, adding: right.slotCount).append(right)
      return removeChild(left + 1)
    }
  }

  @inlinable
  func removeChild(_ slot: Int) {
    (children + slot).deinitialize(count: 1)
    closeGap(in: children, at: slot)
  }

  /// Closes the gap left by a slot that was moved out.
  @inlinable
  func closeGap<Slot>(in slots: UnsafeMutablePointer<Slot>, at slot: Int) {
    (slots + slot).moveInitialize(from: slots + slot + 1, count: slotCount - slot - 1)
    slotCount -= 1
    withUnsafeMutablePointerToHeader { _ = $0.pointee.labels.remove(at: slot) }
  }

  /// Appends the slots of another node from a position on. There must be room for them.
  @inlinable
  func append(_ other: OrderNode, from first: Int = 0) {
    let (used, added) = (slotCount, other.slotCount - first)
    if isLeaf {
      (elements + used).initialize(from: other.elements + first, count: added)
      count += added
    } else {
      (children + used).initialize(from: other.children + first, count: added)
      for slot in used..<used + added { count += children[slot].count }
    }
    slotCount += added
    let labels = other.withUnsafeMutablePointerToHeader { $0.pointee.labels }
    withUnsafeMutablePointerToHeader { $0.pointee.labels += labels[first...] }
  }
}

/// A node of an ``OrderTree``: a leaf with elements, or a branch with children. It is a single allocation, because every edit
/// of a shared version allocates a leaf and the branches above it: the header, the label of each slot, in a branch the count
/// of each, and the slots.
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
  /// The number of elements below the node.
  @usableFromInline var count = 0
  /// The number of slots in use.
  @usableFromInline var slotCount: Int16 = 0
  /// The number of slots for which there is memory.
  @usableFromInline let room: Int16
  /// The number of levels below the node.
  @usableFromInline let height: Int16

  @inlinable
  init(height: Int, room: Int) {
    (self.height, self.room) = (Int16(height), Int16(room))
  }
}

/// A node of a tree of any elements.
@usableFromInline typealias AnyOrderNode = ManagedBuffer<OrderNodeHeader, UInt64>

extension ManagedBuffer where Header == OrderNodeHeader, Element == UInt64 {
  @inlinable
  var head: UnsafeMutablePointer<OrderNodeHeader> {
    @inline(__always) get { withUnsafeMutablePointerToHeader { $0 } }
  }

  @inlinable
  var isLeaf: Bool {
    @inline(__always) get { head.pointee.height == 0 }
  }

  /// The number of levels below the node.
  @inlinable
  var height: Int { Int(head.pointee.height) }

  /// The number of elements below the node.
  @inlinable
  var count: Int {
    @inline(__always) get { head.pointee.count }
    @inline(__always) set { head.pointee.count = newValue }
  }

  /// The number of elements of a leaf, or of children of a branch.
  @inlinable
  var slotCount: Int {
    @inline(__always) get { Int(head.pointee.slotCount) }
    @inline(__always) set { head.pointee.slotCount = Int16(newValue) }
  }

  /// The label of each element, or of the first element below each child.
  @inlinable
  var labels: UnsafeMutablePointer<UInt64> {
    @inline(__always) get { withUnsafeMutablePointerToElements { $0 } }
  }

  /// The number of elements below each child of a branch.
  @inlinable
  var counts: UnsafeMutablePointer<UInt64> {
    @inline(__always) get { labels + Int(head.pointee.room) }
  }

  /// The elements of a leaf, once aligned, or the children of a branch. Valid until one is inserted or removed.
  @inlinable
  var slots: UnsafeMutableRawPointer {
    @inline(__always) get { UnsafeMutableRawPointer(labels + Int(head.pointee.room) * (isLeaf ? 1 : 2)) }
  }
}

extension OrderNode {
  @inlinable
  static func make(height: Int, room: Int) -> OrderNode {
    let word = MemoryLayout<UInt64>.stride
    let size = room * MemoryLayout<Value>.stride + max(0, MemoryLayout<Value>.alignment - word)
    return unsafeDowncast(
      create(minimumCapacity: height == 0 ? room + (size + word - 1) / word : 3 * room) { _ in
        OrderNodeHeader(height: height, room: room)
      },
      to: OrderNode.self
    )
  }

  /// A branch with children; an empty leaf if there are none.
  @inlinable
  static func make(children: some Collection<OrderNode>) -> OrderNode {
    let node = make(height: children.first.map { $0.height + 1 } ?? 0, room: children.count)
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
    node = node.copy(adding: added, isGrowing: isUnique)
  }

  @inlinable
  func hasRoom(for added: Int) -> Bool { min(slotCount + added, slotLimit) <= Int(head.pointee.room) }

  /// A node with the same slots and room for more.
  ///
  /// - Parameter isGrowing: Whether nothing else refers to this node: its slots are moved, and the room
  ///   doubles.
  @inlinable
  func copy(adding added: Int, isGrowing: Bool) -> OrderNode {
    let room = max(slotCount + added, isGrowing ? max(4, 2 * slotCount) : 0)
    let node = OrderNode.make(height: height, room: min(room, slotLimit))
    node.append(self, isMoving: isGrowing)
    return node
  }
}

extension OrderNode {
  /// The elements of a leaf. Valid until one is inserted or removed.
  @inlinable
  var elements: UnsafeMutablePointer<Value> {
    @inline(__always) get { slots.alignedUp(for: Value.self).assumingMemoryBound(to: Value.self) }
  }

  /// The children of a branch. Valid until one is inserted or removed.
  @inlinable
  var children: UnsafeMutablePointer<OrderNode> {
    @inline(__always) get { slots.assumingMemoryBound(to: OrderNode.self) }
  }

  /// A child, which stays when this node is released.
  ///
  /// The optimizer releases an object after its last use. Reading memory through a pointer into the object
  /// does not count as a use.
  @inlinable @inline(__always)
  func child(_ slot: Int) -> OrderNode { withExtendedLifetime(self) { children[slot] } }

  /// A child for writing: copied if another version has it.
  @inlinable @inline(__always)
  func uniqueChild(_ slot: Int, adding added: Int = 0) -> OrderNode {
    OrderNode.makeUnique(&children[slot], adding: added)
    return children[slot]
  }

  /// Updates the label and the count of a child that has changed.
  @inlinable
  func noteChange(of slot: Int) {
    (labels[slot], counts[slot]) = (children[slot].labels[0], UInt64(children[slot].count))
  }
}

/// An edit of a shared version copies one leaf and the branches above it, and retains all that they hold. Larger nodes
/// cost more copying, smaller ones more levels.
extension OrderNode {
  /// The number of elements in a full leaf. Leaves of large elements have fewer, so that a copy takes about 640 bytes.
  @inlinable
  static var leafCapacity: Int {
    max(8, min(32, 640 / (MemoryLayout<Value>.stride + MemoryLayout<UInt64>.stride)))
  }

  /// The number of children of a full branch.
  @inlinable
  static var branchCapacity: Int { 16 }

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
    let (counts, offsetAtEnd) = (counts, atEnd ? 1 : 0)
    var slot = 0
    while offset - offsetAtEnd >= Int(counts[slot]) {
      offset -= Int(counts[slot])
      slot += 1
    }
    return slot
  }

  /// The last slot whose label is not greater than the given one; the first slot if there is none.
  @inlinable
  func slot(of label: UInt64) -> Int {
    // No branch depends on the comparison: the processor would mispredict it half of the time.
    let labels = labels
    var (slot, count) = (0, slotCount)
    while count > 1 {
      let half = count / 2
      slot = labels[slot + half] <= label ? slot + half : slot
      count -= half
    }
    return slot
  }

  /// Calls a closure with the address of each element below the node, in order. Unlike an iterator, this looks up no types if the
  /// type of the elements is known only at run time.
  func forEachAddress(_ body: (UnsafeRawPointer) throws -> Bool) rethrows -> Bool {
    for slot in 0..<slotCount {
      guard try isLeaf ? body(elements + slot) : children[slot].forEachAddress(body) else { return false }
    }
    return true
  }

  /// Calls a closure with the address of the element at a position. Like ``forEachAddress(_:)``, this looks up no types.
  func withAddress<Result>(at position: Int, _ body: (UnsafeRawPointer) -> Result) -> Result {
    var offset = position
    var node = Unmanaged.passUnretained(self)
    while !node._withUnsafeGuaranteedRef({ $0.isLeaf }) {
      node = node._withUnsafeGuaranteedRef { .passUnretained($0.children[$0.slot(of: &offset)]) }
    }
    return node._withUnsafeGuaranteedRef { body($0.elements + offset) }
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
    let sibling = uniqueChild(slot, adding: 1).insert(element, label: label, at: offset, isAtEdge: isAtEdge)
    noteChange(of: slot)
    count += 1
    guard let sibling else { return nil }
    count -= sibling.count
    return addSlot(at: slot + 1, isAtEdge: isAtEdge) { $0.insert(sibling, at: $1) }
  }

  /// Inserts an element into a leaf that is not full.
  @inlinable
  func insert(_ element: Value, label: UInt64, at slot: Int) {
    elements.insert(element, at: slot, count: slotCount)
    labels.insert(label, at: slot, count: slotCount)
    slotCount += 1
    count += 1
  }

  /// Inserts a child into a branch that is not full.
  @inlinable
  func insert(_ child: OrderNode, at slot: Int) {
    children.insert(child, at: slot, count: slotCount)
    labels.insert(child.labels[0], at: slot, count: slotCount)
    counts.insert(UInt64(child.count), at: slot, count: slotCount)
    slotCount += 1
    count += child.count
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
    let right = OrderNode.make(height: height, room: min(slotCount - cut + 1, slotLimit))
    right.append(self, from: cut, isMoving: true)
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
    noteChange(of: slot)
    // Less than the limit, so that alternating insertions and removals do not split and merge each time.
    let limit = children[slot].slotLimit * 3 / 4
    for left in [slot, slot - 1] where left >= 0 && left + 1 < slotCount {
      let right = children[left + 1]
      guard children[left].slotCount + right.slotCount <= limit else { continue }
      uniqueChild(left, adding: right.slotCount).append(right)
      noteChange(of: left)
      return removeChild(left + 1)
    }
  }

  @inlinable
  func removeChild(_ slot: Int) {
    (children + slot).deinitialize(count: 1)
    counts.closeGap(at: slot, count: slotCount)
    closeGap(in: children, at: slot)
  }

  /// Closes the gap left by a slot that was moved out.
  @inlinable
  func closeGap<Slot>(in slots: UnsafeMutablePointer<Slot>, at slot: Int) {
    slots.closeGap(at: slot, count: slotCount)
    labels.closeGap(at: slot, count: slotCount)
    slotCount -= 1
  }

  /// Appends the slots of another node from a position on. There must be room for them.
  ///
  /// - Parameter isMoving: Whether to move them, which retains nothing, instead of copying them.
  @inlinable
  func append(_ other: OrderNode, from first: Int = 0, isMoving: Bool = false) {
    let (used, added) = (slotCount, other.slotCount - first)
    (labels + used).initialize(from: other.labels + first, count: added)
    var addedCount = added
    if isLeaf {
      (elements + used).initialize(from: other.elements + first, count: added, isMoving: isMoving)
    } else {
      (children + used).initialize(from: other.children + first, count: added, isMoving: isMoving)
      (counts + used).initialize(from: other.counts + first, count: added)
      addedCount = first == 0 ? other.count : (used..<used + added).reduce(0) { $0 + Int(counts[$1]) }
    }
    slotCount += added
    count += addedCount
    guard isMoving else { return }
    other.slotCount = first
    other.count -= addedCount
  }
}

extension UnsafeMutablePointer {
  /// Inserts a value among consecutive values.
  @inlinable
  func insert(_ value: Pointee, at place: Int, count: Int) {
    (self + place + 1).moveInitialize(from: self + place, count: count - place)
    (self + place).initialize(to: value)
  }

  /// Initializes memory by moving or copying values.
  @inlinable
  func initialize(from values: Self, count: Int, isMoving: Bool) {
    if isMoving {
      moveInitialize(from: values, count: count)
    } else {
      initialize(from: values, count: count)
    }
  }

  /// Moves the values after a vacated place, to close the gap.
  @inlinable
  func closeGap(at place: Int, count: Int) {
    (self + place).moveInitialize(from: self + place + 1, count: count - place - 1)
  }
}

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The number of elements.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int {
    tree.count
  }

  /// Whether the array is empty.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool {
    tree.root == nil
  }

  /// Always zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of elements.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var endIndex: Int {
    tree.count
  }

  /// The sum of a position and a distance.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }

  /// The element at a position.
  ///
  /// Setting an element replaces the one at the position. If another element has the new id, the two old elements are
  /// swapped first, so that algorithms that permute a collection by setting its elements lose none.
  ///
  /// An element that is changed in place should keep its id. If it does not, an issue is reported, and the element is
  /// found under its new id, or removed if another element has that id.
  ///
  /// - Complexity: O(log `count`). Changing an element in place copies nothing if no copy of the array exists, and
  ///   otherwise the nodes from the root of the tree to the element.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "Index out of range")
      return withExtendedLifetime(tree.root) { tree.pointer(at: position).pointee }
    }
    set {
      precondition(position >= 0 && position < count, "Index out of range")
      replace(at: position, with: newValue)
    }
    @inline(__always) _modify {
      precondition(position >= 0 && position < count, "Index out of range")
      let place = tree.uniquePlace(at: position)
      // A variable whose address is taken stays in one piece of memory. A constant is split up and reassembled for
      // the comparison, which takes several times as long as the comparison itself.
      var id = identity.id(of: place.element)
      defer { withUnsafeMutablePointer(to: &id) { settle(place, id: $0) } }
      yield &place.element.pointee
    }
  }
}

extension IdentifiedArray {
  /// Calls `body` with the elements in contiguous storage, which is available for up to one leaf of elements.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withExtendedLifetime(tree.root) {
      guard let root = tree.rootHandle else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
      guard root.isLeaf else { return nil }
      return try body(UnsafeBufferPointer(start: root.elements, count: root.count))
    }
  }

  /// Calls `body` with a copy of the elements in contiguous storage, and then applies its changes.
  ///
  /// Generic algorithms such as `MutableCollection.sort(by:)` reorder elements through it. Unchanged elements stay
  /// shared with other versions. If several elements have the same id afterwards, only the first is kept, and an issue
  /// is reported.
  ///
  /// - Throws: What `body` throws. Changes made before it throws are kept.
  /// - Complexity: O(`count`), and O(`count` · log `count`) if the order changes
  @inlinable @discardableResult
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    let old = elements
    let new = UnsafeMutableBufferPointer<Element>.allocate(capacity: old.count)
    // Copies the padding between fields first, so that the bits of unchanged elements are the same.
    old.withUnsafeBytes { UnsafeMutableRawBufferPointer(new).copyMemory(from: $0) }
    _ = new.initialize(from: old)
    defer {
      overwrite(old, with: UnsafeBufferPointer(new))
      new.deinitialize()
      new.deallocate()
    }
    var storage = new
    return try body(&storage)
  }
}

extension IdentifiedArray {
  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    let oldID = ids[position]
    let newID = identity.id(of: element)
    let other = oldID == newID ? position : index(id: newID)
    if let other { swapAt(position, other) }
    let place = tree.uniquePlace(at: position)
    place.element.pointee = element
    if other == nil { index(place, under: newID, insteadOf: oldID) }
  }
}

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
  /// An element that is set here, or changed in place, should keep the id of the element at the position. If it does
  /// not, an issue is reported, and the element is found under its new id. If another element already has that id,
  /// the other one stays, and this one is not set or, if it was changed in place, is removed.
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
}

extension IdentifiedArray {
  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    let oldID = ids[position]
    let newID = identity.id(of: element)
    if oldID != newID, contains(id: newID) {
      return reportCollidingID(from: oldID, to: newID, outcome: "It was left unchanged.")
    }
    let place = tree.uniquePlace(at: position)
    place.element.pointee = element
    if oldID != newID { settleChangedID(place, id: oldID) }
  }
}

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
    count == 0
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
      return tree.element(at: position)
    }
    set {
      precondition(position >= 0 && position < count, "Index out of range")
      replace(at: position, with: newValue)
    }
    @inline(__always) _modify {
      precondition(position >= 0 && position < count, "Index out of range")
      let place = tree.uniquePlace(at: position)
      let id = identity(place.element)
      defer { settle(place, id: id) }
      yield &place.element.pointee
    }
  }
}

extension IdentifiedArray {
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
    var new = old
    defer { overwrite(old, with: new) }
    return try new.withUnsafeMutableBufferPointer(body)
  }

  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    let oldID = ids[position]
    let newID = id(of: element)
    let other = oldID == newID ? position : index(id: newID)
    if let other { swapAt(position, other) }
    let place = tree.uniquePlace(at: position)
    place.element.pointee = element
    if other == nil { rename(oldID, to: newID) }
  }
}

extension IdentifiedArray {
  /// Some consecutive elements, at their positions in the array.
  ///
  /// A slice may be changed like that of a Swift array: its elements may have any ids. Setting a slice replaces the
  /// elements in the range. An element whose id belongs to an element outside of the range, or to an earlier one in the
  /// slice, is then omitted, and an issue is reported.
  ///
  /// - Complexity: O(1); O(*n* · log `count`) on average for setting, for *n* elements removed and inserted
  @inlinable
  public subscript(bounds: Range<Int>) -> Slice<SliceBase> {
    get {
      precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "Range out of bounds")
      return Slice(base: SliceBase(tree), bounds: bounds)
    }
    set { replaceSubrange(bounds, with: newValue) }
  }

  /// The base of the slices of an ``IdentifiedArray``: its elements, whose ids need not be distinct.
  public struct SliceBase: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    @usableFromInline var tree: OrderTree<Element>

    @inlinable
    init(_ tree: OrderTree<Element>) { self.tree = tree }

    /// Creates an empty collection.
    @inlinable
    public init() { tree = OrderTree() }

    /// Always zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of elements.
    @inlinable
    public var endIndex: Int { tree.count }

    /// The element at a position.
    ///
    /// - Complexity: O(log `count`)
    @inlinable
    public subscript(position: Int) -> Element {
      get {
        precondition(position >= 0 && position < endIndex, "Index out of range")
        return tree.element(at: position)
      }
      set {
        precondition(position >= 0 && position < endIndex, "Index out of range")
        tree.uniquePlace(at: position).element.pointee = newValue
      }
    }

    /// Replaces the elements in a range of positions.
    ///
    /// - Complexity: O(*n* · log `count`), for *n* elements removed and inserted
    @inlinable
    public mutating func replaceSubrange(_ bounds: Range<Int>, with elements: some Collection<Element>) {
      precondition(bounds.lowerBound >= 0 && bounds.upperBound <= endIndex, "Range out of bounds")
      for position in bounds.reversed() { _ = tree.remove(at: position) }
      for (position, element) in zip(bounds.lowerBound..., elements) {
        let label = tree.availableLabel(at: position) ?? tree.renewLabels(around: position).label
        tree.insert(element, label: label, at: position)
      }
    }
  }
}

extension IdentifiedArray.SliceBase: @unchecked Sendable where ID: Sendable, Element: Sendable {}

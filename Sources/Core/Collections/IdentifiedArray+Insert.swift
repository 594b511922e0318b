extension IdentifiedArray {
  /// Appends an element, unless its id is already present.
  ///
  /// - Returns: Whether it was appended, and the position of the element that now has the id.
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends the elements of a sequence in turn, except those whose ids are already present.
  ///
  /// - Complexity: O(*m* · log(`count` + *m*)) on average, for *m* elements
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position, unless its id is already present.
  ///
  /// - Parameters:
  ///   - element: The new element.
  ///   - position: The position of the new element, from 0 up to and including `count`.
  /// - Returns: Whether it was inserted, and the position of the element that now has the id.
  /// - Complexity: O(log `count`) on average, even for many insertions at the same position
  @inlinable @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    precondition(position >= 0 && position <= count, "Index out of range")
    let id = identity.id(of: element)
    if let index = index(id: id) { return (false, index) }
    insertNew(element, id: id, at: position)
    return (true, position)
  }

  /// Replaces the element with the new one's id, or appends the new one if there is none.
  ///
  /// - Returns: The element that was replaced.
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element with the new one's id, or inserts the new one at a position if there is none.
  ///
  /// - Returns: The element that was replaced, and the position of the new one.
  /// - Complexity: O(log `count`) on average
  @inlinable @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at position: Int
  ) -> (originalMember: Element?, index: Int) {
    precondition(position >= 0 && position <= count, "Index out of range")
    let id = identity.id(of: element)
    guard let index = index(id: id) else {
      insertNew(element, id: id, at: position)
      return (nil, position)
    }
    let place = tree.uniquePlace(at: index)
    let original = place.element.move()
    place.element.initialize(to: element)
    return (original, index)
  }

  /// Replaces the element at a position with another that has the same id.
  ///
  /// - Returns: The element that was replaced.
  /// - Complexity: O(log `count`)
  @inlinable @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let original = self[position]
    self[position] = element
    return original
  }
}

extension IdentifiedArray {
  /// Inserts an element whose id is not present.
  @inlinable
  mutating func insertNew(_ element: Element, id: ID, at position: Int) {
    let wasOneLeaf = tree.isOneLeaf
    let label = freeLabel(at: position)
    tree.insert(element, label: label, at: position)
    if !wasOneLeaf {
      labelIndex.insert(LabelIndex.hash(id), label)
    } else if !tree.isOneLeaf {
      indexLabels()
    }
  }

  /// Inserts an element that was removed from the tree but not from the index.
  @inlinable
  mutating func reinsert(_ element: Element, label: UInt64, at position: Int) {
    let newLabel = freeLabel(at: position)
    tree.insert(element, label: newLabel, at: position)
    guard !labelIndex.isEmpty else { return }
    labelIndex.update(LabelIndex.hash(identity.id(of: element)), from: label, to: newLabel)
  }

  /// A label for a position, relabelling its surroundings if necessary.
  @inlinable
  mutating func freeLabel(at position: Int) -> UInt64 {
    if let label = tree.availableLabel(at: position) { return label }
    renewLabels(around: position)
    guard let label = tree.availableLabel(at: position) else {
      preconditionFailure("No room for another element")
    }
    return label
  }

  @inlinable @inline(never)
  mutating func renewLabels(around position: Int) {
    guard !tree.isOneLeaf else { return tree.renewLabels(around: position) { _, _, _ in } }
    var index = LabelIndex()
    swap(&index, &labelIndex)
    tree.renewLabels(around: position) { element, old, new in
      index.update(LabelIndex.hash(identity.id(of: element)), from: old, to: new)
    }
    swap(&index, &labelIndex)
  }

  /// Adds all ids to the index.
  ///
  /// - Complexity: O(`count`) on average
  @inlinable @inline(never)
  mutating func indexLabels() {
    labelIndex = LabelIndex()
    guard !tree.isOneLeaf else { return }
    for (id, label) in zip(ids, tree.labels) { labelIndex.insert(LabelIndex.hash(id), label) }
  }
}

import HashTreeCollections

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
    let id = self.id(of: element)
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
    let id = self.id(of: element)
    guard let index = index(id: id) else {
      insertNew(element, id: id, at: position)
      return (nil, position)
    }
    let original = self[index]
    tree.uniquePlace(at: index).element.pointee = element
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
  /// Inserts an element whose id has no element.
  @inlinable
  mutating func insertNew(_ element: Element, id: ID, at position: Int) {
    let label = freeLabel(at: position)
    tree.insert(element, label: label, at: position)
    labels[id] = label
  }

  /// A label for a position. Renews the labels around it if necessary.
  @inlinable
  mutating func freeLabel(at position: Int) -> UInt64 {
    if let label = tree.availableLabel(at: position) { return label }
    let (positions, label) = tree.renewLabels(around: position)
    for position in positions { labels[ids[position]] = tree.label(at: position) }
    return label
  }
}

extension IdentifiedArray {
  /// Replaces the elements in a range of positions.
  ///
  /// A new element is omitted, and an issue is reported, if its id belongs to an element outside of the range or to
  /// an earlier new element.
  ///
  /// - Parameters:
  ///   - bounds: The positions of the elements to remove.
  ///   - elements: The new elements, any number.
  /// - Complexity: O(*n* · log `count`) on average, for *n* elements removed and inserted
  @inlinable
  public mutating func replaceSubrange(
    _ bounds: some RangeExpression<Int>,
    with elements: some Sequence<Element>
  ) {
    let bounds = bounds.relative(to: self)
    removeSubrange(bounds)
    insert(contentsOf: elements, at: bounds.lowerBound)
  }

  /// Inserts the elements of a sequence at a position.
  ///
  /// An element whose id is already present is omitted, and an issue is reported.
  ///
  /// - Complexity: O(*m* · log(`count` + *m*)) on average, for *m* elements
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    precondition(position >= 0 && position <= count, "Index out of range")
    var target = position
    for element in elements {
      if insert(element, at: target).inserted {
        target += 1
      } else {
        reportDuplicate(id: id(of: element))
      }
    }
  }
}

/// Ids stay distinct in generic code: elements whose ids are already present are omitted, so `count` may grow by less
/// than the number of inserted elements. Appending omits them silently; replacing a range and inserting several
/// elements report an issue.
///
/// The elements must be `Identifiable`, because a collection of this kind can be created without a key path.
extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Creates an array of the elements of a sequence. Of elements with the same id, the first is kept, as by
  /// ``append(contentsOf:)``; ``init(uniqueElements:)`` reports an issue instead of omitting elements silently.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(elements, identity: { $0.pointee.id }, duplicate: { _ in })
  }

  // The protocol uses this to insert and append single elements. Its default implementation would report omitted
  // ones.

  /// Inserts an element at a position, unless its id is already present.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable @_disfavoredOverload
  public mutating func insert(_ element: Element, at position: Int) {
    _ = insert(element, at: position) as (inserted: Bool, index: Int)
  }
}

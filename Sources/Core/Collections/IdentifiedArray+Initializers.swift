import HashTreeCollections

extension IdentifiedArray {
  /// Creates an empty array of elements identified by a property.
  ///
  /// - Parameter id: The key path to an element's id.
  /// - Complexity: O(1)
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    self.init(identity: { $0.pointee[keyPath: id] })
  }

  /// Creates an array of the elements of a sequence, identified by a property.
  ///
  /// Of elements with the same id, the first is kept, and an issue is reported.
  ///
  /// - Parameters:
  ///   - elements: The elements, whose ids should be distinct.
  ///   - id: The key path to an element's id.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(elements, identity: { $0.pointee[keyPath: id] }, duplicate: reportDuplicate(id:))
  }

  /// Equivalent to ``init(uniqueElements:id:)``: ids are always checked.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(uniqueElements: elements, id: id)
  }

  /// Creates an array of the elements of a sequence, identified by a property, combining elements with the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The key path to an element's id.
  ///   - combine: Combines the element so far and the next one with the same id into the element to keep.
  /// - Throws: What `combine` throws.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, identity: { $0.pointee[keyPath: id] }, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init() {
    self.init(identity: { $0.pointee.id })
  }

  /// Creates an array of the elements of a sequence.
  ///
  /// Of elements with the same id, the first is kept, and an issue is reported.
  ///
  /// - Parameter elements: The elements, whose ids should be distinct.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(elements, identity: { $0.pointee.id }, duplicate: reportDuplicate(id:))
  }

  /// Equivalent to ``init(uniqueElements:)``: ids are always checked.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates an array of the elements of a sequence, combining elements with the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Combines the element so far and the next one with the same id into the element to keep.
  /// - Throws: What `combine` throws.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, identity: { $0.pointee.id }, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array from a literal. Of elements with the same id, the first is kept, and an issue is reported.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements, identity: { $0.pointee.id }, duplicate: reportDuplicate(id:))
  }
}

extension IdentifiedArray {
  /// Creates an array of the first element with each id, and reports the id of each further one.
  @inlinable
  init(_ elements: some Sequence<Element>, identity: @escaping Identity, duplicate: (ID) -> Void) {
    self.init(identity: identity)
    let elements = Array(elements)
    let (start, step) = OrderTree<Element>.Spacing.fresh(count: elements.count)
    var kept: [Element] = []
    kept.reserveCapacity(elements.count)
    for element in elements {
      let id = self.id(of: element)
      let label = start + step * UInt64(kept.count)
      let isNew = labels.updateValue(forKey: id, default: label) { $0 == label }
      if isNew { kept.append(element) } else { duplicate(id) }
    }
    tree = OrderTree(kept) { start + step * UInt64($0) }
  }

  @inlinable
  init(
    _ elements: some Sequence<Element>,
    identity: @escaping Identity,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    var kept: [Element] = []
    var indices: [ID: Int] = [:]
    for element in elements {
      let id = withUnsafePointer(to: element, identity)
      if let index = indices[id] {
        kept[index] = try combine(kept[index], element)
      } else {
        indices[id] = kept.count
        kept.append(element)
      }
    }
    self.init(kept, identity: identity, duplicate: reportDuplicate(id:))
  }
}

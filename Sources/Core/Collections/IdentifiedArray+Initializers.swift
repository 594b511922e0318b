extension IdentifiedArray {
  /// Creates an empty array of elements identified by a property.
  ///
  /// - Parameter id: The key path to an element's id.
  /// - Complexity: O(1)
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    self.init(identity: ElementIdentity(id))
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
    self.init(elements, identity: ElementIdentity(id), duplicate: reportDuplicate(id:))
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
    try self.init(elements, identity: ElementIdentity(id), uniquingIDsWith: combine)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  ///
  /// - Complexity: O(1)
  @inlinable
  public init() {
    self.init(identity: ElementIdentity())
  }

  /// Creates an array of the elements of a sequence.
  ///
  /// Of elements with the same id, the first is kept, and an issue is reported.
  ///
  /// - Parameter elements: The elements, whose ids should be distinct.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(elements, identity: ElementIdentity(), duplicate: reportDuplicate(id:))
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
    try self.init(elements, identity: ElementIdentity(), uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array from a literal. Of elements with the same id, the first is kept, and an issue is reported.
  ///
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements, identity: ElementIdentity(), duplicate: reportDuplicate(id:))
  }
}

extension IdentifiedArray {
  /// Creates an array of the first element with each id, and reports the id of each further one.
  @inlinable
  init(
    _ elements: some Sequence<Element>,
    identity: ElementIdentity<ID, Element>,
    duplicate: (ID) -> Void
  ) {
    self.init(identity: identity)
    let elements = Array(elements)
    guard elements.count > OrderTree<Element>.Shape.leafCapacity else {
      let kept = Self.uniqueByScanning(elements, identity: identity, duplicate: duplicate)
      tree = OrderTree(kept)
      return
    }
    var seen = SeenIDs(identity: identity, count: elements.count)
    for element in elements {
      if let id = seen.insert(element) { duplicate(id) }
    }
    tree = OrderTree(seen.kept) { seen.start + seen.step * UInt64($0) }
    if !tree.isOneLeaf { labelIndex = seen.index }
  }

  @inlinable
  init(
    _ elements: some Sequence<Element>,
    identity: ElementIdentity<ID, Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    var kept: [Element] = []
    var indices: [ID: Int] = [:]
    for element in elements {
      let id = identity.id(of: element)
      if let index = indices[id] {
        kept[index] = try combine(kept[index], element)
      } else {
        indices[id] = kept.count
        kept.append(element)
      }
    }
    self.init(kept, identity: identity, duplicate: reportDuplicate(id:))
  }

  @inlinable
  static func uniqueByScanning(
    _ elements: [Element],
    identity: ElementIdentity<ID, Element>,
    duplicate: (ID) -> Void
  ) -> [Element] {
    var kept: [Element] = []
    kept.reserveCapacity(elements.count)
    for element in elements {
      let id = identity.id(of: element)
      let isKnown = kept.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return false }
        return identity.firstIndex(of: id, in: base, count: buffer.count) != nil
      }
      if isKnown { duplicate(id) } else { kept.append(element) }
    }
    return kept
  }
}

extension IdentifiedArray {
  /// Elements with distinct ids, and the index of their future labels.
  @usableFromInline
  struct SeenIDs {
    @usableFromInline let identity: ElementIdentity<ID, Element>
    @usableFromInline let start: UInt64
    @usableFromInline let step: UInt64
    @usableFromInline var kept: [Element] = []
    @usableFromInline var index = LabelIndex()

    @inlinable
    init(identity: ElementIdentity<ID, Element>, count: Int) {
      self.identity = identity
      (start, step) = OrderTree<Element>.Spacing.fresh(count: count)
      kept.reserveCapacity(count)
    }

    /// Adds an element, or returns its id if that is already present.
    @inlinable
    mutating func insert(_ element: Element) -> ID? {
      let id = identity.id(of: element)
      let hash = LabelIndex.hash(id)
      var candidates = index.candidates(hash)
      while let label = candidates.next() {
        let position = Int((label - start) / step)
        let isSame = kept.withUnsafeBufferPointer { kept in
          kept.baseAddress.map { identity.isID(id, of: $0 + position) } ?? false
        }
        if isSame { return id }
      }
      index.insert(hash, start + step * UInt64(kept.count))
      kept.append(element)
      return nil
    }
  }
}

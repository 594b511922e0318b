extension IdentifiedArray {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func index(id: ID) -> Int? {
    guard tree.isOneLeaf else { return label(id: id).map { tree.position(label: $0) } }
    return offset(id: id)
  }

  /// Whether there is an element with an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func contains(id: ID) -> Bool {
    tree.isOneLeaf ? offset(id: id) != nil : label(id: id) != nil
  }

  /// The element with an id.
  ///
  /// Setting `nil` removes the element; setting an element for an id that is not present appends it. An element is
  /// always found under its own id: setting it for another id, or changing its id in place, reports an issue.
  ///
  /// - Complexity: O(log `count`) on average. Changing an element in place copies nothing if no copy of the array
  ///   exists, and otherwise the nodes from the root of the tree to the element.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      withExtendedLifetime(tree.root) { pointer(id: id)?.pointee }
    }
    set {
      if let newValue { set(newValue, for: id) } else { remove(id: id) }
    }
    @inline(__always) _modify {
      // A variable whose address is taken stays in one piece of memory. A constant is split up and reassembled for
      // each comparison.
      var id = id
      // A single `yield` for both cases: an accessor with two of them is not inlined, and then allocates.
      let place = withUnsafeMutablePointer(to: &id) { uniquePlace(id: $0) }
      let element = Self.takeOut(place)
      defer { withUnsafeMutablePointer(to: &id) { putBack(element, at: place, id: $0) } }
      yield &element.pointee
    }
  }
}

extension IdentifiedArray {
  /// The offset of an id in the only leaf.
  @inlinable @inline(__always)
  func offset(id: ID) -> Int? {
    withUnsafePointer(to: id) { offset(id: $0) }
  }

  /// The offset of an id in the only leaf.
  @inlinable @inline(__always)
  func offset(id: UnsafePointer<ID>) -> Int? {
    withExtendedLifetime(tree.root) {
      guard let leaf = tree.rootHandle else { return nil }
      return identity.firstIndex(of: id, in: leaf.elements, count: leaf.count)
    }
  }

  /// The label of the element with an id, in a tree with several leaves.
  ///
  /// - Parameter other: The label of an element to ignore, because its entry is out of date.
  @inlinable @inline(__always)
  func label(id: ID, except other: UInt64? = nil) -> UInt64? {
    withExtendedLifetime((tree.root, labelIndex.root)) {
      var candidates = labelIndex.candidates(LabelIndex.hash(id))
      while let label = candidates.next() {
        guard label != other else { continue }
        if identity.isID(id, of: tree.pointer(label: label)) { return label }
      }
      return nil
    }
  }

  @inlinable @inline(__always)
  func pointer(id: ID) -> UnsafeMutablePointer<Element>? {
    guard let root = tree.rootHandle else { return nil }
    guard root.isLeaf else {
      var candidates = labelIndex.candidates(LabelIndex.hash(id))
      while let label = candidates.next() {
        let likely = tree.likelyPlace(label: label)
        if let place = withUnsafePointer(to: id, { place(id: $0, label: label, near: likely) }) {
          return place.element
        }
      }
      return nil
    }
    return offset(id: id).map { root.elements + $0 }
  }

  @inlinable @inline(__always)
  mutating func uniquePlace(id: UnsafePointer<ID>) -> OrderTree<Element>.Place? {
    guard tree.isOneLeaf else {
      var candidates = labelIndex.candidates(LabelIndex.hash(id.pointee))
      while let label = candidates.next() {
        let likely = tree.uniqueLikelyPlace(label: label)
        if let place = place(id: id, label: label, near: likely) { return place }
      }
      return nil
    }
    return offset(id: id).map { tree.uniquePlace(at: $0) }
  }

  /// The place of the element with an id, if it has the given label.
  ///
  /// The guess is verified against the element itself, which has to be read anyway: the processor then waits for
  /// nothing else, and the labels need not be fetched.
  @inlinable @inline(__always)
  func place(
    id: UnsafePointer<ID>,
    label: UInt64,
    near guess: OrderTree<Element>.Place
  ) -> OrderTree<Element>.Place? {
    if guess.slot < guess.leaf.count, identity.isID(id, of: guess.element) { return guess }
    let place = OrderTree.Place(leaf: guess.leaf, slot: guess.leaf.slot(of: label, near: guess.slot))
    return identity.isID(id, of: place.element) ? place : nil
  }

  /// Whether an element has the same memory layout as an optional element, which is the case if its type has a spare
  /// bit pattern for `nil`: an enum stores a payload unchanged at its start, and the other case in a pattern left
  /// unused.
  @inlinable
  static var isOptionalInPlace: Bool {
    @inline(__always) get { MemoryLayout<Element?>.size == MemoryLayout<Element>.size }
  }

  /// Begins a change in place through `subscript(id:)`: provides the element as an optional.
  ///
  /// It stays in place if possible, because moving it into a variable and back takes longer than most changes.
  @inlinable @inline(__always)
  static func takeOut(_ place: OrderTree<Element>.Place?) -> UnsafeMutablePointer<Element?> {
    if let place, isOptionalInPlace {
      let element = UnsafeMutableRawPointer(place.element).assumingMemoryBound(to: Element?.self)
      precondition(element.pointee != nil, "An optional is not stored as its payload")
      return element
    }
    let element = UnsafeMutablePointer<Element?>.allocate(capacity: 1)
    element.initialize(to: place?.element.move())
    return element
  }

  /// Ends a change in place through `subscript(id:)`.
  @inlinable @inline(__always)
  mutating func putBack(
    _ element: UnsafeMutablePointer<Element?>,
    at place: OrderTree<Element>.Place?,
    id: UnsafePointer<ID>
  ) {
    if let place, Self.isOptionalInPlace {
      guard element.pointee == nil else { return settle(place, id: id) }
      removeHole(at: place, id: id.pointee)
    } else {
      putBackCopy(element, at: place, id: id.pointee)
    }
  }

  @inlinable @inline(never)
  mutating func putBackCopy(
    _ element: UnsafeMutablePointer<Element?>,
    at place: OrderTree<Element>.Place?,
    id: ID
  ) {
    let changed = element.move()
    element.deallocate()
    switch (changed, place) {
    case (let changed?, let place?):
      place.element.initialize(to: changed)
      withUnsafePointer(to: id) { settle(place, id: $0) }
    case (let changed?, nil): set(changed, for: id)
    case (nil, let place?): removeHole(at: place, id: id)
    case (nil, nil): break
    }
  }

  @inlinable @inline(never)
  mutating func removeHole(at place: OrderTree<Element>.Place, id: ID) {
    let label = place.label
    tree.removeHole(at: tree.position(label: label))
    forget(id, label: label)
  }

  /// Restores consistency after an element that had the given id may have been changed in place.
  @inlinable @inline(__always)
  mutating func settle(_ place: OrderTree<Element>.Place, id: UnsafePointer<ID>) {
    if !identity.isID(id, of: place.element) {
      settleChangedID(place, id: id.pointee)
    }
  }

  @inlinable @inline(never)
  mutating func settleChangedID(_ place: OrderTree<Element>.Place, id: ID) {
    let newID = identity.id(of: place.element)
    guard isFree(newID, except: place) else {
      reportCollidingID(from: id, to: newID, outcome: "The element was removed.")
      place.element.deinitialize(count: 1)
      return removeHole(at: place, id: id)
    }
    reportChangedID(from: id, to: newID)
    index(place, under: newID, insteadOf: id)
  }

  @inlinable
  mutating func index(_ place: OrderTree<Element>.Place, under newID: ID, insteadOf id: ID) {
    guard !tree.isOneLeaf else { return }
    labelIndex.remove(LabelIndex.hash(id), place.label)
    labelIndex.insert(LabelIndex.hash(newID), place.label)
  }

  /// Whether no element has an id, except the one at the given place.
  @inlinable
  func isFree(_ id: ID, except place: OrderTree<Element>.Place) -> Bool {
    guard tree.isOneLeaf else { return label(id: id, except: place.label) == nil }
    guard let leaf = tree.rootHandle else { return true }
    return withExtendedLifetime(tree.root) {
      let offset = UnsafePointer(place.element) - UnsafePointer(leaf.elements)
      let rest = leaf.count - offset - 1
      return identity.firstIndex(of: id, in: leaf.elements, count: offset) == nil
        && identity.firstIndex(of: id, in: place.element + 1, count: rest) == nil
    }
  }

  /// Sets an element for an id, which need not be its own.
  @inlinable
  mutating func set(_ element: Element, for id: ID) {
    let ownID = identity.id(of: element)
    let index = index(id: id)
    if ownID != id {
      if index != nil, contains(id: ownID) {
        return reportCollidingID(from: id, to: ownID, outcome: "It was left unchanged.")
      }
      reportForeignElement(id: id, element: ownID)
    }
    if let index { self[index] = element } else { append(element) }
  }
}

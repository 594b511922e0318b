import HashTreeCollections

extension IdentifiedArray {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func index(id: ID) -> Int? {
    guard tree.isOneLeaf else { return labels[id].map { tree.position(label: $0) } }
    return offset(id: id)
  }

  /// Whether there is an element with an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func contains(id: ID) -> Bool {
    tree.isOneLeaf ? offset(id: id) != nil : labels[id] != nil
  }

  /// The element with an id.
  ///
  /// Setting `nil` removes the element; setting an element where there is none appends it. An element is always
  /// found under the id that it has: setting one under another, or changing its id in place, reports an issue.
  ///
  /// - Complexity: O(log `count`) on average. Changing an element in place copies nothing if no copy of
  ///   the array exists, and otherwise what lies between the element and the root of the tree.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      withExtendedLifetime(tree.root) { pointer(id: id)?.pointee }
    }
    set {
      if let newValue { set(newValue, for: id) } else { remove(id: id) }
    }
    _modify {
      if let pointer = uniquePointer(id: id) {
        var element: Element? = pointer.move()
        defer { putBack(&element, at: pointer, id: id) }
        yield &element
      } else {
        var element: Element?
        defer { if let element { set(element, for: id) } }
        yield &element
      }
    }
  }
}

extension IdentifiedArray {
  /// Where an id stands in the only leaf.
  @inlinable @inline(__always)
  func offset(id: ID) -> Int? {
    withExtendedLifetime(tree.root) {
      guard let leaf = tree.rootHandle else { return nil }
      return identity.firstIndex(of: id, in: leaf.elements, count: leaf.count)
    }
  }

  @inlinable @inline(__always)
  func pointer(id: ID) -> UnsafeMutablePointer<Element>? {
    guard let root = tree.rootHandle else { return nil }
    guard root.isLeaf else { return labels[id].map { tree.pointer(label: $0) } }
    return offset(id: id).map { root.elements + $0 }
  }

  @inlinable @inline(__always)
  mutating func uniquePointer(id: ID) -> UnsafeMutablePointer<Element>? {
    guard tree.isOneLeaf else {
      guard let label = labels[id] else { return nil }
      return tree.uniquePointer(label: label)
    }
    guard let offset = offset(id: id) else { return nil }
    return tree.uniqueRoot().elements + offset
  }

  /// Ends a change in place through `subscript(id:)`, for which the element was moved out of the tree.
  @inlinable @inline(__always)
  mutating func putBack(_ element: inout Element?, at pointer: UnsafeMutablePointer<Element>, id: ID) {
    guard let changed = element.take() else { return removeHole(at: pointer, id: id) }
    pointer.initialize(to: changed)
    settle(pointer, id: id)
  }

  @inlinable @inline(never)
  mutating func removeHole(at pointer: UnsafeMutablePointer<Element>, id: ID) {
    let position = position(of: pointer, id: id)
    tree.removeHole(at: position)
    forget(id)
  }

  /// The position of an element whose place is known. Its slot may be uninitialised.
  @inlinable
  func position(of pointer: UnsafeMutablePointer<Element>, id: ID) -> Int {
    if let leaf = tree.rootHandle, leaf.isLeaf { return pointer - leaf.elements }
    guard let label = labels[id] else { preconditionFailure("Id of no element") }
    return tree.position(label: label)
  }

  /// Keeps ids and elements in line after an element that had the given id may have been changed in place.
  @inlinable @inline(__always)
  mutating func settle(_ pointer: UnsafeMutablePointer<Element>, id: ID) {
    if identity.firstIndex(of: id, in: pointer, count: 1) == nil {
      settleChangedID(pointer, id: id)
    }
  }

  @inlinable @inline(never)
  mutating func settleChangedID(_ pointer: UnsafeMutablePointer<Element>, id: ID) {
    let newID = identity.id(of: pointer)
    let position = position(of: pointer, id: id)
    guard isFree(newID, except: position) else {
      reportCollidingID(from: id, to: newID, outcome: "The element was removed.")
      pointer.deinitialize(count: 1)
      tree.removeHole(at: position)
      return forget(id)
    }
    reportChangedID(from: id, to: newID)
    if let label = labels.removeValue(forKey: id) { labels[newID] = label }
  }

  /// Whether no element but the one at a position, whose entry may be out of date, has an id.
  @inlinable
  func isFree(_ id: ID, except position: Int) -> Bool {
    guard let leaf = tree.rootHandle, leaf.isLeaf else { return labels[id] == nil }
    return withExtendedLifetime(tree.root) {
      identity.firstIndex(of: id, in: leaf.elements, count: position) == nil
        && identity.firstIndex(
          of: id,
          in: leaf.elements + position + 1,
          count: leaf.count - position - 1
        ) == nil
    }
  }

  /// Sets an element for an id that need not be its own.
  @inlinable
  mutating func set(_ element: Element, for id: ID) {
    let ownID = identity.id(of: element)
    if let index = index(id: id) {
      self[index] = element
    } else {
      if ownID != id { reportForeignElement(id: id, element: ownID) }
      append(element)
    }
  }
}

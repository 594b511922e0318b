import HashTreeCollections

extension IdentifiedArray {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func index(id: ID) -> Int? {
    labels[id].map { tree.position(label: $0) }
  }

  /// Whether there is an element with an id.
  ///
  /// - Complexity: O(log `count`) on average
  @inlinable
  public func contains(id: ID) -> Bool {
    labels[id] != nil
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
      labels[id].map { tree.element(label: $0) }
    }
    set {
      if let newValue { set(newValue, for: id) } else { remove(id: id) }
    }
    @inline(__always) _modify {
      let place = labels[id].map { tree.uniquePlace(label: $0) }
      // Moved out, because two references to what it holds would make each change copy that.
      var element = place.map { $0.element.move() }
      // A single `yield` for both cases: an accessor with two of them is not inlined, and then allocates.
      defer { putBack(element, at: place, id: id) }
      yield &element
    }
  }

  /// The element with an id, or a given one if there is none.
  ///
  /// A change appends the given element if there was none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - element: The element for an id that is not present, which has that id.
  /// - Complexity: O(log `count`) on average. A change copies the element.
  @inlinable
  public subscript(id id: ID, default element: @autoclosure () -> Element) -> Element {
    get { self[id: id] ?? element() }
    set { self[id: id] = newValue }
  }
}

extension IdentifiedArray {
  /// Ends a change in place through `subscript(id:)`.
  @inlinable @inline(__always)
  mutating func putBack(_ element: Element?, at place: OrderTree<Element>.Place?, id: ID) {
    switch (element, place) {
    case (let element?, let place?):
      place.element.initialize(to: element)
      settle(place, id: id)
    case (let element?, nil): set(element, for: id)
    case (nil, let place?): removeSlot(at: place, id: id)
    case (nil, nil): break
    }
  }

  /// Removes what is left of an element that was moved out.
  @inlinable
  mutating func removeSlot(at place: OrderTree<Element>.Place, id: ID) {
    labels[id] = nil
    tree.removeSlot(at: tree.position(label: place.label))
  }

  /// Restores consistency after an element that had the given id may have been changed in place.
  @inlinable @inline(__always)
  mutating func settle(_ place: OrderTree<Element>.Place, id: ID) {
    let newID = identity(place.element)
    if newID != id { settleChange(of: place, from: id, to: newID) }
  }

  @inlinable @inline(never)
  mutating func settleChange(of place: OrderTree<Element>.Place, from id: ID, to newID: ID) {
    guard labels[newID] == nil else {
      reportCollidingID(from: id, to: newID, outcome: "The element was removed.")
      place.element.deinitialize(count: 1)
      return removeSlot(at: place, id: id)
    }
    reportChangedID(from: id, to: newID)
    rename(id, to: newID)
  }

  @inlinable
  mutating func rename(_ id: ID, to newID: ID) {
    labels[newID] = labels.removeValue(forKey: id)
  }

  /// Sets an element for an id, which need not be its own.
  @inlinable
  mutating func set(_ element: Element, for id: ID) {
    let ownID = self.id(of: element)
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

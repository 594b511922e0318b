extension OrderTree {
  /// The places where elements may differ from an older version, if only elements in place have changed since, as far
  /// as that can be determined without aligning the versions; otherwise `nil`, in which case use
  /// ``commonRuns(with:isSame:isEqual:)``.
  ///
  /// This is the most frequent change, and the traversal skips everything that both versions share.
  ///
  /// - Parameters:
  ///   - old: The other version.
  ///   - identity: The elements' ids, which must be the same at each place.
  /// - Returns: The places, as ascending ranges.
  /// - Complexity: O(*n* · log `count`) for *n* changes in place since the versions diverged
  @inlinable
  func changedPlaces<ID>(since old: OrderTree, identity: ElementIdentity<ID, Value>) -> [Range<Int>]? {
    guard let new = rootHandle, let other = old.rootHandle else { return count == old.count ? [] : nil }
    var places: [Range<Int>] = []
    let areAligned = withExtendedLifetime((root, old.root)) {
      Self.collectChanges(new, other, from: 0, identity: identity, into: &places)
    }
    return areAligned ? places : nil
  }

  @inlinable
  static func collectChanges<ID>(
    _ new: Handle,
    _ old: Handle,
    from start: Int,
    identity: ElementIdentity<ID, Value>,
    into places: inout [Range<Int>]
  ) -> Bool {
    if new.header == old.header { return true }
    guard new.height == old.height, new.hasSameLabels(as: old) else { return false }
    if new.isLeaf {
      for index in 0..<new.count {
        let (x, y) = (new.elements + index, old.elements + index)
        if haveSameBits(x, y, MemoryLayout<Value>.size) { continue }
        guard identity.isSame(x, y) else { return false }
        places.note(start + index)
      }
      return true
    }
    var position = start
    for index in 0..<new.count {
      let (x, y) = (new.child(index), old.child(index))
      guard collectChanges(x, y, from: position, identity: identity, into: &places) else { return false }
      position += new.total(index)
    }
    return true
  }
}

extension [Range<Int>] {
  /// Adds a place after the last one, extending the last range if it is adjacent.
  @inlinable
  mutating func note(_ place: Int) {
    if let last, last.upperBound == place {
      self[count - 1] = last.lowerBound..<place + 1
    } else {
      append(place..<place + 1)
    }
  }
}

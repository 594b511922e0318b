/// Entries with the same hash and label are interchangeable, so a change may find either of them.
extension LabelIndex {
  /// Adds an entry.
  ///
  /// - Complexity: O(1) on average, in the sense of ``candidates(_:)``
  @usableFromInline
  mutating func insert(_ hash: UInt32, _ label: UInt64) {
    Self.insert(Entry(hash: hash, label: label), into: &root, level: 0)
  }

  /// Removes an entry, if present.
  ///
  /// - Complexity: O(1) on average, in the sense of ``candidates(_:)``
  @usableFromInline
  mutating func remove(_ hash: UInt32, _ label: UInt64) {
    Self.remove(Entry(hash: hash, label: label), from: &root, level: 0)
  }

  /// Changes the label of an entry, if present.
  ///
  /// - Complexity: O(1) on average, in the sense of ``candidates(_:)``
  @usableFromInline
  mutating func update(_ hash: UInt32, from label: UInt64, to newLabel: UInt64) {
    Self.update(Entry(hash: hash, label: label), to: newLabel, in: &root, level: 0)
  }

  private static func slot(_ hash: UInt32, level: UInt32) -> Int {
    Int(truncatingIfNeeded: (hash >> (bitsPerLevel * level)) & 15)
  }

  private typealias Entry = LabelIndexNode.Entry

  private static func insert(_ entry: Entry, into place: inout LabelIndexNode?, level: UInt32) {
    guard let node = place?.handle else {
      let bucket = LabelIndexNode.bucket(capacity: 2)
      bucket.handle.append(entry)
      place = bucket
      return
    }
    let isUnique = isKnownUniquelyReferenced(&place)
    if node.isBranch {
      if !isUnique { place = node.copy() }
      guard let branch = place?.handle else { return }
      branch.count += 1
      insert(entry, into: &branch.children[slot(entry.hash, level: level)], level: level + 1)
    } else if node.count >= bucketLimit, level < lastLevel {
      place = split(node, level: level)
      insert(entry, into: &place, level: level)
    } else {
      if !isUnique || node.count == node.capacity { place = node.copy(extra: isUnique ? node.count : 1) }
      place?.handle.append(entry)
    }
  }

  /// A branch with the entries of a bucket.
  private static func split(_ bucket: LabelIndexNode.Handle, level: UInt32) -> LabelIndexNode {
    let branch = LabelIndexNode.branch()
    branch.handle.count = bucket.count
    for index in 0..<bucket.count {
      let entry = bucket.entries[index]
      insert(entry, into: &branch.handle.children[slot(entry.hash, level: level)], level: level + 1)
    }
    return branch
  }

  @discardableResult
  private static func remove(_ entry: Entry, from place: inout LabelIndexNode?, level: UInt32) -> Bool {
    guard let shared = place?.handle else { return false }
    if !isKnownUniquelyReferenced(&place) { place = shared.copy() }
    guard let node = place?.handle else { return false }
    if node.isBranch {
      let slot = slot(entry.hash, level: level)
      guard remove(entry, from: &node.children[slot], level: level + 1) else { return false }
      node.count -= 1
      if node.count <= bucketLimit / 2 { place = joined(node) }
      return true
    }
    guard let index = node.firstIndex(of: entry) else { return false }
    node.count -= 1
    node.entries[index] = node.entries[node.count]
    if node.count == 0 { place = nil }
    return true
  }

  /// A bucket with the entries of a branch; `nil` if it has none.
  private static func joined(_ branch: LabelIndexNode.Handle) -> LabelIndexNode? {
    guard branch.count > 0 else { return nil }
    let bucket = LabelIndexNode.bucket(capacity: branch.count)
    branch.forEachEntry { bucket.handle.append($0) }
    return bucket
  }

  private static func update(
    _ entry: Entry,
    to label: UInt64,
    in place: inout LabelIndexNode?,
    level: UInt32
  ) {
    guard let shared = place?.handle else { return }
    if !isKnownUniquelyReferenced(&place) { place = shared.copy() }
    guard let node = place?.handle else { return }
    if node.isBranch {
      update(entry, to: label, in: &node.children[slot(entry.hash, level: level)], level: level + 1)
    } else if let index = node.firstIndex(of: entry) {
      node.entries[index] = Entry(hash: entry.hash, label: label)
    }
  }
}

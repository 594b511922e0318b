/// The fixed part of a node of a ``LabelIndex``.
@usableFromInline
struct LabelIndexHeader {
  /// The number of entries in a bucket, or below a branch.
  @usableFromInline var count: UInt32
  /// The capacity of a bucket in entries; zero for a branch.
  @usableFromInline var capacity: UInt32

  @inlinable
  init(count: UInt32, capacity: UInt32) {
    self.count = count
    self.capacity = capacity
  }
}

/// A node of a ``LabelIndex``: a branch with up to sixteen children, or a bucket of unordered entries. An entry's
/// label is next to its hash, so that both are fetched together.
///
/// As with ``OrderNode``, a node shared by two versions is never written to.
@usableFromInline
final class LabelIndexNode: ManagedBuffer<LabelIndexHeader, UInt64> {
  @inlinable
  deinit {
    if handle.isBranch { handle.children.deinitialize(count: LabelIndex.fanOut) }
  }

  @inlinable
  var handle: Handle {
    @inline(__always) get { Handle(header: withUnsafeMutablePointerToHeader { $0 }) }
  }
}

extension LabelIndexNode {
  /// A view of a node's memory without reference counting, which does not keep the node alive.
  @usableFromInline
  struct Handle {
    @usableFromInline let header: UnsafeMutablePointer<LabelIndexHeader>

    @inlinable @inline(__always)
    init(header: UnsafeMutablePointer<LabelIndexHeader>) {
      self.header = header
    }
  }

  /// An entry of a bucket.
  @usableFromInline
  struct Entry: Equatable {
    @usableFromInline let hash: UInt32
    // Split in two, because the alignment of a single word would take a third more memory.
    @usableFromInline let low: UInt32
    @usableFromInline let high: UInt32

    @inlinable
    init(hash: UInt32, label: UInt64) {
      self.hash = hash
      low = UInt32(truncatingIfNeeded: label)
      high = UInt32(truncatingIfNeeded: label >> 32)
    }

    @inlinable
    var label: UInt64 {
      @inline(__always) get { UInt64(high) << 32 | UInt64(low) }
    }
  }

  /// - Parameter capacity: The number of entries to make room for.
  static func bucket(capacity: Int) -> LabelIndexNode {
    let words = (capacity * MemoryLayout<Entry>.stride + 7) / MemoryLayout<UInt64>.stride
    let buffer = LabelIndexNode.create(minimumCapacity: words) { _ in
      LabelIndexHeader(count: 0, capacity: UInt32(capacity))
    }
    let node = unsafeDowncast(buffer, to: LabelIndexNode.self)
    UnsafeMutableRawPointer(node.handle.header + 1).bindMemory(to: Entry.self, capacity: capacity)
    return node
  }

  static func branch() -> LabelIndexNode {
    let buffer = LabelIndexNode.create(minimumCapacity: LabelIndex.fanOut) { _ in
      LabelIndexHeader(count: 0, capacity: 0)
    }
    let node = unsafeDowncast(buffer, to: LabelIndexNode.self)
    UnsafeMutableRawPointer(node.handle.header + 1)
      .bindMemory(to: LabelIndexNode?.self, capacity: LabelIndex.fanOut)
      .initialize(repeating: nil, count: LabelIndex.fanOut)
    return node
  }
}

extension LabelIndexNode.Handle {
  @inlinable
  var isBranch: Bool {
    @inline(__always) get { header.pointee.capacity == 0 }
  }

  @inlinable
  var count: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.count) }
    nonmutating set { header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  @inlinable
  var capacity: Int {
    @inline(__always) get { Int(truncatingIfNeeded: header.pointee.capacity) }
  }

  /// The children of a branch.
  @inlinable
  var children: UnsafeMutablePointer<LabelIndexNode?> {
    @inline(__always) get {
      UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: LabelIndexNode?.self)
    }
  }

  /// The entries of a bucket.
  @inlinable
  var entries: UnsafeMutablePointer<LabelIndexNode.Entry> {
    @inline(__always) get {
      UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: LabelIndexNode.Entry.self)
    }
  }

  /// The child in a slot of a branch, without retaining it.
  @inlinable @inline(__always)
  func child(_ slot: Int) -> LabelIndexNode.Handle? {
    guard let child = children[slot] else { return nil }
    return Unmanaged.passUnretained(child)._withUnsafeGuaranteedRef { $0.handle }
  }

  func append(_ entry: LabelIndexNode.Entry) {
    entries[count] = entry
    count += 1
  }

  func firstIndex(of entry: LabelIndexNode.Entry) -> Int? {
    (0..<count).first { entries[$0] == entry }
  }

  func forEachEntry(_ body: (LabelIndexNode.Entry) -> Void) {
    if isBranch {
      for slot in 0..<LabelIndex.fanOut { child(slot)?.forEachEntry(body) }
    } else {
      for index in 0..<count { body(entries[index]) }
    }
  }

  /// A node with the same contents; for a bucket, with room for `extra` more entries.
  func copy(extra: Int = 0) -> LabelIndexNode {
    if isBranch {
      let node = LabelIndexNode.branch()
      node.handle.children.update(from: children, count: LabelIndex.fanOut)
      node.handle.count = count
      return node
    }
    let node = LabelIndexNode.bucket(capacity: count + extra)
    node.handle.entries.update(from: entries, count: count)
    node.handle.count = count
    return node
  }
}

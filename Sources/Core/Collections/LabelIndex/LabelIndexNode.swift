/// The fixed part of a node of a ``LabelIndex``.
@usableFromInline
struct LabelIndexHeader {
  /// How many entries a bucket has, or how many there are below a branch.
  @usableFromInline var count: UInt32
  /// How many entries a bucket has room for; zero for a branch.
  @usableFromInline var capacity: UInt32

  @inlinable
  init(count: UInt32, capacity: UInt32) {
    self.count = count
    self.capacity = capacity
  }
}

/// A node of a ``LabelIndex``: a branch with sixteen children, some of which may be missing, or a bucket of
/// entries in no order. A bucket's tail holds its hashes and then its labels, so that a search reads one cache
/// line or two before it finds the right entry.
///
/// As with ``OrderNode``, a node that two versions share is never written to.
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
  /// A view of a node's memory that costs no reference counting, and keeps nothing alive.
  @usableFromInline
  struct Handle {
    @usableFromInline let header: UnsafeMutablePointer<LabelIndexHeader>

    @inlinable @inline(__always)
    init(header: UnsafeMutablePointer<LabelIndexHeader>) {
      self.header = header
    }
  }

  /// - Parameter capacity: How many entries there will be room for; even, so that labels are aligned.
  static func bucket(capacity: Int) -> LabelIndexNode {
    let words = capacity / 2 + capacity
    let buffer = LabelIndexNode.create(minimumCapacity: words) { _ in
      LabelIndexHeader(count: 0, capacity: UInt32(capacity))
    }
    let node = unsafeDowncast(buffer, to: LabelIndexNode.self)
    UnsafeMutableRawPointer(node.handle.header + 1).bindMemory(to: UInt32.self, capacity: capacity)
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

  /// The hashes of a bucket.
  @inlinable
  var hashes: UnsafeMutablePointer<UInt32> {
    @inline(__always) get { UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: UInt32.self) }
  }

  /// The labels of a bucket.
  @inlinable
  var labels: UnsafeMutablePointer<UInt64> {
    @inline(__always) get {
      UnsafeMutableRawPointer(hashes + capacity).assumingMemoryBound(to: UInt64.self)
    }
  }

  /// The child in a slot of a branch, without retaining it.
  @inlinable @inline(__always)
  func child(_ slot: Int) -> LabelIndexNode.Handle? {
    guard let child = children[slot] else { return nil }
    return Unmanaged.passUnretained(child)._withUnsafeGuaranteedRef { $0.handle }
  }

  func append(_ hash: UInt32, _ label: UInt64) {
    hashes[count] = hash
    labels[count] = label
    count += 1
  }

  func firstIndex(_ hash: UInt32, _ label: UInt64) -> Int? {
    (0..<count).first { hashes[$0] == hash && labels[$0] == label }
  }

  func forEachEntry(_ body: (UInt32, UInt64) -> Void) {
    if isBranch {
      for slot in 0..<LabelIndex.fanOut { child(slot)?.forEachEntry(body) }
    } else {
      for index in 0..<count { body(hashes[index], labels[index]) }
    }
  }

  /// A node with the same contents; a bucket with room for `extra` more.
  func copy(extra: Int = 0) -> LabelIndexNode {
    if isBranch {
      let node = LabelIndexNode.branch()
      node.handle.children.update(from: children, count: LabelIndex.fanOut)
      node.handle.count = count
      return node
    }
    let node = LabelIndexNode.bucket(capacity: max(2, (count + extra + 1) & ~1))
    node.handle.hashes.update(from: hashes, count: count)
    node.handle.labels.update(from: labels, count: count)
    node.handle.count = count
    return node
  }
}

/// A persistent map from the hashes of ids to the labels of elements in an ``OrderTree``.
///
/// It stores no ids: a lookup tries the labels for the id's hash, nearly always a single one, and compares the
/// element found there, which has to be read anyway. An entry therefore takes twelve bytes whatever the type of the
/// ids, a search touches half as much memory as a dictionary's, and the index is compiled once for all types.
///
/// It is a trie on the bits of the hash, four per level, with leaf buckets of up to 32 entries. Copying it copies one
/// reference; a change copies the nodes on its path that are shared with another version.
@usableFromInline
struct LabelIndex: @unchecked Sendable {
  @usableFromInline var root: LabelIndexNode?

  @inlinable
  init() {
    root = nil
  }

  @inlinable static var fanOut: Int { 16 }
  @inlinable static var bitsPerLevel: UInt32 { 4 }
  static var bucketLimit: Int { 32 }
  /// The level at which no bits are left, so that a bucket takes any number of entries.
  static var lastLevel: UInt32 { 8 }

  /// The part of an id's hash that the index uses.
  @inlinable @inline(__always)
  static func hash(_ id: some Hashable) -> UInt32 {
    let hash = UInt(bitPattern: id.hashValue)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

extension LabelIndex {
  /// The number of entries.
  @inlinable
  var count: Int { root?.handle.count ?? 0 }

  @inlinable
  var isEmpty: Bool {
    @inline(__always) get { root == nil }
  }

  /// Whether neither index has had an entry added, removed or changed since one was copied from the other. For two
  /// empty indexes the answer is meaningless, because an array of one leaf has no index.
  @inlinable
  func isIdentical(to other: LabelIndex) -> Bool {
    root != nil && root === other.root
  }

  /// The labels for a hash.
  ///
  /// The index must not change while they are iterated.
  ///
  /// - Complexity: O(1) on average: as many levels as `count` has hexadecimal digits, minus one or two
  @inlinable @inline(__always)
  func candidates(_ hash: UInt32) -> Candidates {
    guard let root else { return Candidates(hash: hash, bucket: nil) }
    var node = Unmanaged.passUnretained(root)._withUnsafeGuaranteedRef { $0.handle }
    var rest = hash
    while node.isBranch {
      guard let child = node.child(Int(truncatingIfNeeded: rest & 15)) else {
        return Candidates(hash: hash, bucket: nil)
      }
      node = child
      rest >>= Self.bitsPerLevel
    }
    return Candidates(hash: hash, bucket: node)
  }

  @usableFromInline
  struct Candidates: IteratorProtocol {
    @usableFromInline let hash: UInt32
    @usableFromInline let bucket: LabelIndexNode.Handle?
    @usableFromInline var index = 0

    @inlinable @inline(__always)
    init(hash: UInt32, bucket: LabelIndexNode.Handle?) {
      self.hash = hash
      self.bucket = bucket
    }

    @inlinable @inline(__always)
    mutating func next() -> UInt64? {
      guard let bucket else { return nil }
      let entries = bucket.entries
      let count = bucket.count
      while index < count {
        defer { index &+= 1 }
        if entries[index].hash == hash { return entries[index].label }
      }
      return nil
    }
  }
}

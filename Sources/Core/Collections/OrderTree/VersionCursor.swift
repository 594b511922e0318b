/// Walks through two versions of a tree at once, and skips the nodes that they share.
///
/// Elements with the same label face each other: labels survive edits elsewhere, and a node has the same
/// labels in both versions. So the cursor passes the lower of two labels and opens the higher of two nodes,
/// and thus reaches each shared node in both versions at the same time.
///
/// It handles addresses instead of elements and ids, so that comparing lists of a type known only at run time
/// looks up no types.
@usableFromInline
struct VersionCursor {
  private var old: Place
  private var new: Place
  private let isByPosition: Bool
  private let known: EqualNodes?
  /// The kind of the next two elements, if they have been compared.
  private var compared: VersionRun.Kind?
  /// The nodes that face each other, if some are known to have equal elements.
  @usableFromInline var visited: [(AnyObject, AnyObject)] = []

  /// - Parameters:
  ///   - old: The root of the older version. Any tree is valid, but only a relative shares nodes.
  ///   - new: The root of the newer version.
  ///   - isByPosition: Whether the elements at the same position face each other, whatever their labels.
  ///   - known: Further nodes that are known to have equal elements.
  @usableFromInline
  init<Value>(
    from old: OrderNode<Value>,
    to new: OrderNode<Value>,
    isByPosition: Bool = false,
    known: EqualNodes? = nil
  ) {
    let (stride, alignment) = (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    self.old = Place(root: old, stride: stride, alignment: alignment)
    self.new = Place(root: new, stride: stride, alignment: alignment)
    (self.isByPosition, self.known) = (isByPosition, known)
  }

  /// The next run; `nil` at the end. The runs cover both versions. One may continue the one before.
  ///
  /// - Parameter compare: Compares two elements that face each other.
  @usableFromInline
  mutating func next(_ compare: (UnsafeRawPointer, UnsafeRawPointer) -> VersionRun.Kind) -> VersionRun? {
    while let a = old.node, let b = new.node {
      if old.offset == new.offset, isEqual(a, b) { return take(old.rest, new.rest, .shared) }
      let (x, y) = isByPosition ? (0, 0) : (old.label(0), new.label(0))
      if x < y {
        if old.height == 0 { return take(1, 0, .gap) }
        old.descend()
      } else if y < x {
        if new.height == 0 { return take(0, 1, .gap) }
        new.descend()
      } else {
        let height = max(old.height, new.height)
        if height == 0 { return takeElements(compare) }
        if new.height == height { new.descend() }
        if old.height == height { old.descend() }
      }
    }
    let rest = VersionRun(old: old.finish(), new: new.finish(), kind: .gap)
    return rest.isEmpty ? nil : rest
  }

  /// All runs, each as long as possible.
  mutating func runs(_ compare: (UnsafeRawPointer, UnsafeRawPointer) -> VersionRun.Kind) -> [VersionRun] {
    var runs: [VersionRun] = []
    runs.reserveCapacity(4)
    while let run = next(compare) { runs.extend(run) }
    return runs
  }

  private mutating func isEqual(_ a: Unmanaged<AnyOrderNode>, _ b: Unmanaged<AnyOrderNode>) -> Bool {
    if a.toOpaque() == b.toOpaque() { return true }
    guard let known, old.offset == 0 else { return false }
    let pair = (a.takeUnretainedValue(), b.takeUnretainedValue())
    if known.contains(pair.0, pair.1) { return true }
    if pair.0.count == pair.1.count { visited.append(pair) }
    return false
  }

  /// Takes the elements of two leaves that face each other and compare alike.
  private mutating func takeElements(
    _ compare: (UnsafeRawPointer, UnsafeRawPointer) -> VersionRun.Kind
  ) -> VersionRun {
    let kind = compared ?? compare(old.element(0), new.element(0))
    compared = nil
    let limit = min(old.rest, new.rest)
    var count = 1
    while count < limit, isByPosition || old.label(count) == new.label(count) {
      let next = compare(old.element(count), new.element(count))
      if next != kind {
        compared = next
        break
      }
      count += 1
    }
    return take(count, count, kind)
  }

  private mutating func take(_ oldCount: Int, _ newCount: Int, _ kind: VersionRun.Kind) -> VersionRun {
    VersionRun(old: old.consume(oldCount), new: new.consume(newCount), kind: kind)
  }
}

extension VersionCursor {
  /// A place in one of the versions: at the start of a subtree, or within a leaf.
  fileprivate struct Place {
    /// Keeps the nodes alive. The others are not retained: counting references would take longer than all else.
    private let root: AnyOrderNode
    private let stride: Int
    private let alignment: Int
    /// The next subtree; `nil` at the end.
    private(set) var node: Unmanaged<AnyOrderNode>?
    /// The number of elements of `node` that are consumed; nonzero only in a leaf.
    private(set) var offset = 0
    /// The number of elements of the tree that are consumed.
    private var position = 0
    /// The parent of `node`, with the slot taken.
    private var parent: (node: Unmanaged<AnyOrderNode>, slot: Int)?
    /// The ancestors of the parent from the root down.
    private var path: [(node: Unmanaged<AnyOrderNode>, slot: Int)] = []

    init(root: AnyOrderNode, stride: Int, alignment: Int) {
      (self.root, self.stride, self.alignment) = (root, stride, alignment)
      if root.count > 0 { node = .passUnretained(root) }
      path.reserveCapacity(root.height)
    }

    private func read<Result>(_ body: (AnyOrderNode) -> Result) -> Result {
      withExtendedLifetime(root) { (node ?? .passUnretained(root))._withUnsafeGuaranteedRef(body) }
    }

    var height: Int { read { $0.height } }
    /// The label of a node's next element, or of one after it.
    func label(_ distance: Int) -> UInt64 { read { $0.labels[offset + distance] } }
    /// The number of elements of the node that are still to be consumed.
    var rest: Int { read { $0.count } - offset }
    /// The next element of a leaf, or one after it.
    func element(_ distance: Int) -> UnsafeRawPointer {
      read { UnsafeRawPointer($0.slots.alignedUp(toMultipleOf: alignment) + (offset + distance) * stride) }
    }

    /// Enters a branch.
    mutating func descend() {
      guard let node else { return }
      if let parent { path.append(parent) }
      parent = (node, 0)
      self.node = Self.child(0, of: node)
    }

    private static func child(_ slot: Int, of branch: Unmanaged<AnyOrderNode>) -> Unmanaged<AnyOrderNode>? {
      branch._withUnsafeGuaranteedRef {
        slot < $0.slotCount ? $0.slots.assumingMemoryBound(to: Unmanaged.self)[slot] : nil
      }
    }

    /// Consumes some elements of a leaf, or all of any node.
    mutating func consume(_ count: Int) -> Range<Int> {
      let start = position
      position += count
      offset += count
      guard rest == 0 else { return start..<position }
      (offset, node) = (0, nil)
      while node == nil, let (branch, slot) = parent {
        node = Self.child(slot + 1, of: branch)
        parent = node == nil ? path.popLast() : (branch, slot + 1)
      }
      return start..<position
    }

    /// Consumes all that is left.
    mutating func finish() -> Range<Int> {
      defer { (node, position) = (nil, root.count) }
      return position..<root.count
    }
  }
}

/// A run of elements at one place in two versions of a list.
@usableFromInline
struct VersionRun: Equatable {
  @usableFromInline
  enum Kind {
    /// The versions have the same elements.
    case shared
    /// They have the elements with the same ids, which may differ.
    case changed
    /// Elements of one version that are missing from the other, or elsewhere in it.
    case gap
  }

  var old: Range<Int>
  var new: Range<Int>
  @usableFromInline var kind: Kind

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Adds a run that follows.
  mutating func extend(to next: VersionRun) {
    (old, new) = (old.lowerBound..<next.old.upperBound, new.lowerBound..<next.new.upperBound)
  }
}

extension [VersionRun] {
  /// Adds a run, extending the last one if it is of the same kind.
  mutating func extend(_ run: VersionRun) {
    if last?.kind == run.kind {
      self[count - 1].extend(to: run)
    } else if !run.isEmpty {
      append(run)
    }
  }

  /// The runs in which as many elements as possible have kept their order.
  ///
  /// - Parameter find: Finds an element in the new version, by its position in a gap of the old one.
  func aligned(_ find: (Int) -> (position: Int, kind: VersionRun.Kind)?) -> [VersionRun] {
    let gaps = filter { $0.kind == .gap }
    guard let end = last, !gaps.allSatisfy(\.old.isEmpty), !gaps.allSatisfy(\.new.isEmpty) else {
      return self
    }
    let elsewhere = gaps.flatMap(\.old).compactMap { position in
      find(position).map {
        VersionRun(old: position..<position + 1, new: $0.position..<$0.position + 1, kind: $0.kind)
      }
    }
    if elsewhere.isEmpty { return self }
    let found = (filter { $0.kind != .gap } + elsewhere).sorted { $0.old.lowerBound < $1.old.lowerBound }
    let kept = increasingSubsequence(of: found.map(\.new.lowerBound)) { found[$0].old.count }.map {
      found[$0]
    }
    var aligned: [VersionRun] = []
    var (old, new) = (0, 0)
    for run in kept {
      aligned.extend(VersionRun(old: old..<run.old.lowerBound, new: new..<run.new.lowerBound, kind: .gap))
      aligned.extend(run)
      (old, new) = (run.old.upperBound, run.new.upperBound)
    }
    aligned.extend(VersionRun(old: old..<end.old.upperBound, new: new..<end.new.upperBound, kind: .gap))
    return aligned
  }
}

/// Pairs of nodes that were found to have equal elements: versions derived from equal ones contain such nodes,
/// which need not be compared again.
@usableFromInline
package final class EqualNodes: @unchecked Sendable {
  // Unchecked: used by the thread that compares.
  /// The pairs by their first node. They retain their nodes, so that no other node gets the address of one.
  private var pairs: [ObjectIdentifier: (AnyObject, AnyObject)] = [:]

  /// The pairs to which comparisons add, if any: all of them must understand equality alike.
  @TaskLocal @usableFromInline package static var current: EqualNodes?

  package init() {}

  func contains(_ first: AnyObject, _ second: AnyObject) -> Bool {
    pairs[ObjectIdentifier(first)]?.1 === second
  }

  @usableFromInline
  func insert(_ nodes: [(AnyObject, AnyObject)]) {
    // Nodes of moments long past are not met again.
    if pairs.count >= 1 << 16 { pairs = [:] }
    for pair in nodes { pairs[ObjectIdentifier(pair.0)] = pair }
  }
}

extension OrderTree {
  /// Whether two versions have as many elements, each equivalent to its counterpart.
  ///
  /// - Parameters:
  ///   - known: The nodes that are known to have equivalent elements. Those that are found to have them are added.
  ///   - areEquivalent: Compares two elements. It must be reflexive: shared elements are skipped.
  @inlinable
  func elementsEqual(
    _ other: OrderTree,
    known: EqualNodes? = nil,
    by areEquivalent: (Value, Value) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    var cursor = VersionCursor(from: other.root, to: root, isByPosition: true, known: known)
    while let run = cursor.next({ theirs, mine in
      let (theirs, mine) = (
        theirs.assumingMemoryBound(to: Value.self), mine.assumingMemoryBound(to: Value.self)
      )
      return areEquivalent(mine.pointee, theirs.pointee) ? .shared : .changed
    }) {
      guard run.kind == .shared else { return false }
    }
    known?.insert(cursor.visited)
    return true
  }
}

import Core

/// What an expression came to for one value, kept while it is evaluated for another one that shares most of it.
///
/// Neighbouring moments have their state in common but for what one action changed. Where a part of an expression looks
/// into a collection that is the same version as last time, its result is the same and nothing is looked at. Where a
/// condition is counted over a collection of which the last version is known, only what differs is looked at.
///
/// A memo remembers one evaluation, so its size is that of the expression however many it serves.
public final class ExpressionMemo {
  /// How many results were taken from the last evaluation.
  private(set) var hits = 0
  /// How many elements were looked at, one after the other, by methods of collections.
  var elementsVisited: Int { counts.reduce(0) { $0 + $1.elementsVisited } }

  private var results: [Range<Int>: (base: Any, result: Any?)] = [:]
  /// One for each condition that is counted: few.
  private var counts: [RememberedCount] = []

  /// Creates a memo that remembers nothing.
  public init() {}

  /// Forgets everything, as one must when what is identical may read differently: shared values have changed.
  public func reset() {
    results = [:]
    counts = []
  }

  /// What a part of the expression came to last time, if what it looked into is the very same version.
  func result(of node: SyntaxNode, on base: Any) -> Any?? {
    guard let last = results[node.range], VersionIdentity.isSame(last.base, base) else { return nil }
    hits += 1
    return .some(last.result)
  }

  func note(_ result: Any?, of node: SyntaxNode, on base: Any) {
    results[node.range] = (base, result)
  }

  /// What is known about the elements for which a part of the expression holds.
  func count(of condition: SyntaxNode) -> RememberedCount? {
    counts.first { $0.condition.range == condition.range }
  }

  /// Keeps what is known about the elements for which a condition holds, in place of what was known before.
  func note(_ count: RememberedCount) {
    counts.removeAll { $0.condition.range == count.condition.range }
    counts.append(count)
  }
}

/// Whether two values of any type are one version of a collection.
enum VersionIdentity {
  static func canTell(_ type: Any.Type) -> Bool {
    type is any IdentityComparable.Type || type is any BufferIdentity.Type
  }

  /// - Returns: `false` if they are not, or if nobody can tell.
  /// - Complexity: O(1)
  static func isSame(_ old: Any, _ new: Any) -> Bool {
    if let old = old as? any IdentityComparable { return isIdentical(old, new) }
    guard let old = old as? any BufferIdentity, let new = new as? any BufferIdentity else { return false }
    return type(of: old) == type(of: new) && old.bufferPlace == new.bufferPlace
  }

  private static func isIdentical<Value: IdentityComparable>(_ old: Value, _ new: Any) -> Bool {
    (new as? Value).map(old.isIdentical(to:)) ?? false
  }
}

/// An array can be told by where its elements lie: as long as someone keeps it, nobody writes there.
private protocol BufferIdentity {
  /// The address of the first element and the number of elements.
  var bufferPlace: [Int] { get }
}

extension Array: BufferIdentity {
  fileprivate var bufferPlace: [Int] {
    withUnsafeBufferPointer { [isEmpty ? 0 : Int(bitPattern: $0.baseAddress), $0.count] }
  }
}

extension SyntaxNode {
  /// Whether it depends on nothing but the element that the method around it looks at.
  var isClosed: Bool {
    switch kind {
    case .name, .root: false
    default: kind.children.allSatisfy(\.isClosed)
    }
  }
}

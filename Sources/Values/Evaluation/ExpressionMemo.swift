import Core

/// The results of an expression for one value, kept for its evaluation for another value that shares most of it.
///
/// Neighbouring moments differ only in what one action changed. If a subexpression reads the same version of a
/// collection as last time, its result is reused. If a condition is counted over a collection whose last version is
/// known, only the differences are examined.
///
/// A memo stores one evaluation, so its size depends on the expression only.
public final class ExpressionMemo {
  /// The number of results that were reused.
  private(set) var hits = 0
  /// The number of elements that collection methods visited.
  var elementsVisited: Int { counts.reduce(0) { $0 + $1.elementsVisited } }

  private var results: [Range<Int>: (base: Any, result: Any?)] = [:]
  /// One for each counted condition; there are few.
  private var counts: [RememberedCount] = []

  /// Creates an empty memo.
  public init() {}

  /// Discards all results. Required when shared values have changed, since identical values may then read differently.
  public func reset() {
    results = [:]
    counts = []
  }

  /// The last result of a subexpression, if it was read from the same version.
  func result(of node: SyntaxNode, on base: Any) -> Any?? {
    guard let last = results[node.range], VersionIdentity.isSame(last.base, base) else { return nil }
    hits += 1
    return .some(last.result)
  }

  func note(_ result: Any?, of node: SyntaxNode, on base: Any) {
    results[node.range] = (base, result)
  }

  /// The count for a condition.
  func count(of condition: Term) -> RememberedCount? {
    counts.first { $0.condition.node.range == condition.node.range }
  }

  /// Stores the count for a condition, replacing the previous one.
  func note(_ count: RememberedCount) {
    counts.removeAll { $0.condition.node.range == count.condition.node.range }
    counts.append(count)
  }
}

/// Whether two values of any type are the same version of a collection.
enum VersionIdentity {
  static func canTell(_ type: Any.Type) -> Bool {
    type is any IdentityComparable.Type || type is any BufferIdentity.Type
  }

  /// - Returns: `false` if they are not, or if it cannot be determined.
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

/// An array is identified by the address of its elements: a buffer that is retained twice is never written in place.
private protocol BufferIdentity {
  /// The address of the first element, and the number of elements.
  var bufferPlace: [Int] { get }
}

extension Array: BufferIdentity {
  fileprivate var bufferPlace: [Int] {
    withUnsafeBufferPointer { [isEmpty ? 0 : Int(bitPattern: $0.baseAddress), $0.count] }
  }
}

extension SyntaxNode {
  /// Whether it depends only on the current element of the enclosing method.
  var isClosed: Bool {
    switch kind {
    case .name, .root: false
    default: kind.children.allSatisfy(\.isClosed)
    }
  }
}

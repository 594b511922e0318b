import Core

/// The results of an expression for one value, kept for its evaluation for another value that shares most of it.
///
/// Neighbouring moments differ only in what one action changed. If what the expression reads is the same as last time, its
/// result is reused. If a condition is counted over a collection whose previous version is known, only the differences
/// are examined.
///
/// A memo keeps one root value alive, and one evaluation of the expression for it.
public final class ExpressionMemo {
  /// The number of results that were reused.
  private(set) var hits = 0
  /// The number of elements that collection methods visited.
  var elementsVisited: Int { counts.reduce(0) { $0 + $1.elementsVisited } }

  /// The result of the whole expression for the last root value.
  private var last: (root: Any, result: Result<ExpressionValue, Diagnostic>)?
  /// One for each counted condition; there are few.
  private var counts: [RememberedCount] = []

  /// Creates an empty memo.
  public init() {}

  /// Discards all results. Required when shared values have changed, since identical values may then read differently.
  public func reset() {
    last = nil
    counts = []
  }

  /// The last result of the whole expression, if the root value has the same inputs.
  func result(for root: Any, _ inputs: ExpressionInputs) -> Result<ExpressionValue, Diagnostic>? {
    guard let last, inputs.areSame(last.root, root) else { return nil }
    hits += 1
    return last.result
  }

  func note(_ result: Result<ExpressionValue, Diagnostic>, for root: Any) { last = (root, result) }

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

/// The parts of the root value that an expression reads. While these do not change, neither does its result.
struct ExpressionInputs {
  /// The byte ranges of these parts in the root value.
  private var ranges: [Range<Int>] = []

  mutating func add(_ range: Range<Int>) { ranges.append(range) }

  /// Whether two root values of the same type have the same inputs: the same bytes. Both values are alive, so equal
  /// references refer to the same copy-on-write storage, which cannot have been changed in place.
  ///
  /// - Returns: May be `false` for equal inputs.
  func areSame(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) == type(of: new) else { return false }
    return withAddress(of: old) { old in withAddress(of: new) { areSame(old, $0) } }
  }

  /// Whether the root values at two addresses have the same inputs.
  func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    ranges.allSatisfy { haveSameBits(old + $0.lowerBound, new + $0.lowerBound, size: $0.count) }
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

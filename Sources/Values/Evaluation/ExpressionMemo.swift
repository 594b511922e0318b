import Core

/// The results of an expression for one value, kept for its evaluation for another value that shares most of it.
///
/// Neighbouring moments differ only in what one action changed. If a subexpression reads the same version of a
/// collection as last time, its result is reused. If a condition is counted over a collection whose last version is
/// known, only the differences are examined.
///
/// A memo keeps one root value alive, and one evaluation of the expression for it.
public final class ExpressionMemo {
  /// The number of results that were reused.
  private(set) var hits = 0
  /// The number of elements that collection methods visited.
  var elementsVisited: Int { counts.reduce(0) { $0 + $1.elementsVisited } }

  /// The result of the whole expression for the last root value.
  private var last: (root: Any, result: Result<ExpressionValue, Diagnostic>)?
  private var results: [Range<Int>: (base: Any, result: Any?)] = [:]
  /// One for each counted condition; there are few.
  private var counts: [RememberedCount] = []

  /// Creates an empty memo.
  public init() {}

  /// Discards all results. Required when shared values have changed, since identical values may then read differently.
  public func reset() {
    last = nil
    results = [:]
    counts = []
  }

  /// The last result of the whole expression, if the root value has the same inputs.
  func result(for root: Any, _ inputs: ExpressionInputs) -> Result<ExpressionValue, Diagnostic>? {
    guard let last, inputs.areSame(last.root, root) else { return nil }
    hits += 1
    return last.result
  }

  func note(_ result: Result<ExpressionValue, Diagnostic>, for root: Any) { last = (root, result) }

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
    ranges.allSatisfy { hasSameBytes(old + $0.lowerBound, new + $0.lowerBound, $0.count) }
  }
}

/// Whether the memory at two addresses is the same.
func hasSameBytes(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ count: Int) -> Bool {
  (0..<count).allSatisfy {
    old.load(fromByteOffset: $0, as: UInt8.self) == new.load(fromByteOffset: $0, as: UInt8.self)
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

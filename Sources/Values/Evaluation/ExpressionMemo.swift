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
  var elementsVisited: Int { counts.reduce(0) { $0 + $1.count.elementsVisited } }

  /// The result of the whole expression for the last root value.
  private var last: (root: Any, result: Result<ExpressionValue, Diagnostic>)?
  /// One for each counted condition, by its place; there are few.
  private var counts: [(place: Range<Int>, count: RememberedCount)] = []

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
  func count(of condition: SyntaxNode) -> RememberedCount? {
    counts.first { $0.place == condition.range }?.count
  }

  /// Keeps the count for a condition.
  func note(_ count: RememberedCount, of condition: SyntaxNode) {
    if self.count(of: condition) == nil { counts.append((condition.range, count)) }
  }
}

/// The elements of a list for which a condition holds, updated from one version of the list to the next.
final class RememberedCount {
  private let elements: Shape.Elements
  private var last: Any?
  /// The condition's value for each element, so that it need not be evaluated again for an unchanged element; `nil` if
  /// it has none.
  private var answers: [Bool?] = []
  private var (matching, unknown) = (0, 0)
  /// The number of elements that were visited.
  private(set) var elementsVisited = 0

  init(of elements: Shape.Elements) { self.elements = elements }

  /// Updates the count to another version.
  ///
  /// - Parameter holds: Evaluates the condition for an element; `nil` if it has no value.
  /// - Returns: The number of elements for which the condition holds, and that of all; `nil` if it has no value for some,
  ///   because the result of a method then depends on their order.
  /// - Complexity: O(changes) evaluations of the condition.
  func update(to list: Any, _ holds: (Value) -> Bool?) -> (matching: Int, total: Int)? {
    withAddress(of: list) { new in
      var regions = last.flatMap { last in
        type(of: last) == type(of: list)
          ? withAddress(of: last) { elements.regions(from: $0, to: new) } : nil
      }
      if regions == nil {
        (answers, matching, unknown) = ([], 0, 0)
        regions = [DifferingRegion(old: 0..<0, new: 0..<elements.count(of: new))]
      }
      for region in regions ?? [] {
        // The part before this position is already up to date.
        let start = region.new.lowerBound
        let known = start..<start + region.old.count
        for index in known { note(answers[index], -1) }
        let found = region.new.map { answer(at: $0, of: new, holds) }
        answers.replaceSubrange(known, with: found)
      }
    }
    last = list
    return unknown == 0 ? (matching, answers.count) : nil
  }

  private func answer(at position: Int, of list: UnsafeRawPointer, _ holds: (Value) -> Bool?)
    -> Bool?
  {
    elementsVisited += 1
    let answer = elements.read(position, of: list) { holds(Value(Peek(at: $0, elements.shape))) } ?? nil
    note(answer, 1)
    return answer
  }

  private func note(_ answer: Bool?, _ change: Int) {
    if answer == true { matching += change } else if answer == nil { unknown += change }
  }
}

/// The parts of the root value that an expression reads. While these do not change, neither does its result.
struct ExpressionInputs {
  /// The byte ranges of these parts in the root value.
  private var ranges: [Range<Int>] = []

  /// - Returns: `nil` if the expression also reads anything else, such as the virtual time.
  init?(of node: SyntaxNode, in root: Shape) {
    guard root.typeKind == .structure, add(node, root, []) else { return nil }
  }

  /// - Parameter bound: The names of parameters around the node.
  private mutating func add(_ node: SyntaxNode, _ root: Shape, _ bound: [String]) -> Bool {
    switch node.kind {
    case .root:
      ranges.append(0..<root.size)
      return true
    case .name(let name):
      if bound.contains(name) { return true }
      guard let member = Members.of(root)[name] else { return false }
      // A computed member may depend on the whole value.
      ranges.append(member.bytes ?? 0..<root.size)
      return true
    case .call("before", _): return false
    case .closure(let names, let body): return add(body, root, bound + names.map(\.text))
    default:
      for child in node.kind.children where !add(child, root, bound) { return false }
      return true
    }
  }

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
  /// Whether it depends only on the parameters of the closure that it is, or is in.
  var isClosed: Bool { isClosed(in: []) }

  private func isClosed(in bound: [String]) -> Bool {
    switch kind {
    case .name(let name): bound.contains(name)
    case .root, .call("before", _): false
    case .closure(let names, let body): body.isClosed(in: bound + names.map(\.text))
    default: kind.children.allSatisfy { $0.isClosed(in: bound) }
    }
  }
}

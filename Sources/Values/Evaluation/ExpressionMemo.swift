import Core

/// The results of an expression for one value, kept for its evaluation for another value that shares most of it.
///
/// Neighbouring moments differ only in what one action changed. If what the expression reads is the same as last time,
/// its result is reused. If a condition is counted over a collection whose previous version is known, only the
/// differences are examined.
///
/// A memo keeps one root value alive, and one evaluation of the expression for it.
public final class ExpressionMemo {
  /// The number of results that were reused.
  private(set) var hits = 0
  /// The number of elements that collection methods visited.
  var elementsVisited: Int { answers.reduce(0) { $0 + $1.answers.elementsVisited } }

  /// The result of the whole expression for the last root value.
  private var last: (root: Any, result: Result<ExpressionValue, Diagnostic>)?
  /// The answers of each closure, by its place. A list, because there are few.
  private var answers: [(place: Range<Int>, answers: AnyRememberedAnswers)] = []

  /// Creates an empty memo.
  public init() {}

  /// Discards all results. Required when shared values have changed, since identical values may then read differently.
  public func reset() {
    last = nil
    answers = []
  }

  /// The last result of the whole expression, if the root value has the same inputs.
  func result(for root: Any, _ inputs: ExpressionInputs) -> Result<ExpressionValue, Diagnostic>? {
    guard let last, inputs.areSame(last.root, root) else { return nil }
    hits += 1
    return last.result
  }

  func note(_ result: Result<ExpressionValue, Diagnostic>, for root: Any) { last = (root, result) }

  /// The answers of a closure.
  func answers(of closure: SyntaxNode) -> AnyRememberedAnswers? {
    answers.first { $0.place == closure.range }?.answers
  }

  /// Keeps the answers of a closure.
  func note(_ known: AnyRememberedAnswers, of closure: SyntaxNode) {
    if answers(of: closure) == nil { answers.append((closure.range, known)) }
  }
}

/// The remembered values of a closure for the elements of a list.
class AnyRememberedAnswers {
  /// The number of elements that were visited.
  fileprivate(set) var elementsVisited = 0
}

/// The values of a closure for the elements of a list, updated from one version of the list to the next.
final class RememberedAnswers<Answers: ElementAnswers>: AnyRememberedAnswers {
  private let elements: Shape.Elements
  private var last: Any?
  private var answers: Answers

  init(of elements: Shape.Elements, _ answers: Answers) {
    (self.elements, self.answers) = (elements, answers)
  }

  /// Updates the answers to another version.
  ///
  /// - Parameter answer: The value of the closure for an element; `nil` if it fails.
  /// - Returns: The answers; `nil` if the closure fails for an element, because a method's result then
  ///   depends on the order.
  /// - Complexity: O(changes) calls of the closure.
  func update(to list: Any, _ answer: (Value) -> Answers.Answer?) -> Answers? {
    let isUpdated = withAddress(of: list) { new in
      let regions = last.flatMap { last in
        type(of: last) == type(of: list) ? withAddress(of: last) { elements.regions(from: $0, to: new) } : nil
      }
      let all = DifferingRegion(old: 0..<answers.count, new: 0..<elements.count(of: new))
      return (regions ?? [all]).allSatisfy { region in
        // The part before this position is already up to date.
        let start = region.new.lowerBound
        return answers.replace(start..<start + region.old.count, with: region.new) { position in
          elementsVisited += 1
          return elements.read(position, of: new) { answer(Value(Peek(at: $0, elements.shape))) } ?? nil
        }
      }
    }
    last = isUpdated ? list : nil
    return isUpdated && answers.areComplete ? answers : nil
  }
}

/// The answers for the elements of a list, in their order.
protocol ElementAnswers {
  associatedtype Answer
  var count: Int { get }
  /// Whether there is one for each element.
  var areComplete: Bool { get }
  /// Replaces some answers with those for the elements at some positions.
  ///
  /// - Returns: Whether they can be updated again.
  mutating func replace(_ known: Range<Int>, with positions: Range<Int>, _ answer: (Int) -> Answer?) -> Bool
}

/// Counts the elements for which a condition holds.
struct CountedAnswers: ElementAnswers {
  private var answers: [Bool?] = []
  private(set) var matching = 0
  private var unknown = 0

  var count: Int { answers.count }
  var areComplete: Bool { unknown == 0 }

  mutating func replace(_ known: Range<Int>, with positions: Range<Int>, _ answer: (Int) -> Bool?) -> Bool {
    for answer in answers[known] { note(answer, -1) }
    let found = positions.map(answer)
    for answer in found { note(answer, 1) }
    answers.replaceSubrange(known, with: found)
    return true
  }

  private mutating func note(_ answer: Bool?, _ change: Int) {
    if answer == true { matching += change } else if answer == nil { unknown += change }
  }
}

/// The parts of the root value that an expression reads. While these do not change, neither does its result.
struct ExpressionInputs {
  /// The byte ranges of these parts in the root value.
  private var ranges: [Range<Int>] = []

  /// - Returns: `nil` if the expression also reads anything else, such as the virtual time.
  init?(of node: SyntaxNode, in root: Shape) {
    guard root.typeKind == .structure else { return nil }
    for reference in node.references() {
      switch reference.kind {
      case .root: ranges.append(0..<root.size)
      case .name(let name):
        guard let member = Members.of(root)[name] else { return nil }
        // A computed member may depend on the whole value.
        ranges.append(member.bytes ?? 0..<root.size)
      default: return nil
      }
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
  /// The parts that refer to something outside the expression: the root, names, and the past.
  ///
  /// - Parameter bound: The names of parameters around it.
  func references(besides bound: [String] = []) -> [SyntaxNode] {
    switch kind {
    case .name(let name) where bound.contains(name): []
    case .name, .root, .call("before", _): [self]
    case .closure(let names, let body): body.references(besides: bound + names.map(\.text))
    default: kind.children.flatMap { $0.references(besides: bound) }
    }
  }

  /// Whether it is a closure, or part of one, that depends only on its parameters.
  var isClosed: Bool { references().isEmpty }
}

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
  package private(set) var hits = 0
  /// The number of elements that collection methods visited.
  var elementsVisited: Int { answers.reduce(0) { $0 + $1.answers.elementsVisited } }

  /// The last root value, and the result of the whole expression for it.
  // Unchecked: nothing that the accesses call returns here.
  @exclusivity(unchecked) private var root: Peek?
  @exclusivity(unchecked) private var result: Result<Value, any Error> = .success(.null)
  /// The answers of each closure, by its place. A list, because there are few.
  private var answers: [(place: Range<Int>, answers: AnyRememberedAnswers)] = []

  /// Creates an empty memo.
  public init() {}

  /// Discards all results. Required when shared values have changed, since identical values may then read differently.
  public func reset() {
    root = nil
    answers = []
  }

  /// The last result of the whole expression, if the root value has the same inputs.
  func result(for root: Peek, _ inputs: ExpressionInputs) -> Result<Value, any Error>? {
    guard let known = self.root?.address, self.root?.shape === root.shape,
      inputs.areSame(known, root.address)
    else { return nil }
    hits += 1
    return result
  }

  /// - Parameter root: The root value, kept alive.
  func note(_ result: Result<Value, any Error>, for root: Peek) { (self.root, self.result) = (root, result) }

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

/// The values of a closure for the elements of a list, updated from one version of the list to the next. Each costs the
/// steps that it took, also when it is used again, so that the limit of an evaluation is the same for every memo.
final class RememberedAnswers<Answers: ElementAnswers>: AnyRememberedAnswers {
  private let elements: Shape.Elements
  private var last: Peek?
  private var answers: Answers
  /// The steps of each answer.
  private var steps: [Int] = []
  private var allSteps = 0

  init(of elements: Shape.Elements, _ answers: Answers) {
    (self.elements, self.answers) = (elements, answers)
  }

  /// Updates the answers to another version.
  ///
  /// - Parameter answer: The value of the closure for an element, `nil` if it fails, and the steps that it took.
  /// - Returns: The answers; `nil` if the closure fails for an element, because a method's result then
  ///   depends on the order.
  /// - Complexity: O(changes) calls of the closure.
  func update(to list: Peek, _ answer: (Value) -> (Answers.Answer?, steps: Int)) -> Answers? {
    let regions = last.flatMap { last in
      last.shape === list.shape ? elements.regions(from: last.address, to: list.address) : nil
    }
    let all = DifferingRegion(old: 0..<answers.count, new: 0..<list.count)
    if regions == nil { (steps, allSteps) = ([], 0) }
    let isUpdated = (regions ?? [all]).allSatisfy { region in
      // The part before this position is already up to date.
      let start = region.new.lowerBound
      let known = start..<start + region.old.count
      var taken: [Int] = []
      defer {
        let replaced = known.clamped(to: steps.indices)
        allSteps += taken.reduce(0, +) - steps[replaced].reduce(0, +)
        steps.replaceSubrange(replaced, with: taken)
      }
      return answers.replace(known, with: region.new) { position in
        elementsVisited += 1
        guard let (found, steps) = list.element(at: position).map({ answer(Value($0)) }) else { return nil }
        taken.append(steps)
        return found
      }
    }
    last = isUpdated ? list.kept : nil
    return isUpdated && answers.areComplete ? answers : nil
  }

  /// The steps of the answers up to a position, by default of all.
  func steps(to last: Int?) -> Int { last.map { steps[...$0].reduce(0, +) } ?? allSteps }
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

  /// The position of the first element for which the condition has a value.
  func position(of holds: Bool) -> Int? {
    matching == (holds ? 0 : count) ? nil : answers.firstIndex(of: holds)
  }

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
  /// The elements of lists of which it reads nothing else.
  private var elements: [(range: Range<Int>, list: Shape.Elements, position: Int)] = []

  /// - Returns: `nil` if the expression also reads anything else, such as the virtual time.
  init?(of node: SyntaxNode, in root: Shape) {
    guard root.typeKind == .structure, add(node, root) else { return nil }
  }

  private mutating func add(_ node: SyntaxNode, _ root: Shape) -> Bool {
    switch node.kind {
    case .root: ranges.append(0..<root.size)
    case .name(let name):
      guard let member = Members.of(root)[name] else { return false }
      // A computed member may depend on the whole value.
      ranges.append(member.bytes ?? 0..<root.size)
    case .call("before", _): return false
    case .closure: return node.references().allSatisfy { add($0, root) }
    default:
      guard !addElement(node, root) else { return true }
      return node.kind.children.allSatisfy { add($0, root) }
    }
    return true
  }

  /// - Returns: Whether the node is an element of a list in the root value, or the id of one.
  private mutating func addElement(_ node: SyntaxNode, _ root: Shape) -> Bool {
    guard case .index(var base, let arguments, _) = node.kind, arguments.count == 1,
      arguments[0].label == nil,
      case .integer(let number) = arguments[0].value.kind, let position = Int(exactly: number), position >= 0
    else { return false }
    var areIDs = false
    if case .member(let list, "ids", _) = base.kind { (base, areIDs) = (list, true) }
    guard case .name(let name) = base.kind, let member = Members.of(root)[name], let range = member.bytes,
      !member.isOptional, let type = member.type, let list = type.elements,
      !areIDs || type.type is any IdentityComparable.Type
    else { return false }
    elements.append((range, list, position))
    return true
  }

  /// Whether the root values at two addresses have the same inputs: the same bytes, or elements in the same place. Both
  /// values are alive, so equal references refer to the same copy-on-write storage, which cannot have been changed in
  /// place.
  ///
  /// - Returns: May be `false` for equal inputs.
  func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    func haveSame(_ range: Range<Int>) -> Bool {
      haveSameBits(old + range.lowerBound, new + range.lowerBound, size: range.count)
    }
    return ranges.allSatisfy(haveSame)
      && elements.allSatisfy { range, list, position in
        haveSame(range)
          || list.areIdentical(at: position, in: old + range.lowerBound, new + range.lowerBound)
      }
  }
}

extension SyntaxNode {
  /// The parts that refer to something outside the expression: the root, names, and the past, each before what is in it.
  ///
  /// - Parameter bound: The names of parameters around it.
  func references(besides bound: [String] = []) -> [SyntaxNode] {
    switch kind {
    case .name(let name): bound.contains(name) ? [] : [self]
    case .root, .call("before", _): [self] + kind.children.flatMap { $0.references(besides: bound) }
    case .closure(let names, let body): body.references(besides: bound + names.map(\.text))
    default: kind.children.flatMap { $0.references(besides: bound) }
    }
  }

  /// Whether it is a closure, or part of one, that depends only on its parameters.
  var isClosed: Bool { references().isEmpty }
}

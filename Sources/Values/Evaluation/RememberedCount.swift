import Core

/// Of which elements of a collection a condition holds, kept up to date from one version of it to the next.
///
/// It is made for one type of collection, so that to go on to the next version asks the runtime nothing about types.
class RememberedCount {
  let condition: SyntaxNode
  /// How many elements were looked at.
  fileprivate(set) var elementsVisited = 0

  fileprivate init(_ condition: SyntaxNode) {
    self.condition = condition
  }

  /// Of how many elements the condition holds.
  var matching: Int { 0 }
  /// How many elements there are.
  var total: Int { 0 }

  /// Goes on to another version.
  ///
  /// - Returns: `false` if the value is a collection of another type.
  /// - Throws: Why the condition cannot be evaluated for an element. Nothing is known any more then.
  /// - Complexity: O(changes) evaluations of the condition.
  func update(to collection: Any, with evaluator: inout Evaluator) throws(Diagnostic) -> Bool { false }

  /// What is known about no version yet of such a collection.
  static func of(_ collection: any RegionDiffable, where condition: SyntaxNode) -> RememberedCount {
    func open<Version: RegionDiffable>(_ collection: Version) -> RememberedCount {
      VersionCount<Version>(condition)
    }
    return open(collection)
  }
}

private final class VersionCount<Version: RegionDiffable>: RememberedCount {
  private var last: Version?
  /// For each element whether the condition holds: what it came to for an element that is no longer there need not be
  /// found out again.
  private var answers: [Bool] = []
  private var matchingAnswers = 0

  override var matching: Int { matchingAnswers }
  override var total: Int { answers.count }

  override func update(to collection: Any, with evaluator: inout Evaluator) throws(Diagnostic) -> Bool {
    guard let version = unboxed(collection, as: Version.self) else { return false }
    let regions = last.map(version.differingRegions(from:)) ?? all(of: version)
    last = nil
    for region in regions {
      // What is before this place has been brought up to date.
      let start = region.new.lowerBound
      try replace(start..<start + region.old.count, with: region.new, of: version, &evaluator)
    }
    last = version
    return true
  }

  private func all(of version: Version) -> [DifferingRegion] {
    answers = []
    matchingAnswers = 0
    return [DifferingRegion(old: 0..<0, new: 0..<version.dumpCount)]
  }

  private func replace(
    _ known: Range<Int>,
    with positions: Range<Int>,
    of version: Version,
    _ evaluator: inout Evaluator
  ) throws(Diagnostic) {
    for index in known where answers[index] { matchingAnswers -= 1 }
    let common = min(known.count, positions.count)
    for position in positions.prefix(common) {
      answers[position] = try answer(at: position, of: version, &evaluator)
    }
    if known.count > common {
      answers.removeSubrange(known.dropFirst(common))
    } else if positions.count > common {
      var further: [Bool] = []
      for position in positions.dropFirst(common) {
        further.append(try answer(at: position, of: version, &evaluator))
      }
      answers.insert(contentsOf: further, at: known.upperBound)
    }
  }

  private func answer(at position: Int, of version: Version, _ evaluator: inout Evaluator) throws(Diagnostic)
    -> Bool
  {
    elementsVisited += 1
    let element = Reflection.flattened(version.dumpElement(at: position))
    let holds = try evaluator.condition(condition, for: element)
    if holds { matchingAnswers += 1 }
    return holds
  }
}

import Core

/// The elements of a collection for which a condition holds, updated from one version of the collection to the next.
///
/// It is specialized for one type of collection, so that an update needs no type lookups at run time.
class RememberedCount {
  let condition: Term
  /// The number of elements that were visited.
  fileprivate(set) var elementsVisited = 0

  fileprivate init(_ condition: Term) {
    self.condition = condition
  }

  /// The number of elements for which the condition holds.
  var matching: Int { 0 }
  /// The total number of elements.
  var total: Int { 0 }

  /// Updates the count to another version.
  ///
  /// - Returns: `false` if the value is a collection of another type.
  /// - Throws: Why the condition cannot be evaluated for an element; the count is then invalid.
  /// - Complexity: O(changes) evaluations of the condition.
  func update(to collection: Any, with evaluator: inout Evaluator) throws(Diagnostic) -> Bool { false }

  /// An empty count for collections of a type.
  static func of(_ collection: any RegionDiffable, where condition: Term) -> RememberedCount {
    func open<Version: RegionDiffable>(_ collection: Version) -> RememberedCount {
      VersionCount<Version>(condition)
    }
    return open(collection)
  }
}

private final class VersionCount<Version: RegionDiffable>: RememberedCount {
  private var last: Version?
  /// The condition's value for each element, so that it need not be evaluated again for an element that is unchanged.
  private var answers: [Bool] = []
  private var matchingAnswers = 0

  override var matching: Int { matchingAnswers }
  override var total: Int { answers.count }

  override func update(to collection: Any, with evaluator: inout Evaluator) throws(Diagnostic) -> Bool {
    guard let version = unboxed(collection, as: Version.self) else { return false }
    let regions = last.map(version.differingRegions(from:)) ?? all(of: version)
    last = nil
    for region in regions {
      // The part before this position is already up to date.
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
    let holds = try evaluator.condition(condition, for: version.dumpElement(at: position))
    if holds { matchingAnswers += 1 }
    return holds
  }
}

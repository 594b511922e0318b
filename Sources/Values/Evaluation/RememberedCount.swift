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

  /// The number of elements for which the condition holds, and that of all; `nil` if it cannot be evaluated for some,
  /// because the result of a method then depends on their order.
  var count: (matching: Int, total: Int)? { nil }

  /// Updates the count to another version.
  ///
  /// - Returns: `false` if the value is a collection of another type.
  /// - Complexity: O(changes) evaluations of the condition.
  func update(to collection: Any, with evaluator: inout Evaluator) -> Bool { false }

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
  /// The condition's value for each element, so that it need not be evaluated again for an unchanged element; `nil` if
  /// it has none.
  private var answers: [Bool?] = []
  private var (matching, unknown) = (0, 0)

  override var count: (matching: Int, total: Int)? { unknown == 0 ? (matching, answers.count) : nil }

  override func update(to collection: Any, with evaluator: inout Evaluator) -> Bool {
    guard let version = unboxed(collection, as: Version.self) else { return false }
    let regions = last.map(version.differingRegions(from:)) ?? all(of: version)
    last = nil
    for region in regions {
      // The part before this position is already up to date.
      let start = region.new.lowerBound
      replace(start..<start + region.old.count, with: region.new, of: version, &evaluator)
    }
    last = version
    return true
  }

  private func all(of version: Version) -> [DifferingRegion] {
    answers = []
    matching = 0
    unknown = 0
    return [DifferingRegion(old: 0..<0, new: 0..<version.dumpCount)]
  }

  private func replace(
    _ known: Range<Int>,
    with positions: Range<Int>,
    of version: Version,
    _ evaluator: inout Evaluator
  ) {
    for index in known { note(answers[index], -1) }
    let common = min(known.count, positions.count)
    for position in positions.prefix(common) {
      answers[position] = answer(at: position, of: version, &evaluator)
    }
    if known.count > common {
      answers.removeSubrange(known.dropFirst(common))
    } else if positions.count > common {
      var further: [Bool?] = []
      for position in positions.dropFirst(common) {
        further.append(answer(at: position, of: version, &evaluator))
      }
      answers.insert(contentsOf: further, at: known.upperBound)
    }
  }

  private func answer(at position: Int, of version: Version, _ evaluator: inout Evaluator) -> Bool? {
    elementsVisited += 1
    let holds = try? evaluator.condition(condition, for: version.dumpElement(at: position))
    note(holds, 1)
    return holds
  }

  private func note(_ answer: Bool?, _ change: Int) {
    if answer == true { matching += change } else if answer == nil { unknown += change }
  }
}

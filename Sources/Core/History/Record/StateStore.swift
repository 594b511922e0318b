/// The states that a session's record keeps, and those that it has made again of moments whose states it does not keep.
///
/// Shared by all records of a session, which know through it how to get a state back.
final class StateStore {
  /// How many states to keep; `nil` for all of them.
  var limit: Int? {
    didSet { (threshold, wholeCount) = (limit, 0) }
  }
  /// How many are kept.
  private(set) var count = 0
  /// Makes the states of a stretch of the record again, by the numbers of their moments.
  var remake: (MomentRecord) -> [Int: MomentRecord.Standing] = { _ in [:] }

  /// How many moments lie between two whose states are kept.
  private(set) var spacing = 1
  /// The moments whose states are kept only because they are likely to be looked at next.
  var postponed: [Int] = []
  /// How many moments were looked at to thin the record out.
  private(set) var visits = 0
  /// How many moments there were when it was thinned out last, and when all of it was.
  private var thinnedCount = 0
  private var wholeCount = 0
  /// At how many states the record is to be thinned out.
  private var threshold: Int?
  /// The states of the stretch that was looked at last. Whoever looks at one moment mostly looks at its neighbours next.
  private var stretch: [Int: MomentRecord.Standing] = [:]

  /// Whether there are so many that the record is to be thinned out.
  var isFull: Bool { threshold.map { count > $0 } ?? false }

  func noteKept() { count += 1 }
  func noteDropped() { count -= 1 }

  /// Begins to thin out a record.
  ///
  /// - Returns: The number of the first moment to look at.
  func beginThinning(of count: Int, limit: Int) -> Int {
    let isWhole = 2 * count >= 3 * wholeCount
    if isWhole { (wholeCount, spacing, postponed) = (count, max(1, 2 * count / limit), []) }
    defer { thinnedCount = count }
    let first = isWhole ? 0 : thinnedCount
    visits += count - first
    return first
  }

  /// Notes that the record has been thinned out. Where that has not led below the limit, as nothing was at rest for
  /// long, it is next tried when there are half as many states again as the limit allows.
  func noteThinned() {
    threshold = limit.map { max($0, count + max($0 / 2, 16)) }
    stretch = [:]
  }

  /// Where an engine stands at a moment for which that is not kept.
  func remade(record: MomentRecord) -> MomentRecord.Standing? {
    if let standing = stretch[record.number] { return standing }
    stretch = remake(record)
    return stretch[record.number]
  }
}

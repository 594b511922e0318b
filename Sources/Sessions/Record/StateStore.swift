/// The states kept by a session's record, and a cache of states recreated for moments whose states were dropped.
///
/// Shared by all records of a session, which use it to recreate states.
final class StateStore {
  /// The number of states to keep; `nil` for all of them.
  var limit: Int? {
    didSet { (threshold, wholeCount) = (limit, 0) }
  }
  // Unchecked, like the session below: code that changes it makes no calls.
  /// The number of states kept.
  @exclusivity(unchecked) var count = 0
  /// How often the engine was rebuilt.
  var rebuilds = SessionRebuilds()
  /// The session, while it exists.
  // Unsafe: the session sets this to `nil` at its end. A weak reference would make each later retain of the
  // session three times as slow.
  @exclusivity(unchecked) unowned(unsafe) var session: SessionCore?

  /// The minimum distance between two moments at rest whose states are kept.
  var spacing = 1
  /// The moments whose states are kept only because they are likely to be read next.
  var postponed: [Int] = []
  /// The number of moments visited to thin out the record.
  var visits = 0
  /// The number of moments when the record was last thinned out, and when it was last thinned out completely.
  private var thinnedCount = 0
  private var wholeCount = 0
  /// The number of states beyond which to thin out the record.
  private var threshold: Int?
  /// The states of the stretch read last: neighbouring moments are usually read next.
  private var stretch: [Int: MomentRecord.Standing] = [:]

  /// Whether the record must be thinned out.
  var isFull: Bool { threshold.map { count > $0 } ?? false }

  /// Begins to thin out a record.
  ///
  /// - Returns: The number of the first moment to visit.
  func beginThinning(of count: Int, limit: Int) -> Int {
    let isWhole = 2 * count >= 3 * wholeCount
    if isWhole { (wholeCount, spacing, postponed) = (count, max(1, 2 * count / limit), []) }
    defer { thinnedCount = count }
    let first = isWhole ? 0 : thinnedCount
    visits += count - first
    return first
  }

  /// Marks the end of thinning. If the count is still above the limit, because nothing was at rest for long, the next
  /// attempt is made when the count has grown by half the limit.
  func noteThinned() {
    threshold = limit.map { max($0, count + max($0 / 2, 16)) }
    stretch = [:]
  }

  /// The recreated standing of the engine at a moment whose own was dropped.
  func remade(record: MomentRecord) -> MomentRecord.Standing? {
    if let standing = stretch[record.number] { return standing }
    stretch = session?.remakeStates(around: record) ?? [:]
    return stretch[record.number]
  }
}

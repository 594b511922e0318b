/// The states that a session's record keeps, and those that it has made again of moments whose states it does not keep.
///
/// Shared by all records of a session, which know through it how to get a state back.
final class StateStore {
  /// How many states to keep; `nil` for all of them.
  var limit: Int? { didSet { threshold = limit } }
  /// How many are kept.
  private(set) var count = 0
  /// Makes the states of a stretch of the record again, by the numbers of their moments.
  var remake: (MomentRecord) -> [Int: MomentRecord.Standing] = { _ in [:] }

  /// At how many states the record is to be thinned out.
  private var threshold: Int?
  /// The states of the stretch that was looked at last. Whoever looks at one moment mostly looks at its neighbours next.
  private var stretch: [Int: MomentRecord.Standing] = [:]

  /// Whether there are so many that the record is to be thinned out.
  var isFull: Bool { threshold.map { count > $0 } ?? false }

  func noteKept() { count += 1 }
  func noteDropped() { count -= 1 }

  /// Notes that the record has been thinned out. Where that has not led below the limit, as nothing was at rest for
  /// long, it is not tried again before the record has doubled.
  func noteThinned() {
    threshold = limit.map { max($0, 2 * count) }
    stretch = [:]
  }

  /// Where an engine stands at a moment for which that is not kept.
  func remade(record: MomentRecord) -> MomentRecord.Standing? {
    if let standing = stretch[record.number] { return standing }
    stretch = remake(record)
    return stretch[record.number]
  }
}

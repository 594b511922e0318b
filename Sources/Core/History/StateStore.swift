/// The states that a session's record keeps, and those that it has made again of moments whose states it does not keep.
///
/// Shared by all records of a session, which know through it how to get a state back.
final class StateStore {
  /// How many states to keep; `nil` for all of them.
  var limit: Int? { didSet { threshold = limit } }
  /// How many are kept.
  private(set) var count = 0
  /// Makes the states of a stretch of the record again, by the numbers of their moments.
  var remake: (MomentRecord) -> [Int: ErasedBox] = { _ in [:] }

  /// At how many states the record is to be thinned out.
  private var threshold: Int?
  /// The states of the stretch that was looked at last. Whoever looks at one moment mostly looks at its neighbours next.
  private var stretch: [Int: ErasedBox] = [:]

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

  /// The state of a moment whose state is not kept.
  func remadeState(of record: MomentRecord) -> ErasedBox? {
    if let state = stretch[record.number] { return state }
    stretch = remake(record)
    return stretch[record.number]
  }
}

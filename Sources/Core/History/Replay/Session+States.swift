import IssueReporting

extension Session {
  /// How many states the record keeps; `nil`, as at first, for the state of every moment.
  ///
  /// When there are more, by up to half, the record is thinned out: of the moments at which nothing is in flight every *k*-th keeps its
  /// state, and so do the current moment, the ends of branches and those with a mark. The state of any other moment is
  /// made again when it is asked for, by running the reducer from the last state that is kept, together with those
  /// of its neighbours. With *n* moments and a limit of *l* that takes about 2*n*/*l* runs for one moment, and one or two
  /// for each if all of a line is looked at in order.
  ///
  /// States that lie more than a thousand moments, or 4*k*, from the last rest are kept beyond the limit: a feature in
  /// which something is always in flight could not be played again in reasonable time. What was sent is always kept.
  ///
  /// - Complexity: To set it, and now and then a send, is O(*n*) in the number of moments; a send is O(1), amortized.
  public var stateLimit: Int? {
    get { states.limit }
    set {
      precondition(newValue ?? 1 > 0, "A session keeps one state at least.")
      states.limit = newValue
      if states.isFull { thinOut() }
    }
  }

  /// How many states the record keeps at present.
  public var keptStateCount: Int { states.count }

  /// Drops states that can be made again.
  ///
  /// Only what is new is looked at, until the record has grown by half: then all of it, to keep every other state or so.
  func thinOut() {
    guard let limit = states.limit else { return }
    let moments = timeline.moments
    let first = states.beginThinning(of: moments.count, limit: limit)
    let (spacing, farthest) = (
      Int32(clamping: states.spacing), Int32(clamping: max(1_000, 4 * states.spacing))
    )
    let fixed = fixedMoments
    func drop(_ record: MomentRecord) {
      if record.distance > farthest { return }
      if fixed.contains(record.number) { states.postponed.append(record.number) } else { record.dropState() }
    }
    let postponed = states.postponed
    states.postponed = []
    for number in postponed where number < first && moments[number].distance > 0 { drop(moments[number]) }
    for number in max(first, 1)..<max(first, 1, moments.count) {
      let record = moments[number]
      guard let parent = record.parent else { continue }
      let distance = moments[parent].distance + 1
      let isKept = record.keepsState && record.isQuiescent && distance >= spacing
      record.distance = isKept ? 0 : distance
      if !isKept { drop(record) }
    }
    states.noteThinned()
  }

  /// The moments that are likely to be gone to or compared with next.
  private var fixedMoments: Set<Int> {
    var moments: Set = [timeline.current.number]
    if let parent = timeline.current.parent { moments.insert(parent) }
    moments.formUnion(timeline.branches.compactMap(\.moments.last))
    moments.formUnion(markedMoments.values)
    return moments
  }

  /// Makes the states of a stretch of the record again: of a moment that does not keep its own, and of its neighbours.
  func remakeStates(around record: MomentRecord) -> [Int: MomentRecord.Standing] {
    let last = endOfStretch(at: record.number)
    var path = pathFromQuiescence(to: last)
    // A state that is kept tells whether those before it were made as they had been.
    if last + 1 < timeline.moments.count, timeline.moments[last + 1].parent == last { path.append(last + 1) }
    let present = shared.snapshot
    func standing(_ live: Live) -> MomentRecord.Standing { .init(live.engine, in: live.world.snapshot) }
    var made: [Int: MomentRecord.Standing] = [:]
    // What is reported again is in the record already. The shared values may be looked at as of another moment here.
    let (replayed, failure) = SharedScope.comparing(nil, nil) {
      replay(path, reportingTo: IssueCollector()) { made[$0.number] = standing($1) }
    }
    let reached = standing(replayed)
    replayed.engine.shutDown()
    shared.restore(present)
    if let failure {
      reportIssue("The state of moment \(record.number) could not be made again: \(failure)")
    }
    if made[record.number] == nil { made[record.number] = reached }
    return made
  }

  private func endOfStretch(at number: Int) -> Int {
    var last = number
    while last + 1 < timeline.moments.count {
      let next = timeline.moments[last + 1]
      guard !next.keepsState, next.parent == last else { break }
      last += 1
    }
    return last
  }
}

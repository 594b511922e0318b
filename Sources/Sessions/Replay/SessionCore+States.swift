extension SessionCore {
  /// Drops states that can be recreated.
  ///
  /// Visits only new moments until the record has grown by half, and then all of them, to keep roughly every other
  /// state.
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

  /// The moments that are likely to be visited or compared next.
  private var fixedMoments: Set<Int> {
    var moments: Set = [timeline.current.number]
    if let parent = timeline.current.parent { moments.insert(parent) }
    moments.formUnion(timeline.branches.compactMap(\.moments.last))
    moments.formUnion(marks.values)
    return moments
  }

  /// Recreates the states of a stretch of the record: of a moment whose state was dropped, and of its neighbours.
  func remakeStates(around record: MomentRecord) -> [Int: MomentRecord.Standing] {
    let last = endOfStretch(at: record.number)
    var path = pathFromQuiescence(to: last)
    // The kept state at the end verifies that the states before it were reproduced.
    if last + 1 < timeline.moments.count, timeline.moments[last + 1].parent == last { path.append(last + 1) }
    let present = shared.snapshot
    var made: [Int: MomentRecord.Standing] = [:]
    // The record already contains these issues. The caller may be viewing shared values as of another moment.
    let (replayed, failure) = SharedScope.comparing(nil, nil) {
      replay(path, reportingTo: IssueCollector()) { made[$0.number] = $1.standing }
    }
    let reached = replayed.standing
    replayed.engine.shutDown()
    shared.restore(present)
    if let failure {
      reportIssue("The state of moment \(record.number) could not be recreated: \(failure)")
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

extension SessionCore {
  /// The moments of a query in order, by number, generated without storage.
  private struct Walk {
    let extent: HistoryExtent
    let timeline: Timeline

    var count: Int { extent == .line ? timeline.lineCount : timeline.moments.count }

    func moment(at index: Int) -> MomentRecord {
      timeline.moments[extent == .line ? timeline.lineNumber(at: index) : index]
    }
  }

  func lastChange<Value, E: Error>(
    of read: (MomentRecord) throws(E) -> Value,
    upTo last: Int?,
    in extent: HistoryExtent,
    isSame: (Value, MomentRecord, Value, MomentRecord) throws(E) -> Bool
  ) throws(E) -> Int? {
    var known: (number: Int, value: Value)?
    var next = last ?? (extent == .line ? timeline.current.number : timeline.moments.count - 1)
    while let number = timeline.moments[next].parent {
      let (moment, parent) = (timeline.moments[next], timeline.moments[number])
      next = extent == .line ? number : next - 1
      let now: Value
      if let known, known.number == moment.number { now = known.value } else { now = try read(moment) }
      let before = try read(parent)
      if try !isSame(before, parent, now, moment) { return moment.number }
      known = (parent.number, before)
    }
    return nil
  }

  func forEachMoment<E: Error>(
    in extent: HistoryExtent,
    whereItBegins holds: (MomentRecord) throws(E) -> Bool,
    _ visit: (MomentRecord) throws(E) -> Bool
  ) throws(E) {
    let walk = Walk(extent: extent, timeline: timeline)
    var known: (number: Int, holds: Bool)?
    for index in 0..<walk.count {
      let moment = walk.moment(at: index)
      var heldBefore = false
      if let parent = moment.parent {
        if let known, known.number == parent {
          heldBefore = known.holds
        } else {
          heldBefore = try holds(timeline.moments[parent])
        }
      }
      let holdsNow = try holds(moment)
      known = (moment.number, holdsNow)
      if holdsNow, !heldBefore, try !visit(moment) { return }
    }
  }

  func forEachStretch<E: Error>(
    in extent: HistoryExtent,
    where holds: (MomentRecord) throws(E) -> Bool,
    _ visit: (_ first: MomentRecord, _ last: MomentRecord) throws(E) -> Bool
  ) throws(E) {
    let branches = extent == .line ? [0..<timeline.lineCount] : timeline.branches.map { 0..<$0.moments.count }
    for (branch, indices) in branches.enumerated() {
      var stretch: (first: MomentRecord, last: MomentRecord)?
      for index in indices {
        let number =
          extent == .line ? timeline.lineNumber(at: index) : timeline.branches[branch].moments[index]
        let moment = timeline.moments[number]
        if try holds(moment) {
          stretch = (stretch?.first ?? moment, moment)
        } else if let (first, last) = stretch {
          stretch = nil
          if try !visit(first, last) { return }
        }
      }
      if let (first, last) = stretch, try !visit(first, last) { return }
    }
  }
}

extension SessionCore {
  func undo(_ count: Int, label: String?) throws(SessionError) {
    guard count > 0 else { return }
    let available = timeline.current.place.turnCount
    guard count <= available else { throw .cannotUndo(available: available) }
    let start = undoneFrom ?? timeline.current.number
    let depth = timeline.depth(afterTurns: available - count)
    try move(label: label, undoingFrom: start) { $0.move(toDepth: depth) }
  }

  func redo(_ count: Int, label: String?) throws(SessionError) {
    guard count > 0 else { return }
    guard timeline.depth + 1 < timeline.lineCount else { throw .cannotRedo(available: 0) }
    let next = timeline.moments[timeline.lineNumber(at: timeline.depth + 1)].place.turnCount
    var available = timeline.moments[tip].place.turnCount - next + 1
    let start = undoneFrom.map { timeline.moments[$0].place }
    var end = next + count
    if let start, start.depth > timeline.depth, timeline.isWithinTurn(start.depth) {
      // The point within the turn is an additional step on the way to its end.
      available += 1
      if end > start.turnCount { end -= 1 }
      if count == start.turnCount - next + 1 {
        return try move(label: label) { $0.move(toDepth: start.depth) }
      }
    }
    guard count <= available else { throw .cannotRedo(available: available) }
    let depth = timeline.depth(afterTurns: end - 1)
    let isOnTheWay = start.map { depth < $0.depth } ?? false
    try move(label: label, undoingFrom: isOnTheWay ? undoneFrom : nil) { $0.move(toDepth: depth) }
  }

  /// Where undoing began, if only undo and redo have happened since; redo leads there first.
  private var undoneFrom: Int? {
    guard let last = movements.last, last.to == timeline.current.number,
      last.turns.upperBound == timeline.turns.count
    else { return nil }
    return last.undoneFrom
  }

  func back(_ count: Int, label: String?) throws(SessionError) {
    guard count <= timeline.depth else { throw .cannotGoBack(available: timeline.depth) }
    try move(label: label) { $0.move(toDepth: $0.depth - count) }
  }

  func forward(_ count: Int, label: String?) throws(SessionError) {
    let available = timeline.lineCount - 1 - timeline.depth
    guard count <= available else { throw .cannotGoForward(available: available) }
    try move(label: label) { $0.move(toDepth: $0.depth + count) }
  }

  func goto(moment number: Int, label: String?) throws(SessionError) {
    try check(number)
    try move(label: label) { $0.move(to: number) }
  }

  func earlier(by duration: Duration, label: String?) throws(SessionError) {
    guard duration >= .zero else { throw .negativeDuration }
    guard duration <= now else { throw .cannotGoEarlier(available: now) }
    try goto(moment: lastMoment(at: now - duration), label: label)
  }

  func later(by duration: Duration, label: String?) throws(SessionError) {
    guard duration >= .zero else { throw .negativeDuration }
    let available = timeline.moments[tip].now - now
    guard duration <= available else { throw .cannotGoLater(available: available) }
    try goto(moment: lastMoment(at: now + duration), label: label)
  }

  func jumpBack(label: String?) throws(SessionError) {
    guard let movement = movementToTakeBack else { throw .noPlaceBefore }
    try move(label: label, takingBack: movement.number) {
      // The line may have been a different one then.
      $0.move(to: movement.fromTip)
      $0.move(to: movement.from)
    }
  }

  /// The next movement to reverse from here.
  ///
  /// Right after a reversal, it is the movement before the reversed one, so that repeated calls lead back through all
  /// places. After anything else, reversals themselves count as movements.
  var movementToTakeBack: Movement? {
    guard var index = movements.indices.last else { return nil }
    let (last, moment, tip) = (movements[index], timeline.current.number, tip)
    if let other = last.takesBack, last.to == moment, last.turns.upperBound == timeline.turns.count {
      index = other - 1
    }
    while index >= 0, movements[index].from == moment, movements[index].fromTip == tip { index -= 1 }
    return index >= 0 ? movements[index] : nil
  }

  var tip: Int { timeline.lineNumber(at: timeline.lineCount - 1) }

  /// Moves the current position, and restores the shared values of the new moment.
  func move(
    label: String?,
    takingBack other: Int? = nil,
    undoingFrom start: Int? = nil,
    _ move: (inout Timeline) -> Void
  ) throws(SessionError) {
    try policy.willChange()
    let from = timeline.current.number
    let fromTip = tip
    move(&timeline)
    shared.restore(timeline.current.shared)
    guard timeline.current.number != from || tip != fromTip else { return }
    let movement = Movement(
      number: movements.count,
      from: from,
      to: timeline.current.number,
      label: label,
      turns: timeline.turns.count..<timeline.turns.count,
      fromTip: fromTip,
      takesBack: other,
      undoneFrom: start
    )
    movements.append(movement)
    observers.notify(.travelled(movement))
  }

  func lastMoment(at time: Duration) -> Int {
    timeline.lineNumber(at: timeline.lastDepth { $0.now <= time })
  }
}

extension SessionCore {
  func mark(_ name: String, at moment: Int?) throws(SessionError) -> Int? {
    let moment = moment ?? timeline.current.number
    try check(moment)
    try policy.willChange()
    defer { observers.notify(.marked(name, moment: moment)) }
    return marks.updateValue(moment, forKey: name)
  }

  func removeMark(_ name: String) throws(SessionError) -> Int {
    let moment = try moment(marked: name)
    try policy.willChange()
    marks[name] = nil
    observers.notify(.marked(name, moment: nil))
    return moment
  }

  func moment(marked name: String) throws(SessionError) -> Int {
    guard let moment = marks[name] else { throw .noMark(name) }
    return moment
  }
}

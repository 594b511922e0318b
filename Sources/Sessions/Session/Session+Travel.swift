extension SessionBase {
  /// Goes back to before the current turn, or to before the turn `count - 1` turns earlier.
  ///
  /// In the middle of a turn, the first step goes to the turn's beginning.
  ///
  /// - Parameters:
  ///   - count: The number of turns.
  ///   - label: The text of the command, for ``movements``.
  /// - Throws: ``SessionError/cannotUndo(available:)`` if there are fewer turns.
  /// - Complexity: O(log *b*) in the number of branches on the line, and, as for any travel, O(*s*) in the number of
  ///   shared values if any has changed.
  public func undo(_ count: Int = 1, label: String? = nil) throws(SessionError) {
    guard count > 0 else { return }
    let timeline = core.timeline
    let available = timeline.current.place.turnCount
    guard count <= available else { throw .cannotUndo(available: available) }
    let start = undoneFrom ?? timeline.current.number
    let depth = timeline.depth(afterTurns: available - count)
    try core.move(label: label, undoingFrom: start) { $0.move(toDepth: depth) }
  }

  /// Goes forward along the line to the end of the next turn, or of the turn `count - 1` turns later.
  ///
  /// In the middle of a turn, the first step goes to the turn's end. A turn that was undone from its middle is redone
  /// up to that point.
  ///
  /// - Parameters:
  ///   - count: The number of turns.
  ///   - label: The text of the command, for ``movements``.
  /// - Throws: ``SessionError/cannotRedo(available:)`` if there are fewer turns.
  /// - Complexity: O(log *b*) in the number of branches on the line.
  public func redo(_ count: Int = 1, label: String? = nil) throws(SessionError) {
    guard count > 0 else { return }
    let timeline = core.timeline
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
        return try core.move(label: label) { $0.move(toDepth: start.depth) }
      }
    }
    guard count <= available else { throw .cannotRedo(available: available) }
    let depth = timeline.depth(afterTurns: end - 1)
    let isOnTheWay = start.map { depth < $0.depth } ?? false
    try core.move(label: label, undoingFrom: isOnTheWay ? undoneFrom : nil) { $0.move(toDepth: depth) }
  }

  /// Where undoing began, if only undo and redo have happened since; redo leads there first.
  private var undoneFrom: Int? {
    guard let last = movements.last, last.to == core.timeline.current.number,
      last.turns.upperBound == core.timeline.turns.count
    else { return nil }
    return last.undoneFrom
  }

  /// Goes to a moment on this line or any other.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  /// - Complexity: O(1) on the line, otherwise O(*b*) in the number of branches on the new line.
  public func goto(moment number: Int, label: String? = nil) throws(SessionError) {
    try core.check(number)
    try core.move(label: label) { $0.move(to: number) }
  }

  /// Runs a closure as if a moment were the current one. No movement is recorded.
  ///
  /// - Parameters:
  ///   - number: The moment.
  ///   - body: Reads the session; it must not drive it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: As ``goto(moment:label:)``.
  package func visiting<R>(moment number: Int, _ body: () throws -> R) rethrows -> R {
    let position = core.timeline.position
    defer {
      core.timeline.move(to: position)
      core.shared.restore(core.timeline.current.shared)
    }
    core.timeline.move(to: number)
    core.shared.restore(core.timeline.current.shared)
    return try body()
  }

  /// Returns to the place that the last movement left. Each further call returns to the place before that, until
  /// something else happens.
  ///
  /// - Throws: ``SessionError/noPlaceBefore`` if there is no earlier place.
  /// - Complexity: O(*k*) in the number of movements without a change of place, plus that of ``goto(moment:label:)``.
  public func jumpBack(label: String? = nil) throws(SessionError) {
    guard let movement = movementToTakeBack else { throw .noPlaceBefore }
    try core.move(label: label, takingBack: movement.number) {
      // The line may have been a different one then.
      $0.move(to: movement.fromTip)
      $0.move(to: movement.from)
    }
  }

  /// The place that ``jumpBack(label:)`` returns to.
  public var placeBefore: Int? { movementToTakeBack?.from }

  /// The next movement to reverse from here.
  ///
  /// Right after a reversal, it is the movement before the reversed one, so that repeated calls lead back through all
  /// places. After anything else, reversals themselves count as movements.
  private var movementToTakeBack: Movement? {
    let movements = core.movements
    guard var index = movements.indices.last else { return nil }
    let (last, moment, tip) = (movements[index], core.timeline.current.number, tip)
    if let other = last.takesBack, last.to == moment, last.turns.upperBound == core.timeline.turns.count {
      index = other - 1
    }
    while index >= 0, movements[index].from == moment, movements[index].fromTip == tip { index -= 1 }
    return index >= 0 ? movements[index] : nil
  }

  /// The last moment of the line.
  public var tip: Int { core.tip }

  /// All moves through the record, oldest first.
  public var movements: [Movement] { core.movements }

  /// The last moment on the line at or before a virtual time.
  ///
  /// - Complexity: O(log *n*) in the length of the line.
  public func lastMoment(at time: Duration) -> Int {
    core.timeline.lineNumber(at: core.timeline.lastDepth { $0.now <= time })
  }
}

extension SessionBase {
  /// The moments by the names of their marks.
  public var marks: [String: Int] { core.marks }

  /// Marks a moment with a name. A name that is in use is moved.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moment: The moment; the current one by default.
  /// - Returns: The moment that had the name before.
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  @discardableResult
  public func mark(_ name: String, at moment: Int? = nil) throws(SessionError) -> Int? {
    let moment = moment ?? core.timeline.current.number
    try core.check(moment)
    try core.policy.willChange()
    defer { core.observers.notify(.marked(name, moment: moment)) }
    return core.marks.updateValue(moment, forKey: name)
  }

  /// Removes a mark.
  ///
  /// - Returns: The moment that had it.
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  @discardableResult
  public func removeMark(_ name: String) throws(SessionError) -> Int {
    let moment = try moment(marked: name)
    try core.policy.willChange()
    core.marks[name] = nil
    core.observers.notify(.marked(name, moment: nil))
    return moment
  }

  /// The moment with a mark.
  ///
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  public func moment(marked name: String) throws(SessionError) -> Int {
    guard let moment = core.marks[name] else { throw .noMark(name) }
    return moment
  }
}

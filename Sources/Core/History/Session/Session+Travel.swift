extension Session {
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
    try core.undo(count, label: label)
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
    try core.redo(count, label: label)
  }

  /// Goes back by `count` moments.
  ///
  /// - Throws: ``SessionError/cannotGoBack(available:)`` if there are fewer moments.
  /// - Complexity: O(1).
  public func back(_ count: Int = 1, label: String? = nil) throws(SessionError) {
    try core.back(count, label: label)
  }

  /// Goes forward along the line by `count` moments.
  ///
  /// - Throws: ``SessionError/cannotGoForward(available:)`` if there are fewer moments.
  /// - Complexity: O(1).
  public func forward(_ count: Int = 1, label: String? = nil) throws(SessionError) {
    try core.forward(count, label: label)
  }

  /// Goes to a moment on this line or any other.
  ///
  /// - Throws: ``SessionError/noMoment(_:last:)`` if there is no moment with that number.
  /// - Complexity: O(1) on the line, otherwise O(*b*) in the number of branches on the new line.
  public func goto(moment number: Int, label: String? = nil) throws(SessionError) {
    try core.goto(moment: number, label: label)
  }

  /// Goes back along the line by virtual time, to the last moment that is at least a duration earlier.
  ///
  /// - Parameters:
  ///   - duration: The time to go back by; not negative.
  ///   - label: The text of the command, for ``movements``.
  /// - Throws: ``SessionError/negativeDuration``, or ``SessionError/cannotGoEarlier(available:)`` if less time has
  ///   passed.
  /// - Complexity: O(log *n*) in the length of the line.
  public func earlier(by duration: Duration, label: String? = nil) throws(SessionError) {
    try core.earlier(by: duration, label: label)
  }

  /// Goes forward along the line by virtual time, to the last moment that is at most a duration later.
  ///
  /// - Parameters:
  ///   - duration: The time to go forward by; not negative.
  ///   - label: The text of the command, for ``movements``.
  /// - Throws: ``SessionError/negativeDuration``, or ``SessionError/cannotGoLater(available:)`` if the line ends
  ///   earlier.
  /// - Complexity: O(log *n*) in the length of the line.
  public func later(by duration: Duration, label: String? = nil) throws(SessionError) {
    try core.later(by: duration, label: label)
  }

  /// Returns to the place that the last movement left. Each further call returns to the place before that, until
  /// something else happens.
  ///
  /// - Throws: ``SessionError/noPlaceBefore`` if there is no earlier place.
  /// - Complexity: O(*k*) in the number of movements without a change of place, plus that of ``goto(moment:label:)``.
  public func jumpBack(label: String? = nil) throws(SessionError) { try core.jumpBack(label: label) }

  /// The place that ``jumpBack(label:)`` returns to.
  public var placeBefore: Int? { core.movementToTakeBack?.from }

  /// The last moment of the line.
  public var tip: Int { core.tip }

  /// All moves through the record, oldest first.
  public var movements: [Movement] { core.movements }

  /// The last moment on the line at or before a virtual time.
  ///
  /// - Complexity: O(log *n*) in the length of the line.
  public func lastMoment(at time: Duration) -> Int { core.lastMoment(at: time) }
}

extension Session {
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
    try core.mark(name, at: moment)
  }

  /// Removes a mark.
  ///
  /// - Returns: The moment that had it.
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  @discardableResult
  public func removeMark(_ name: String) throws(SessionError) -> Int { try core.removeMark(name) }

  /// The moment with a mark.
  ///
  /// - Throws: ``SessionError/noMark(_:)`` if there is no such mark.
  public func moment(marked name: String) throws(SessionError) -> Int { try core.moment(marked: name) }
}

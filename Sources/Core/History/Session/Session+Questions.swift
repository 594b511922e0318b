extension Session {
  /// Which moments a question is about.
  public enum Extent: Sendable {
    /// The path from the start through the current moment to the tip.
    case line
    /// All that was ever recorded.
    case tree
  }

  /// Moments in the order of a question's walk, by number. They take no memory of their own.
  private struct Walk {
    let extent: Extent
    let timeline: Timeline

    var count: Int { extent == .line ? timeline.lineCount : timeline.moments.count }

    func moment(at index: Int) -> Moment<State, Action> {
      Moment(timeline.moments[extent == .line ? timeline.lineNumber(at: index) : index])
    }
  }

  /// The last moment that changed a value, looking back.
  ///
  /// ```swift
  /// session.lastChange(of: { $0.withState(\.todos.count) }) { old, _, new, _ in old == new }
  /// ```
  ///
  /// The value is read once for each moment that is looked at, the latest first, except where branches meet. Reading
  /// should be fast, and remember what it found: neighbouring moments share what did not change.
  ///
  /// - Parameters:
  ///   - read: Takes the value from a moment.
  ///   - extent: Where to look: on the line from the current moment back, or in all that was ever recorded, the latest
  ///     first.
  ///   - isSame: Whether two values, at a moment and at the one after it, are the same. It is given the moments too,
  ///     whose shared values may differ.
  /// - Returns: The moment, by number, or `nil` if none did: the value is as it was at the start.
  /// - Throws: What `read` and `isSame` throw.
  /// - Complexity: O(*n*) in the number of moments that are looked at; no memory.
  public func lastChange<Value, E: Error>(
    of read: (Moment<State, Action>) throws(E) -> Value,
    in extent: Extent = .line,
    isSame: (Value, Moment<State, Action>, Value, Moment<State, Action>) throws(E) -> Bool
  ) throws(E) -> Int? {
    let walk = Walk(extent: extent, timeline: timeline)
    var known: (number: Int, value: Value)?
    for index in stride(from: extent == .line ? timeline.depth : walk.count - 1, to: 0, by: -1) {
      let moment = walk.moment(at: index)
      guard let parent = moment.parent.map({ moments[$0] }) else { continue }
      let now: Value
      if let known, known.number == moment.number { now = known.value } else { now = try read(moment) }
      let before = try read(parent)
      if try !isSame(before, parent, now, moment) { return moment.number }
      known = (parent.number, before)
    }
    return nil
  }

  /// The last moment that changed a value that can be compared; see ``lastChange(of:in:isSame:)``.
  ///
  /// ```swift
  /// session.lastChange(of: \.todos.count)
  /// ```
  public func lastChange<Value: Equatable>(
    of path: KeyPath<State, Value>,
    in extent: Extent = .line
  ) -> Int? {
    lastChange(of: { $0.withState { $0[keyPath: path] } }, in: extent) { old, _, new, _ in old == new }
  }

  /// Visits the moments at which something became true: it holds there, and not just before.
  ///
  /// - Parameters:
  ///   - extent: Where to look: on the whole line, from the start to its tip, or in all that was ever recorded.
  ///   - holds: Whether it holds at a moment. It is asked once for each moment, the earliest first, except where
  ///     branches meet.
  ///   - visit: Told of each moment, the earliest first. It returns whether to go on.
  /// - Throws: What `holds` throws.
  /// - Complexity: O(*n*) in the number of moments that are looked at; no memory.
  public func forEachMoment<E: Error>(
    in extent: Extent = .line,
    whereItBegins holds: (Moment<State, Action>) throws(E) -> Bool,
    _ visit: (Moment<State, Action>) throws(E) -> Bool
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
          heldBefore = try holds(moments[parent])
        }
      }
      let holdsNow = try holds(moment)
      known = (moment.number, holdsNow)
      if holdsNow, !heldBefore, try !visit(moment) { return }
    }
  }

  /// The first moment at which something is true; see ``forEachMoment(in:whereItBegins:_:)``.
  ///
  /// ```swift
  /// session.firstMoment { $0.state.todos.isEmpty }
  /// ```
  ///
  /// - Returns: The moment, by number, or `nil` if there is none.
  public func firstMoment<E: Error>(
    in extent: Extent = .line,
    where holds: (Moment<State, Action>) throws(E) -> Bool
  ) throws(E) -> Int? {
    var first: Int?
    try forEachMoment(in: extent, whereItBegins: holds) { (moment) throws(E) in
      first = moment.number
      return false
    }
    return first
  }

  /// Visits the stretches of moments, one after the other, throughout which something is true.
  ///
  /// In the whole tree a stretch ends where its branch does.
  ///
  /// - Parameters:
  ///   - extent: Where to look: on the whole line, from the start to its tip, or in all that was ever recorded.
  ///   - holds: Whether it holds at a moment; asked once for each.
  ///   - visit: Told of each stretch by its first and its last moment. It returns whether to go on.
  /// - Throws: What `holds` throws.
  /// - Complexity: O(*n*) in the number of moments that are looked at; no memory.
  public func forEachStretch<E: Error>(
    in extent: Extent = .line,
    where holds: (Moment<State, Action>) throws(E) -> Bool,
    _ visit: (_ first: Moment<State, Action>, _ last: Moment<State, Action>) throws(E) -> Bool
  ) throws(E) {
    let branches = extent == .line ? [0..<timeline.lineCount] : timeline.branches.map { 0..<$0.moments.count }
    for (branch, indices) in branches.enumerated() {
      var stretch: (first: Moment<State, Action>, last: Moment<State, Action>)?
      for index in indices {
        let number =
          extent == .line ? timeline.lineNumber(at: index) : timeline.branches[branch].moments[index]
        let moment = moments[number]
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

extension Moment {
  /// Whether all shared values are the same, by number of their last write, as at another moment of the session. What
  /// was read from equal states is then equal.
  ///
  /// - Complexity: O(1)
  public func hasSameSharedValues(as other: Moment) -> Bool {
    record.shared.last == other.record.shared.last && record.shared.last != .max
  }

  /// Whether the moment's action left no trace: it changed nothing in the state, and started no effect.
  ///
  /// - Parameter before: The moment before it.
  /// - Complexity: That of comparing two states; O(1) for what they share.
  public func isWithoutEffect(after before: Moment) -> Bool {
    action != nil && record.standing.effectCount == before.record.standing.effectCount
      && isSame(before.state, before, state, self)
  }
}

/// Whether two values that were taken from states at two moments are the same: a diff would show nothing between them.
///
/// Shared values are compared as of each moment.
///
/// - Complexity: O(1) for values that share their storage, otherwise O(*n*) in their size.
public func isSame<State, Action>(
  _ old: Any?,
  _ before: Moment<State, Action>,
  _ new: Any?,
  _ after: Moment<State, Action>
) -> Bool {
  guard let old, let new else { return (old == nil) == (new == nil) }
  if before.hasSameSharedValues(as: after) { return Sameness.isSame(old, new) }
  return SharedScope.comparing(before.sharedView, after.sharedView) { Sameness.isSame(old, new) }
}

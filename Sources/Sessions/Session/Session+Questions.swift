extension Session {
  /// The moments that a query covers.
  public typealias Extent = HistoryExtent

  /// The last moment that changed a value, searching backwards.
  ///
  /// ```swift
  /// session.lastChange(of: { $0.withState(\.todos.count) }) { old, _, new, _ in old == new }
  /// ```
  ///
  /// The value is read once per moment, latest first, except where branches meet. Reading should be fast, and may
  /// cache its results: neighbouring moments share what did not change.
  ///
  /// - Parameters:
  ///   - read: Reads the value from a moment.
  ///   - last: The number of the moment from which to search back; by default the current moment, or the latest one if the
  ///     extent is the whole record.
  ///   - extent: Where to search: on the path from the start to that moment, or in the whole record, latest first.
  ///   - isSame: Whether two values, at a moment and at the one after it, are the same. It also receives the moments,
  ///     whose shared values may differ.
  /// - Returns: The moment's number, or `nil` if the value has not changed since the start.
  /// - Throws: What `read` and `isSame` throw.
  /// - Complexity: O(*n*) in the number of moments searched, without extra memory.
  public func lastChange<Value, E: Error>(
    of read: (Moment<State, Action>) throws(E) -> Value,
    upTo last: Int? = nil,
    in extent: Extent = .line,
    isSame: (Value, Moment<State, Action>, Value, Moment<State, Action>) throws(E) -> Bool
  ) throws(E) -> Int? {
    let (timeline, moments) = (core.timeline, moments)
    var known: (number: Int, value: Value)?
    var next = last ?? (extent == .line ? timeline.current.number : moments.count - 1)
    while let number = moments[next].parent {
      let (moment, parent) = (moments[next], moments[number])
      next = extent == .line ? number : next - 1
      let now: Value
      if let known, known.number == moment.number { now = known.value } else { now = try read(moment) }
      let before = try read(parent)
      if try !isSame(before, parent, now, moment) { return moment.number }
      known = (number, before)
    }
    return nil
  }

  /// The last moment that changed an equatable value; see ``lastChange(of:upTo:in:isSame:)``.
  ///
  /// ```swift
  /// session.lastChange(of: \.todos.count)
  /// ```
  public func lastChange<Value: Equatable>(
    of path: KeyPath<State, Value>,
    in extent: Extent = .line
  ) -> Int? {
    lastChange(of: { $0.withState { $0[keyPath: path] } }, in: extent) { old, _, new, _ in
      areEqual(old, new)
    }
  }

  /// Visits the moments at which a condition becomes true: it holds there, but not just before.
  ///
  /// - Parameters:
  ///   - extent: Where to search: on the whole line, from the start to its tip, or in the whole record.
  ///   - holds: Whether the condition holds at a moment. Called once per moment, earliest first, except where
  ///     branches meet.
  ///   - visit: Called with each moment, earliest first. Returns whether to continue.
  /// - Throws: What `holds` throws.
  /// - Complexity: O(*n*) in the number of moments searched, without extra memory.
  public func forEachMoment<E: Error>(
    in extent: Extent = .line,
    whereItBegins holds: (Moment<State, Action>) throws(E) -> Bool,
    _ visit: (Moment<State, Action>) throws(E) -> Bool
  ) throws(E) {
    let (timeline, moments) = (core.timeline, moments)
    var known: (number: Int, holds: Bool)?
    for index in 0..<(extent == .line ? timeline.lineCount : moments.count) {
      let moment = moments[extent == .line ? timeline.lineNumber(at: index) : index]
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

  /// The first moment at which a condition holds; see ``forEachMoment(in:whereItBegins:_:)``.
  ///
  /// ```swift
  /// session.firstMoment { $0.state.todos.isEmpty }
  /// ```
  ///
  /// - Returns: The moment's number, or `nil` if there is none.
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

  /// Visits each maximal stretch of consecutive moments at which a condition holds.
  ///
  /// In the whole record, a stretch ends where its branch does, and begins where it began on the path to that branch.
  ///
  /// - Parameters:
  ///   - extent: Where to search: on the whole line, from the start to its tip, or in the whole record.
  ///   - holds: Whether the condition holds at a moment. Called once per moment.
  ///   - visit: Called with the first and last moment of each stretch. Returns whether to continue.
  /// - Throws: What `holds` throws.
  /// - Complexity: O(*n*) in the number of moments searched, without extra memory.
  public func forEachStretch<E: Error>(
    in extent: Extent = .line,
    where holds: (Moment<State, Action>) throws(E) -> Bool,
    _ visit: (_ first: Moment<State, Action>, _ last: Moment<State, Action>) throws(E) -> Bool
  ) throws(E) {
    let (timeline, moments) = (core.timeline, moments)
    let branches: [(fork: Int?, parts: [ArraySlice<Int>])] =
      extent == .line ? [(nil, timeline.lineParts)] : timeline.branches.map { ($0.fork, [$0.moments[...]]) }
    // The first moments of stretches that continue in several branches.
    var begun: [Int: Moment<State, Action>] = [:]
    let forks = Set(branches.compactMap(\.fork))
    for (fork, parts) in branches {
      var before = fork.flatMap { begun[$0] }
      var stretch: (first: Moment<State, Action>, last: Moment<State, Action>)?
      for number in parts.joined() {
        let moment = moments[number]
        defer { before = nil }
        if try holds(moment) {
          let first = stretch?.first ?? before ?? moment
          stretch = (first, moment)
          if forks.contains(number) { begun[number] = first }
        } else if let (first, last) = stretch {
          stretch = nil
          if try !visit(first, last) { return }
        }
      }
      if let (first, last) = stretch, try !visit(first, last) { return }
    }
  }
}

/// The moments that a query of a session covers.
public enum HistoryExtent: Sendable {
  /// The path from the start through the current moment to the tip.
  case line
  /// The whole record.
  case tree
}

extension Moment {
  /// Whether both are the same moment of the same session.
  package func isIdentical(to other: Moment) -> Bool { record === other.record }

  /// Whether all shared values are the same as at another moment of the session, judging by the number of the last
  /// write. Values read from equal states are then equal.
  ///
  /// - Complexity: O(1)
  public func hasSameSharedValues(as other: Moment) -> Bool {
    let (shared, others) = (record.shared, other.record.shared)
    return shared.tracker === others.tracker && shared.last == others.last && shared.last != .max
  }

  /// Whether the moment's action had no effect: it neither changed the state nor started an effect.
  ///
  /// - Parameter before: The moment before it.
  /// - Complexity: That of comparing two states; O(1) for shared storage.
  public func isWithoutEffect(after before: Moment) -> Bool {
    action != nil && record.effectCount == before.record.effectCount
      && record.hasSameState(as: before.record)
  }
}

extension MomentRecord {
  /// Whether a diff of the states at two moments would show nothing.
  func hasSameState(as other: MomentRecord) -> Bool {
    isSame(other.state.contents, AnyMoment(other), state.contents, AnyMoment(self))
  }
}

/// Whether two values from the states at two moments are the same, so that a diff would show nothing.
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
  return comparing(before, after) { areEqual(old, new) }
}

/// Compares values from the states at two moments, with shared values as of each.
package func comparing<State, Action, Result>(
  _ before: Moment<State, Action>,
  _ after: Moment<State, Action>,
  _ compare: () -> Result
) -> Result {
  if before.hasSameSharedValues(as: after) { return compare() }
  return SharedScope.comparing(before.record.sharedView, after.record.sharedView, compare)
}

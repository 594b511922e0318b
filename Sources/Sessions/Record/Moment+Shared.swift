extension Moment {
  /// Runs a closure in which every state, including this moment's, is seen as of this moment: shared values have the
  /// values that they had then.
  ///
  /// Otherwise a kept state, which only refers to shared values, shows their values at the session's current moment.
  ///
  /// - Parameter body: Receives the state.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withState<R>(_ body: (_ state: State) throws -> R) rethrows -> R {
    try record.whileViewed { try body(state) }
  }

  /// Reads the state in place, where ``withState(_:)`` makes a copy.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - read: Called with its address, if it is recorded as a value of exactly this type, and the object that owns it.
  package func readState(as type: Any.Type, _ read: (_ state: UnsafeRawPointer, _ owner: AnyObject) -> Void) {
    let state = record.state
    func visit() { state.withContents(ofType: type) { read($0, state) } }
    // Setting a task-local value takes longer than most questions.
    if record.shared.tracker.isUnused { visit() } else { record.whileViewed(visit) }
  }

  /// Reads in place the state at this moment and at another one of the session.
  ///
  /// - Parameters:
  ///   - type: The expected type.
  ///   - other: The other moment.
  ///   - read: Called with the addresses of the other state and of this one, if both are recorded as values of exactly this
  ///     type, and shared values are the same at both moments.
  package func readState(
    as type: Any.Type,
    after other: Moment,
    _ read: (_ other: UnsafeRawPointer, _ own: UnsafeRawPointer) -> Void
  ) {
    guard hasSameSharedValues(as: other) else { return }
    let before = other.record.state
    readState(as: type) { own, _ in before.withContents(ofType: type) { read($0, own) } }
  }
}

extension MomentRecord {
  var sharedView: SharedView { SharedView(shared) }

  /// Runs a closure in which shared values have the values that they had at the moment.
  func whileViewed<R>(_ body: () throws -> R) rethrows -> R {
    try SharedScope.$view.withValue(sharedView, operation: body)
  }
}

/// The difference between the states at two moments as text, or `nil` if there is none; see
/// `diff(_:_:format:)`.
///
/// Shared values are compared as of each moment.
public func diff<State, Action>(
  _ old: Moment<State, Action>,
  _ new: Moment<State, Action>,
  format: DiffFormat = .default
) -> String? {
  SharedScope.comparing(old.record.sharedView, new.record.sharedView) {
    diff(old.state, new.state, format: format)
  }
}

/// Finds the changes from the state at one moment to that at another.
package func forEachChange<State, Action>(
  from old: Moment<State, Action>,
  to new: Moment<State, Action>,
  findsMoves: Bool = false,
  isWhole: @escaping (_ old: Any, _ new: Any) -> Bool = { _, _ in false },
  _ take: (PartChange) -> Void
) {
  SharedScope.comparing(old.record.sharedView, new.record.sharedView) {
    forEachChange(from: old.state, to: new.state, findsMoves: findsMoves, isWhole: isWhole, take)
  }
}

/// The changes from the JSON of the state at one moment to that at another, in the order in which to apply them.
package func jsonPatch<State, Action>(
  from old: Moment<State, Action>,
  to new: Moment<State, Action>,
  as form: JSONForm = .plain
) -> [JSONChange] {
  var changes: [JSONChange] = []
  forEachChange(from: old, to: new) { changes.append(JSONChange($0, as: form)) }
  return changes
}

extension Moment {
  /// Whether all shared values, also those that the state does not refer to, are equal to those at another moment.
  package func hasEqualSharedValues(to other: Moment) -> Bool {
    record.shared.isSame(as: other.record.shared)
  }

  /// Whether an action or a part of an effect is about to run without the clock moving, so that it would run before the
  /// next action in a test.
  package var isPending: Bool {
    !record.isAtRest || record.sleepers.firstByEffect.values.contains { $0.deadline <= record.now }
  }
}

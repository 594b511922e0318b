extension TestStore {
  /// Asserts properties of the current state, in addition to what was asserted for the last action.
  ///
  /// Use it also to assert changes of shared values that an effect makes without sending an action.
  ///
  /// - Parameter updateStateToExpectedResult: Sets the expected values; the assertion fails if this changes the
  ///   state.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.settle()
    let actual = runtime.sharedBeforeReceived
    let base = StateInView(state, exhaustivity == .on ? shared.snapshot : actual)
    stackElementIDs = runtime.stackElementIDs
    compare(
      StateInView(state, actual),
      withExpectationFrom: base,
      updateStateToExpectedResult,
      at: SourceSite(fileID, filePath, line, column)
    )
    shared.accept(actual)
  }

  /// Compares the state after an action with the expected state.
  func expect(
    _ newState: State,
    _ newShared: SharedSnapshot,
    _ update: ((inout State) throws -> Void)?,
    at site: SourceSite
  ) {
    let actual = StateInView(newState, newShared)
    let asserted = StateInView(state, shared.snapshot)
    guard exhaustivity == .on else {
      if let update {
        compare(actual, withExpectationFrom: StateInView(newState, newShared), update, at: site)
      }
      showUnassertedChange(of: actual, update, at: site)
      return
    }
    guard let update else {
      guard let difference = difference(expected: asserted, actual: actual) else { return }
      site.reportIssue(
        """
        The state was not expected to change, but it did:

        \(difference)

        Assert the change in a trailing closure: "{ $0.… = … }".
        """
      )
      return
    }
    let base = StateInView(state, shared.snapshot)
    let expected = compare(actual, withExpectationFrom: base, update, at: site)
    // A write of an equal shared value is worth asserting, too.
    guard newShared.last == shared.snapshot.last else { return }
    guard let expected, isSame(expected, asserted), isSame(expected, actual) else { return }
    site.reportIssue(
      """
      The state was expected to change, but it did not.

      The trailing closure made no change. If no change is expected, omit it.
      """
    )
  }

  /// - Returns: The expected state, if the closure did not throw.
  @discardableResult
  private func compare(
    _ actual: StateInView<State>,
    withExpectationFrom base: StateInView<State>,
    _ update: (inout State) throws -> Void,
    at site: SourceSite
  ) -> StateInView<State>? {
    var expected = base
    do {
      try change(&expected, update)
    } catch {
      site.reportIssue(
        """
        The closure that describes the expected state threw an error: \(error)

        The state was not compared. The closure should only set the expected values.
        """
      )
      return nil
    }
    if let difference = difference(expected: expected, actual: actual) {
      site.reportIssue(
        """
        The state is not as expected:

        \(difference)

        If the feature is right, change what the trailing closure sets.
        """
      )
    }
    return expected
  }

  /// Runs a closure that describes the expected state. Its writes to shared values are visible only to the test
  /// store.
  private func change(
    _ expected: inout StateInView<State>,
    _ update: (inout State) throws -> Void
  ) throws {
    var dependencies = dependencies
    // Ids that the closure uses for stack elements must not advance the feature's own generator.
    dependencies.stackElementID = .expecting(stackElementIDs)
    try SharedScope.$view.withValue(expected.view) {
      try dependencies.whileCurrent { try update(&expected.state) }
    }
  }

  private func showUnassertedChange(
    of actual: StateInView<State>,
    _ update: ((inout State) throws -> Void)?,
    at site: SourceSite
  ) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var expected = StateInView(state, shared.snapshot)
    // Errors thrown by the closure were already reported by the assertion itself.
    if let update { try? change(&expected, update) }
    guard let difference = difference(expected: expected, actual: actual) else { return }
    showSkipped("These changes of the state were not asserted:\n\n\(difference)", at: site)
  }

  /// The difference between the asserted and the actual shared values, as seen in the state.
  func unassertedSharedChange() -> String? {
    let (asserted, actual) = (shared.snapshot, runtime.sharedBeforeReceived)
    // Most tests use no shared values, and their states may be large.
    guard !asserted.isSame(as: actual) else { return nil }
    return difference(expected: StateInView(state, asserted), actual: StateInView(state, actual))
  }

  private func isSame(_ lhs: StateInView<State>, _ rhs: StateInView<State>) -> Bool {
    SharedScope.comparing(lhs.view, rhs.view) { areEqual(lhs.state, rhs.state) }
      && changedCells(from: lhs, to: rhs).isEmpty
  }

  private func changedCells(
    from old: StateInView<State>,
    to new: StateInView<State>
  ) -> [any AnySharedCell] {
    shared.tracker.changedCells(from: old.view, to: new.view, since: shared.snapshot)
  }

  private func difference(expected: StateInView<State>, actual: StateInView<State>) -> String? {
    let difference = SharedScope.comparing(expected.view, actual.view) {
      stateDifference(expected: expected.state, actual: actual.state)
    }
    if let difference { return difference }
    // Values that the state does not reference, or references where `==` does not look.
    let changes = changedCells(from: expected, to: actual).compactMap { cell in
      diff(cell.anyValue(in: expected.view), cell.anyValue(in: actual.view), format: .proportional)
        .map { "\(cell.label ?? "")\n\n\($0)" }
    }
    return changes.isEmpty ? nil : changes.joined(separator: "\n\n") + Self.legend
  }

  private func stateDifference(expected: State, actual: State) -> String? {
    guard !areEqual(expected, actual) else { return nil }
    guard let difference = diff(expected, actual, format: .proportional) else {
      return """
        The states are not equal, but print the same:

        \(indentedDump(of: actual))

        Let the states print what "==" compares, for example with "CustomDumpReflectable".
        """
    }
    return difference + Self.legend
  }

  private static var legend: String { "\n\n(Expected: −, actual: +)" }
}

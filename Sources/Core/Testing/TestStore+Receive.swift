extension TestStore {
  /// Asserts that an effect sent an action, and the change that the action made.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - duration: How long to wait for an effect that is busy elsewhere; ``timeout`` by default.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Without it,
  ///     no change is expected.
  public func receive(
    _ expectedAction: Action,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async where Action: Equatable {
    await receive(
      Expectation(
        description: "the action\n\n\(indentedDump(of: expectedAction))",
        matches: { $0 == expectedAction },
        difference: { diff(expectedAction, $0, format: .proportional) }
      ),
      timeout: duration,
      assert: updateStateToExpectedResult,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Asserts that an effect sent an action of a case: `await store.receive(\.delegate.didSave)`.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await receive(
      .of(actionCase),
      timeout: duration,
      assert: updateStateToExpectedResult,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Asserts that an effect sent an action of a case without changing the state, then runs a closure with further
  /// assertions.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert assertElsewhere: () throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows {
    await receive(
      .of(actionCase),
      timeout: duration,
      assert: nil,
      at: SourceSite(fileID, filePath, line, column)
    )
    try assertElsewhere()
  }

  /// Asserts that an effect sent an action of a case, with a payload: `await store.receive(\.response, "milk")`.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(
        description:
          "an action of the case \(actionCase.caseName()), with the value\n\n\(indentedDump(of: value))",
        matches: { path.extract(from: $0) == value },
        difference: { path.extract(from: $0).flatMap { diff(value, $0, format: .proportional) } }
      ),
      timeout: duration,
      assert: updateStateToExpectedResult,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Asserts that an effect sent an action that satisfies a predicate.
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await receive(
      Expectation(description: "an action that satisfies the predicate", matches: isMatching),
      timeout: duration,
      assert: updateStateToExpectedResult,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// An expected action.
  private struct Expectation {
    let description: String
    let matches: (Action) -> Bool
    var difference: (Action) -> String? = { _ in nil }

    static func of<Value>(_ actionCase: CaseKeyPath<Action, Value>) -> Self {
      let path = AnyCasePath(actionCase)
      return Self(
        description: "an action of the case \(actionCase.caseName())",
        matches: { path.extract(from: $0) != nil }
      )
    }
  }

  private func receive(
    _ expectation: Expectation,
    timeout duration: Duration?,
    assert update: ((inout State) throws -> Void)?,
    at site: SourceSite,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let mustBeNext = exhaustivity == .on
    await runtime.settle(timeout: duration ?? timeout) {
      mustBeNext ? !runtime.received.isEmpty : runtime.received.contains { expectation.matches($0.action) }
    }
    if !mustBeNext, !skipReceivedActions(before: expectation, at: site) { return }
    guard let next = runtime.received.first else {
      site.reportIssue(
        "Expected to receive \(expectation.description)\n\nbut received none.\n\n\(noteOnMissingAction)"
      )
      return
    }
    _ = runtime.removeFirstReceived()
    guard expectation.matches(next.action) else {
      reportUnexpected(next.action, instead: expectation, at: site)
      accept(next.state, next.shared)
      return
    }
    stackElementIDs = next.stackElementIDs
    expect(next.state, next.shared, update, at: site)
    accept(next.state, next.shared)
  }

  /// Skips the actions received before the expected one.
  ///
  /// - Returns: Whether the expected action was received.
  private func skipReceivedActions(before expectation: Expectation, at site: SourceSite) -> Bool {
    guard let index = runtime.received.firstIndex(where: { expectation.matches($0.action) }) else {
      site.reportIssue(
        """
        Expected to receive \(expectation.description)

        but received \(runtime.received.isEmpty ? "none." : "only:\n\n\(list(runtime.received.map(\.action)))")

        \(noteOnMissingAction)
        """
      )
      return false
    }
    skipReceivedActions(count: index, at: site)
    return true
  }

  private func reportUnexpected(_ action: Action, instead expectation: Expectation, at site: SourceSite) {
    let difference = expectation.difference(action)
    let mismatch =
      difference.map { "Received an unexpected action:\n\n\($0)\n\n(Expected: −, received: +)" }
      ?? "Expected to receive \(expectation.description)\n\nbut received:\n\n\(indentedDump(of: action))"
    site.reportIssue(
      """
      \(mismatch)

      Assert actions in the order in which they are received. To skip others, set "exhaustivity" to ".off".
      """
    )
  }
}

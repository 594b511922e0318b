extension TestStore {
  /// Sends an action as a user would, and asserts what it changes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Given the state before the action, to be changed into the one expected after it.
  ///     Without it no change is expected.
  /// - Returns: A handle of the effects that the action set off.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TestStoreTask {
    process(
      action,
      expecting: updateStateToExpectedResult,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends an action without payload, named by its case: `await store.send(\.child.saveButtonTapped)`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - updateStateToExpectedResult: Given the state before the action, to be changed into the one expected after it.
  /// - Returns: A handle of the effects that the action set off.
  @discardableResult
  public func send(
    _ actionCase: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TestStoreTask {
    process(
      AnyCasePath(actionCase).embed(()),
      expecting: updateStateToExpectedResult,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends an action named by its case, with a payload: `await store.send(\.queryChanged, "milk")`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: The payload.
  ///   - updateStateToExpectedResult: Given the state before the action, to be changed into the one expected after it.
  /// - Returns: A handle of the effects that the action set off.
  @discardableResult
  public func send<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TestStoreTask {
    process(
      AnyCasePath(actionCase).embed(value),
      expecting: updateStateToExpectedResult,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Processes an action, and asserts what it changes.
  @discardableResult
  func process(
    _ action: Action,
    expecting update: ((inout State) throws -> Void)?,
    at site: SourceSite,
    isolation: (any Actor)? = #isolation
  ) -> TestStoreTask {
    settleReceivedActions(before: action, at: site)
    guard !isDismissed else {
      site.reportIssue(
        """
        Cannot send "\(label(of: action))": the feature was dismissed.

        It asked for that itself, with "dismiss". A feature that is gone takes no more actions.
        """
      )
      return TestStoreTask(effects: EffectGroup(), runtime: runtime, timeout: timeout)
    }
    stackElementIDs = runtime.stackElementIDs
    let (newState, newShared, effects) = runtime.send(action, isolation: isolation)
    expect(newState, newShared, update, at: site)
    accept(newState, newShared)
    return TestStoreTask(effects: effects, runtime: runtime, timeout: timeout)
  }

  /// Takes a state for asserted.
  func accept(_ newState: State, _ newShared: SharedSnapshot) {
    state = newState
    shared.accept(newShared)
  }

  /// What effects sent before must have been asserted, or is skipped where that is allowed.
  private func settleReceivedActions(before action: Action, at site: SourceSite) {
    guard !runtime.received.isEmpty else { return }
    guard exhaustivity == .on else {
      skipAllReceivedActions(at: site)
      return
    }
    site.reportIssue(
      """
      \(count(runtime.received.count, "received action")) must be handled before "\(label(of: action))" is sent.

      Unhandled:
      \(list(runtime.received.map(\.action)))
      """
    )
  }
}

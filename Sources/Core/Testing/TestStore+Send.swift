extension TestStore {
  /// Sends an action as a user would, and asserts the change that it makes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Without it,
  ///     no change is expected.
  /// - Returns: A handle for the effects that the action started.
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
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Sends an action without a payload, identified by its case: `await store.send(\.child.saveButtonTapped)`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Without it,
  ///     no change is expected.
  /// - Returns: A handle for the effects that the action started.
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
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Sends an action with a payload, identified by its case: `await store.send(\.queryChanged, "milk")`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: The payload.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Without it,
  ///     no change is expected.
  /// - Returns: A handle for the effects that the action started.
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
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Processes an action, and asserts the change that it makes.
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

        It dismissed itself with the dependency "dismiss". A dismissed feature receives no more actions: remove this \
        call.
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

  /// Accepts a state as asserted.
  func accept(_ newState: State, _ newShared: SharedSnapshot) {
    state = newState
    shared.accept(newShared)
  }

  /// Reports received actions that are not handled yet, or skips them if the store is not exhaustive.
  private func settleReceivedActions(before action: Action, at site: SourceSite) {
    guard !runtime.received.isEmpty else { return }
    guard exhaustivity == .on else {
      skipReceivedActions(at: site)
      return
    }
    site.reportIssue(
      """
      \(counted(runtime.received.count, "received action")) must be handled before "\(label(of: action))" is sent.

      Unhandled:
      \(list(runtime.received.map(\.action)))

      Assert each with "receive", or discard them with "skipReceivedActions()".
      """
    )
  }
}

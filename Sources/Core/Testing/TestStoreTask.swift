/// A handle for the effects that an action started in a test.
public struct TestStoreTask {
  private let effects: any TestEffects
  private let timeout: Duration

  init<State, Action>(
    effects: EffectGroup,
    runtime: TestRuntime<State, Action>,
    timeout: Duration
  ) {
    self.effects = GroupInTest(group: effects, runtime: runtime)
    self.timeout = timeout
  }

  /// Whether the effects were cancelled by ``cancel(isolation:)``, or the action started none.
  public var isCancelled: Bool { effects.isCancelled }

  /// Cancels the effects, and lets them end.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    effects.cancel()
  }

  /// Waits for the effects to end, and asserts that they did.
  ///
  /// - Parameter duration: How long to wait for effects that are busy elsewhere; the store's timeout by default.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard await !effects.finish(timeout: duration ?? timeout, isolation: isolation) else { return }
    SourceSite(fileID, filePath, line, column).reportIssue(
      """
      The effects of this action were expected to end, but some are still in flight.

      Advance the clock that they sleep on, send the action that cancels them, or cancel this task.
      """
    )
  }
}

/// The effects that an action started, as a ``TestStoreTask`` uses them.
private protocol TestEffects {
  var isCancelled: Bool { get }
  func cancel()
  /// - Returns: Whether the effects have ended.
  func finish(timeout: Duration, isolation: isolated (any Actor)?) async -> Bool
}

private struct GroupInTest<State, Action>: TestEffects {
  let group: EffectGroup
  let runtime: TestRuntime<State, Action>

  var isCancelled: Bool { group.isCancelled }

  func cancel() {
    runtime.cancel(group)
  }

  func finish(timeout: Duration, isolation: isolated (any Actor)?) async -> Bool {
    await runtime.settle(timeout: timeout, isolation: isolation) { group.isFinished }
    return group.isFinished
  }
}

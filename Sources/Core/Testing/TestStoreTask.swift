/// A handle of the effects that an action set off in a test.
public struct TestStoreTask {
  private let cancelEffects: () -> Void
  private let waitForEffects: (Duration, isolated (any Actor)?) async -> Bool
  private let timeout: Duration

  init<State, Action>(
    effects: EffectGroup<Action>,
    runtime: TestRuntime<State, Action>,
    timeout: Duration
  ) {
    self.timeout = timeout
    cancelEffects = {
      effects.cancel()
      runtime.settle()
    }
    waitForEffects = { timeout, isolation in
      await runtime.settle(timeout: timeout, isolation: isolation) { effects.isFinished }
      return effects.isFinished
    }
  }

  /// Cancels the effects, and lets them end.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    cancelEffects()
  }

  /// Waits for the effects to end, and asserts that they did.
  ///
  /// - Parameter duration: How long to wait for effects that are busy elsewhere; by default the store's time-out.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard await !waitForEffects(duration ?? timeout, isolation) else { return }
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).reportIssue(
      """
      The effects of this action were expected to end, but some are still in flight.

      Advance the clock that they sleep on, send the action that cancels them, or cancel this task.
      """)
  }
}

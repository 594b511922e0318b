/// A handle for the effects that an action started in a test.
public struct TestStoreTask {
  let effects: EffectGroup
  let runtime: any GroupRuntime
  let timeout: Duration

  /// Whether the effects were cancelled by ``cancel(isolation:)``, or the action started none.
  public var isCancelled: Bool { effects.isCancelled }

  /// Cancels the effects, and lets them end.
  public func cancel(isolation: isolated (any Actor)? = #isolation) async {
    runtime.cancel(effects)
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
    await runtime.settle(timeout: duration ?? timeout, isolation: isolation) { effects.isFinished }
    guard !effects.isFinished else { return }
    SourceSite(fileID, filePath, line, column).reportIssue(
      """
      The effects of this action were expected to end, but some are still in flight.

      Advance the clock that they sleep on, send the action that cancels them, or cancel this task.
      """
    )
  }
}

/// What a ``TestStoreTask`` uses of its store's runtime.
protocol GroupRuntime {
  func cancel(_ group: EffectGroup)
  func settle(timeout: Duration, isolation: isolated (any Actor)?, until isDone: () -> Bool) async
}

extension TestRuntime: GroupRuntime {}

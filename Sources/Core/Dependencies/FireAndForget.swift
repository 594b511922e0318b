extension DependencyValues {
  /// Does work that nothing waits for, such as tracking an event.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("tapped") }
  /// ```
  ///
  /// The work continues when the task that asks for it is cancelled. In tests and sessions the call waits for it, so
  /// that what it does has been done when the call returns.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, operation in
      Task(priority: priority) { await operation() }
    }
    static let testValue = FireAndForget { priority, operation in
      let task =
        EffectContext.current?.startUncancelled(priority: priority, operation)
        ?? Task(priority: priority, operation: operation)
      await task.value
    }
    static var previewValue: FireAndForget { testValue }
  }
}

/// Does work that nothing waits for; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  private let run: @Sendable (TaskPriority?, @escaping @Sendable () async -> Void) async -> Void

  init(
    _ run: @escaping @Sendable (TaskPriority?, @escaping @Sendable () async -> Void) async -> Void
  ) {
    self.run = run
  }

  /// Does work.
  ///
  /// An error that it throws is reported as an issue, since there is nothing to throw it to.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that does it, where it is a task of its own.
  ///   - operation: The work.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await run(priority) {
      do {
        try await operation()
      } catch is CancellationError {
        return
      } catch {
        site.reportIssue("Work that was fired and forgotten threw an error: \(error)")
      }
    }
  }
}

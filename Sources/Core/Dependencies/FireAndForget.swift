extension DependencyValues {
  /// Runs work that nothing awaits, such as tracking an event.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("tapped") }
  /// ```
  ///
  /// The work continues when the task that started it is cancelled. In tests and sessions the call waits for the
  /// work, so that its consequences are complete when the call returns.
  @DependencyEntry(
    liveValue: FireAndForget { priority, operation in Task(priority: priority, operation: operation) },
    previewValue: FireAndForget.awaited
  )
  public var fireAndForget: FireAndForget = .awaited
}

extension FireAndForget {
  fileprivate static let awaited = Self { priority, operation in
    let task =
      RunningEffect.current?.startUncancelled(priority: priority, operation)
      ?? Task(priority: priority, operation: operation)
    await task.value
  }
}

/// Runs work that nothing awaits; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  let run: @Sendable (TaskPriority?, @escaping @Sendable () async -> Void) async -> Void

  /// Runs work.
  ///
  /// An error that it throws is reported as an issue, because no caller awaits it.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs the work, if it runs in a separate task.
  ///   - operation: The work.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    let site = SourceSite(fileID, filePath, line, column)
    await run(priority) {
      do {
        try await operation()
      } catch is CancellationError {
        return
      } catch {
        site.reportIssue("The work of \"fireAndForget\" threw an error: \(error)")
      }
    }
  }
}

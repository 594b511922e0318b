extension Effect {
  /// An effect that runs asynchronous work, which may send any number of actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   try await clock.sleep(for: .seconds(1))
  ///   await send(.timerTicked)
  /// }
  /// ```
  ///
  /// The dependencies that hold where the effect is made also hold in it. An error that `operation` throws goes to
  /// `catch`; without one it is reported as an issue, since nobody else would ever hear of it. `CancellationError`
  /// ends the effect silently.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task. The session's and the test store's executors run jobs in the order in
  ///     which they became ready, whatever their priority.
  ///   - name: A name to show in lists of what is in flight.
  ///   - operation: The work.
  ///   - handler: Called with the error that `operation` threw.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    run(
      priority: priority,
      name: name,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
      operation: operation,
      catch: handler
    )
  }

  static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    at site: SourceSite,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    let run = EffectRun(name: name, priority: priority, site: site, dependencies: .current) { context in
      let send = Send<Action>(from: context)
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        guard let handler else {
          site.reportIssue(
            """
            An effect threw an error that nobody handles: \(error)

            Handle it inside the effect, or pass a "catch" closure to "Effect.run".
            """
          )
          return
        }
        await handler(error, send)
      }
    }
    return Self(.run(run))
  }

  /// An effect that only sleeps.
  static func pause(for duration: Duration, clock: any Clock<Duration>, at site: SourceSite) -> Self {
    run(at: site) { _ in try await clock.sleep(for: duration) }
  }
}

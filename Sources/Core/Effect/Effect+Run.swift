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
    isPause: Bool = false,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    let run = EffectRun(name: name, priority: priority, site: site, isPause: isPause) { context in
      try await operation(Send(from: context))
    } catch: { error, context in
      if let handler { return await handler(error, Send(from: context)) }
      site.reportIssue(
        """
        An effect threw an error that nobody handles: \(error)

        Handle it inside the effect, or pass a "catch" closure to "Effect.run".
        """
      )
    }
    return Self(.run(run))
  }

  /// An effect that only sleeps.
  static func pause(for duration: Duration, clock: any Clock<Duration>, at site: SourceSite) -> Self {
    run(at: site, isPause: true) { _ in try await clock.sleep(for: duration) }
  }

  /// The same effect with other code around the work of each ``run(priority:name:operation:catch:fileID:filePath:line:column:)``
  /// in it. Operators that repeat, limit or measure work are made of this:
  ///
  /// ```swift
  /// extension Effect {
  ///   func retry(times: Int, after pause: Duration, clock: any Clock<Duration>) -> Self {
  ///     wrappingWork { work in
  ///       for _ in 0..<times {
  ///         do { return try await work() } catch is CancellationError { return } catch {}
  ///         try await clock.sleep(for: pause)
  ///       }
  ///       try await work()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The work runs as the same effect, however often it is called: under the same id, with the same dependencies. Actions
  /// that it sent before it failed are not taken back.
  ///
  /// - Parameter body: Runs the work, which throws what it throws. An error that `body` throws goes where the work's
  ///   own would have gone: to `catch`, or it is reported.
  /// - Complexity: O(*k*) in the number of effects that this one consists of.
  public func wrappingWork(
    _ body: @escaping @Sendable (_ work: @escaping @Sendable () async throws -> Void) async throws -> Void
  ) -> Self {
    Self(operation.wrapped(by: body))
  }
}

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
  /// The effect inherits the dependencies that are current where it is created. An error that `operation` throws is
  /// passed to `catch`, or reported as an issue if there is no handler. `CancellationError`, and any error of an effect
  /// that was cancelled, ends the effect silently.
  ///
  /// - Parameters:
  ///   - priority: The task's priority. The executors of the session and the test store ignore it: they run jobs in
  ///     the order in which these became ready.
  ///   - name: A name to show in lists of effects in flight.
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
      at: SourceSite(fileID, filePath, line, column),
      operation: operation,
      catch: handler
    )
  }

  static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    at site: SourceSite,
    pause: EffectRun.Pause? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    let run = EffectRun(name: name, priority: priority, site: site, pause: pause) { effect in
      try await operation(Send(from: effect))
    } catch: { error, effect in
      if let handler { return await handler(error, Send(from: effect)) }
      site.reportIssue(
        """
        An effect threw an unhandled error: \(error)

        Handle it inside the effect, or pass a "catch" closure to "Effect.run".
        """
      )
    }
    return Self(.run(run))
  }

  /// An effect that only sleeps.
  static func pause(for duration: Duration, clock: any Clock<Duration>, at site: SourceSite) -> Self {
    let pause = EffectRun.Pause(duration: duration, clock: clock as? VirtualClock<Duration>)
    return run(at: site, pause: pause) { _ in try await clock.sleep(for: duration) }
  }

  /// Returns this effect with additional code around the work of each
  /// ``run(priority:name:operation:catch:fileID:filePath:line:column:)`` in it. Use it to write operators that
  /// repeat, limit or measure work:
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
  /// The work runs as the same effect each time it is called: under the same id, with the same dependencies. Actions
  /// that it sent before it failed are not undone.
  ///
  /// - Parameter body: Runs the work, and receives the errors it throws. An error that `body` throws is handled like
  ///   one of the work: passed to `catch` or reported.
  /// - Complexity: O(*k*) in the number of effects in this one.
  public func wrappingWork(
    _ body: @escaping @Sendable (_ work: @escaping @Sendable () async throws -> Void) async throws -> Void
  ) -> Self {
    Self(operation.wrapped(by: body) ?? operation)
  }
}

extension Effect {
  /// An effect that sends the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  ///
  /// - Parameter makeSequence: Creates the sequence. Called immediately, so it can read the state.
  public static func publisher<S: AsyncSequence>(
    _ makeSequence: () -> S,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where S.Element == Action {
    let sequence = makeSequence()
    // The sequence was created here and is iterated by a single task.
    let sendAll = UncheckedSendable { (send: Send<Action>) async throws in
      for try await action in sequence { await send(action) }
    }
    return .run(at: SourceSite(fileID, filePath, line, column)) { try await sendAll.value($0) }
  }
}

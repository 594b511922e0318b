extension TestStore {
  /// Waits for all effects to end, and asserts that they did and that all actions they sent were handled.
  ///
  /// - Parameter duration: How long to wait for effects that are busy elsewhere; ``timeout`` by default.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let site = SourceSite(fileID, filePath, line, column)
    await runtime.settle(timeout: duration ?? timeout) { runtime.unskipped.isEmpty }
    assertNothingIsLeft(at: site)
    // Prevents the same issues from being reported again when the store is released.
    skipReceivedActions(at: site)
    shared.accept(shared.tracker.snapshot)
    runtime.skipEffects()
  }

  /// Runs an operation with a different exhaustivity.
  ///
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public func withExhaustivity<R>(_ exhaustivity: Exhaustivity, operation: () throws -> R) rethrows -> R {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an operation with a different exhaustivity.
  ///
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @discardableResult
  public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
  ) async rethrows -> R {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  func assertNothingIsLeft(at site: SourceSite) {
    runtime.settle()
    if !runtime.received.isEmpty {
      report(
        """
        The store received \(counted(runtime.received.count, "action")) that the test did not handle:

        \(list(runtime.received.map(\.action)))

        Assert each with "receive", discard them with "skipReceivedActions()", or set "exhaustivity" to ".off".
        """,
        at: site
      )
    }
    if let difference = unassertedSharedChange() {
      report(
        """
        Shared values changed without being asserted:

        \(difference)

        Assert the changes that effects make, as in "store.assert { $0.$count.withLock { $0 = 1 } }".
        """,
        at: site
      )
    }
    let effects = runtime.unskipped
    if !effects.isEmpty {
      report(
        """
        \(counted(effects.count, "effect")) did not end:

        \(list(effects))

        Make each one end: advance the clock that it sleeps on, send the action that cancels it, cancel the task that \
        "send" returned, or, if it is busy elsewhere, wait with "finish()" and a longer timeout. If an effect need \
        not end, call "skipInFlightEffects()".
        """,
        at: site
      )
    }
  }

  private func report(_ message: String, at site: SourceSite) {
    if exhaustivity == .on { site.reportIssue(message) } else { showSkipped(message, at: site) }
  }
}

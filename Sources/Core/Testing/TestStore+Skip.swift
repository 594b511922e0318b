extension TestStore {
  /// Discards all received actions without asserting them.
  ///
  /// - Parameter strict: Whether it is a failure if there is nothing to skip.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let site = SourceSite(fileID, filePath, line, column)
    runtime.settle()
    if strict, runtime.received.isEmpty {
      site.reportIssue(
        "There are no received actions to skip.\n\nRemove this call, or pass \"strict: false\"."
      )
    }
    skipReceivedActions(at: site)
  }

  /// Lets the effects in flight continue without asserting that they end. The actions that they send are still
  /// received.
  ///
  /// - Parameter strict: Whether it is a failure if there is nothing to skip.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let site = SourceSite(fileID, filePath, line, column)
    runtime.settle()
    let effects = runtime.unskipped
    if effects.isEmpty {
      guard strict else { return }
      return site.reportIssue(
        "There are no effects in flight to skip.\n\nRemove this call, or pass \"strict: false\"."
      )
    }
    runtime.skipEffects()
    showSkipped("Skipped \(counted(effects.count, "effect")) in flight:\n\n\(list(effects))", at: site)
  }

  /// - Parameter count: How many; by default all.
  func skipReceivedActions(count: Int? = nil, at site: SourceSite) {
    let count = count ?? runtime.received.count
    guard count > 0 else { return }
    let skipped = (0..<count).map { _ in runtime.removeFirstReceived() }
    accept(skipped[count - 1].state, skipped[count - 1].shared)
    showSkipped(
      "Skipped \(counted(count, "received action")):\n\n\(list(skipped.map(\.action)))",
      at: site
    )
  }

  /// Shows what a non-exhaustive test did not assert, if requested: as an expected issue, or as a note on standard
  /// error where the testing library does not support expected failures.
  func showSkipped(_ message: @autoclosure () -> String, at site: SourceSite) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    #if !canImport(Darwin)
      if case .xcTest = TestContext.current { return site.writeNote(message()) }
    #endif
    withExpectedIssue { site.reportIssue(message()) }
  }
}

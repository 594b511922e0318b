extension TestStore {
  /// Asserts something of the state as it is now, besides what was asserted of the last action.
  ///
  /// - Parameter updateStateToExpectedResult: Sets what is expected; if that changes the state, it was otherwise.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    compare(state, withExpectationFrom: state, updateStateToExpectedResult, at: site)
  }

  /// Compares the state after an action with what the test expects of it.
  func expect(_ actual: State, _ update: ((inout State) throws -> Void)?, at site: SourceSite) {
    guard exhaustivity == .on else {
      if let update { compare(actual, withExpectationFrom: actual, update, at: site) }
      showUnassertedChange(of: actual, update, at: site)
      return
    }
    guard let update else {
      guard let difference = difference(expected: state, actual: actual) else { return }
      site.reportIssue("The state was not expected to change, but it did:\n\n\(difference)")
      return
    }
    let expected = compare(actual, withExpectationFrom: state, update, at: site)
    guard let expected, areEqual(expected, state), areEqual(expected, actual) else { return }
    site.reportIssue(
      """
      The state was expected to change, but it did not.

      The trailing closure changed nothing. If no change is expected, leave it out.
      """
    )
  }

  /// - Returns: The expected state, if the closure did not throw.
  @discardableResult
  private func compare(
    _ actual: State,
    withExpectationFrom base: State,
    _ update: (inout State) throws -> Void,
    at site: SourceSite
  ) -> State? {
    var expected = base
    var dependencies = dependencies
    // What a test expects on a stack must not use up the ids that the feature will give out.
    dependencies.stackElementID = .withinStack
    do {
      try DependencyValues.$current.withValue(dependencies) { try update(&expected) }
    } catch {
      site.reportIssue("The closure that describes the expected state threw an error: \(error)")
      return nil
    }
    if let difference = difference(expected: expected, actual: actual) {
      site.reportIssue("The state is not as expected:\n\n\(difference)")
    }
    return expected
  }

  private func showUnassertedChange(
    of actual: State,
    _ update: ((inout State) throws -> Void)?,
    at site: SourceSite
  ) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var expected = state
    // What the closure throws has been reported with the assertion itself.
    try? update?(&expected)
    guard let difference = difference(expected: expected, actual: actual) else { return }
    showSkipped("These changes of the state were not asserted:\n\n\(difference)", at: site)
  }

  private func difference(expected: State, actual: State) -> String? {
    guard !areEqual(expected, actual) else { return nil }
    guard let difference = diff(expected, actual, format: .proportional) else {
      return """
        The states are not equal, but print the same:

        \(indented(actual))
        """
    }
    return "\(difference)\n\n(Expected: −, actual: +)"
  }
}

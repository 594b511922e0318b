extension DependencyValues {
  /// Checks an assumption, like `Swift.assert`. In tests and sessions, a failure is reported as an issue instead of
  /// ending the process.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(index < todos.count, "The index is out of range.")
  /// ```
  @DependencyEntry(liveValue: LiveAssertion(), previewValue: ReportedAssertion(failure: "Assertion failed"))
  public var assert: any AssertionEffect = ReportedAssertion(failure: "Assertion failed")

  /// Fails in code that should never run, like `Swift.assertionFailure`. In tests and sessions, the failure is
  /// reported as an issue instead of ending the process.
  @DependencyEntry(
    liveValue: LiveAssertionFailure(),
    previewValue: ReportedAssertion(failure: "Assertion failed")
  )
  public var assertionFailure: any AssertionFailureEffect = ReportedAssertion(failure: "Assertion failed")

  /// Checks an assumption in every build, like `Swift.precondition`. In tests and sessions, a failure is reported as
  /// an issue instead of ending the process.
  @DependencyEntry(
    liveValue: LivePrecondition(),
    previewValue: ReportedAssertion(failure: "Precondition failed")
  )
  public var precondition: any AssertionEffect = ReportedAssertion(failure: "Precondition failed")
}

/// A check of a condition; see ``DependencyValues/assert`` and ``DependencyValues/precondition``.
public protocol AssertionEffect: Sendable {
  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The message if it does not hold.
  ///   - file: The path of the asserting file.
  ///   - line: The asserting line.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString,
    line: UInt
  )
}

extension AssertionEffect {
  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The message if it does not hold.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    callAsFunction(condition(), message(), file: filePath, line: line)
  }
}

/// A failure without a condition; see ``DependencyValues/assertionFailure``.
public protocol AssertionFailureEffect: Sendable {
  /// Fails.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - file: The path of the failing file.
  ///   - line: The failing line.
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Fails.
  ///
  /// - Parameter message: The message.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "",
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    callAsFunction(message(), file: filePath, line: line)
  }
}

private struct LiveAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString,
    line: UInt
  ) {
    Swift.assert(condition(), message(), file: file, line: line)
  }
}

private struct LiveAssertionFailure: AssertionFailureEffect {
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    Swift.assertionFailure(message(), file: file, line: line)
  }
}

private struct LivePrecondition: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString,
    line: UInt
  ) {
    Swift.precondition(condition(), message(), file: file, line: line)
  }
}

private struct ReportedAssertion: AssertionEffect, AssertionFailureEffect {
  let failure: String

  func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString,
    line: UInt
  ) {
    if !condition() { callAsFunction(message(), file: file, line: line) }
  }

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    let message = message()
    reportIssue(
      message.isEmpty ? "\(failure)." : "\(failure): \(message)",
      fileID: file,
      filePath: file,
      line: line,
      column: 1
    )
  }
}

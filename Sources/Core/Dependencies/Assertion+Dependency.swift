extension DependencyValues {
  /// Checks an assumption, like `Swift.assert`. In tests and sessions, a failure is reported as an issue instead of
  /// ending the process.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(index < todos.count, "The index is out of range.")
  /// ```
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Fails in code that should never run, like `Swift.assertionFailure`. In tests and sessions, the failure is
  /// reported as an issue instead of ending the process.
  public var assertionFailure: any AssertionFailureEffect {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }

  /// Checks an assumption in every build, like `Swift.precondition`. In tests and sessions, a failure is reported as
  /// an issue instead of ending the process.
  public var precondition: any AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  private enum AssertKey: DependencyKey {
    static let liveValue: any AssertionEffect = LiveAssertion()
    static let previewValue: any AssertionEffect = testValue
    static let testValue: any AssertionEffect = ReportedAssertion(failure: "Assertion failed")
  }

  private enum AssertionFailureKey: DependencyKey {
    static let liveValue: any AssertionFailureEffect = LiveAssertionFailure()
    static let previewValue: any AssertionFailureEffect = testValue
    static let testValue: any AssertionFailureEffect = ReportedAssertion(failure: "Assertion failed")
  }

  private enum PreconditionKey: DependencyKey {
    static let liveValue: any AssertionEffect = LivePrecondition()
    static let previewValue: any AssertionEffect = testValue
    static let testValue: any AssertionEffect = ReportedAssertion(failure: "Precondition failed")
  }
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

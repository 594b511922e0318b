extension DependencyValues {
  /// Checks an assumption, like `Swift.assert`. In tests and sessions, a failure is reported as an issue instead of
  /// ending the process.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(index < todos.count, "The index is out of range.")
  /// ```
  @DependencyEntry(
    liveValue: Assertion { Swift.assert($0(), $1(), file: $2, line: $3) },
    previewValue: Assertion.reported("Assertion failed")
  )
  public var assert: any AssertionEffect = Assertion.reported("Assertion failed")

  /// Fails in code that should never run, like `Swift.assertionFailure`. In tests and sessions, the failure is
  /// reported as an issue instead of ending the process.
  @DependencyEntry(
    liveValue: Assertion { Swift.assertionFailure($1(), file: $2, line: $3) },
    previewValue: Assertion.reported("Assertion failed")
  )
  public var assertionFailure: any AssertionFailureEffect = Assertion.reported("Assertion failed")

  /// Checks an assumption in every build, like `Swift.precondition`. In tests and sessions, a failure is reported as
  /// an issue instead of ending the process.
  @DependencyEntry(
    liveValue: Assertion { Swift.precondition($0(), $1(), file: $2, line: $3) },
    previewValue: Assertion.reported("Precondition failed")
  )
  public var precondition: any AssertionEffect = Assertion.reported("Precondition failed")
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

private struct Assertion: AssertionEffect, AssertionFailureEffect {
  let check: @Sendable (_ holds: () -> Bool, _ message: () -> String, StaticString, UInt) -> Void

  /// Reports an issue instead of ending the program.
  static func reported(_ failure: String) -> Self {
    Self { holds, message, file, line in
      if holds() { return }
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

  func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String,
    file: StaticString,
    line: UInt
  ) {
    check(condition, message, file, line)
  }

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    check({ false }, message, file, line)
  }
}

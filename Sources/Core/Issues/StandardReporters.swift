import TodoShellSystem

/// The reporter of a program that chooses none: fails the current test, and writes to standard error outside of tests.
public struct _DefaultReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    guard isTesting else { return writeError("\(fileID):\(line): \(message() ?? "")") }
    guard let tests = TestConnections.current else {
      return writeUnconnected(message(), severity, fileID, line)
    }
    tests.reportIssue(
      message(),
      severity: severity,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if isTesting, let tests = TestConnections.current {
      tests.reportIssue(error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    } else {
      let text = caught(error, message())
      reportIssue(text, severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  public func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    print("\(fileID):\(line): \(message() ?? "")")
  }

  /// Ends the program with a failure when it exits: a test that could not fail must not look as if it had passed.
  private static let failure: Void = {
    _ = atexit {
      fflush(nil)
      _exit(EXIT_FAILURE)
    }
  }()

  private func writeUnconnected(
    _ message: String?,
    _ severity: IssueSeverity,
    _ fileID: StaticString,
    _ line: UInt
  ) {
    if severity == .error { Self.failure }
    let consequence = severity == .error ? ", so the whole run fails" : ""
    writeError(
      """
      \(fileID):\(line): issue not attributed to a test\(consequence): \(message ?? "Issue reported")

      Add the library "CoreTestSupport" to the dependencies of the test target.
      """
    )
  }
}

extension IssueReporter where Self == _DefaultReporter {
  /// Fails the current test, and writes to standard error outside of tests.
  public static var `default`: Self { Self() }
}

/// A reporter that ends the program.
public struct _FatalErrorReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    Swift.fatalError(text(message()), file: filePath, line: line)
  }
}

extension IssueReporter where Self == _FatalErrorReporter {
  /// Ends the program at the first issue.
  public static var fatalError: Self { Self() }
}

/// A reporter that stops in the debugger.
public struct _BreakpointReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    writeError("\(fileID):\(line): \(text(message()))")
    if isDebugged { raise(SIGTRAP) }
  }
}

extension IssueReporter where Self == _BreakpointReporter {
  /// Writes to standard error, and stops in the debugger, if there is one.
  public static var breakpoint: Self { Self() }
}

private func text(_ message: String?) -> String {
  guard let message, !message.isEmpty else { return "Issue reported" }
  return message
}

/// Writes a line to standard error.
func writeError(_ line: String) {
  // There is no other place to report that standard error cannot be written.
  _ = Array("\(line)\n".utf8).withUnsafeBytes {
    Descriptor.write($0, to: STDERR_FILENO, subject: "standard error")
  }
}

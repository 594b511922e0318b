/// A closure that reports an issue when it is called, and returns a placeholder: for a dependency of a test that must
/// not be used.
///
/// ```swift
/// static let testValue = Self(fetch: unimplemented("APIClient.fetch", placeholder: []))
/// ```
///
/// - Parameters:
///   - description: What is not implemented.
///   - placeholder: What the closure returns.
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> sending Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> sending Result {
  let site = SourceSite(fileID, filePath, line, column)
  return { (argument: repeat each Argument) in
    reportUnimplemented(description(), function, site, (repeat each argument))
    return placeholder()
  }
}

/// A closure that reports an issue when it is called, and throws ``UnimplementedFailure``.
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> sending Result {
  let site = SourceSite(fileID, filePath, line, column)
  return { (argument: repeat each Argument) in
    let description = description()
    reportUnimplemented(description, function, site, (repeat each argument))
    throw UnimplementedFailure(description: description)
  }
}

/// A closure that reports an issue when it is called, and throws an error.
///
/// - Parameters:
///   - description: What is not implemented.
///   - failure: What the closure throws.
@_disfavoredOverload
public func unimplemented<each Argument, Failure: Error, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws(Failure) -> sending Result {
  let site = SourceSite(fileID, filePath, line, column)
  return { (argument: repeat each Argument) throws(Failure) in
    reportUnimplemented(description(), function, site, (repeat each argument))
    throw failure()
  }
}

/// Reports an issue when it is evaluated, and returns a placeholder.
@_disfavoredOverload
public func unimplemented<Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> sending Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Result {
  reportUnimplemented(description(), function, SourceSite(fileID, filePath, line, column), nil)
  return placeholder()
}

/// The error of an unimplemented closure that throws.
public struct UnimplementedFailure: Error {
  /// What is not implemented.
  public let description: String

  /// Creates the error.
  ///
  /// - Parameter description: What is not implemented.
  public init(description: String) {
    self.description = description
  }
}

private func reportUnimplemented(
  _ description: String,
  _ function: StaticString,
  _ site: SourceSite,
  _ arguments: Any?
) {
  var text = "Unimplemented\(description.isEmpty ? "" : ": \(description)") …\n\n"
  text += "  Defined in '\(function)' at:\n    \(site.fileID):\(site.line)"
  if let arguments { text += "\n\n  Invoked with:\n    \(String(reflecting: arguments))" }
  site.reportIssue(text)
}

/// Fails the test if two values differ, and shows the difference.
///
/// ```swift
/// expectNoDifference(user, User(id: 1, name: "Blob"))
/// // Difference: …
/// //
/// //     User(
/// //       id: 1,
/// //   −   name: "Blob Jr."
/// //   +   name: "Blob"
/// //     )
/// //
/// // (First: −, Second: +)
/// ```
///
/// Works with Swift Testing and XCTest.
///
/// - Parameters:
///   - expression1: The first value.
///   - expression2: The second value.
///   - message: Replaces the first line of the failure.
/// - Complexity: That of `==`; if the values differ, also that of ``diff(_:_:format:)-(T,_,_)``.
public func expectNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T,
  _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = SourceSite(fileID, filePath, line, column)
  site.reportingErrors {
    site.expect(try expression1(), equals: try expression2(), message(), names: ("First", "Second"))
  }
}

/// Fails the test if an operation does not change a value as expected, and shows the difference.
///
/// ```swift
/// expectDifference(model.count) {
///   model.increment()
/// } changes: {
///   $0 = 1
/// }
/// ```
///
/// If `changes` does nothing, the value is expected to stay the same.
///
/// - Parameters:
///   - expression: The value, read before and after the operation.
///   - message: Replaces the first line of the failure.
///   - operation: Changes the value.
///   - changes: Changes the value before the operation to the one expected after it.
/// - Complexity: That of `==`; if the values differ, also that of ``diff(_:_:format:)-(T,_,_)``.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  operation: () throws -> Void = {},
  changes: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = SourceSite(fileID, filePath, line, column)
  site.reportingErrors {
    var expected = try expression()
    try changes(&expected)
    try operation()
    site.expect(expected, equals: try expression(), message(), names: ("Expected", "Actual"))
  }
}

/// Fails the test if an asynchronous operation does not change a value as expected, and shows the difference.
///
/// - Parameters:
///   - expression: The value, read before and after the operation.
///   - message: Replaces the first line of the failure.
///   - operation: Changes the value.
///   - changes: Changes the value before the operation to the one expected after it.
/// - Complexity: That of `==`; if the values differ, also that of ``diff(_:_:format:)-(T,_,_)``.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Void,
  changes: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  let site = SourceSite(fileID, filePath, line, column)
  do {
    var expected = try expression()
    try changes(&expected)
    try await operation()
    site.expect(expected, equals: try expression(), message(), names: ("Expected", "Actual"))
  } catch {
    site.reportIssue("The comparison threw an error: \(error)")
  }
}

extension SourceSite {
  fileprivate func reportingErrors(_ comparison: () throws -> Void) {
    do {
      try comparison()
    } catch {
      reportIssue("The comparison threw an error: \(error)")
    }
  }

  fileprivate func expect<T: Equatable>(
    _ first: T,
    equals second: T,
    _ message: String?,
    names: (first: String, second: String)
  ) {
    guard first != second else { return }
    let format = DiffFormat.proportional
    let difference = diff(first, second, format: format) ?? String(customDumping: first)
    let lines = difference.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    reportIssue(
      """
      \(message ?? "Difference: …")

      \(lines.joined(separator: "\n"))

      (\(names.first): \(format.first), \(names.second): \(format.second))
      """
    )
  }
}

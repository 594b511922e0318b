@_exported import Core

/// Fails the test if two values differ: an older name of `expectNoDifference`.
public func XCTAssertNoDifference<Value: Equatable>(
  _ expression1: @autoclosure () throws -> Value,
  _ expression2: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  expectNoDifference(
    try expression1(),
    try expression2(),
    message(),
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

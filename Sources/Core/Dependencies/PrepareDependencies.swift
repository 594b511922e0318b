/// Sets dependencies for the whole process, in place of their defaults.
///
/// For the start of the program, before anything uses them:
///
/// ```swift
/// @main struct Main {
///   static func main() {
///     prepareDependencies { $0.database = .onDisk }
///     …
///   }
/// }
/// ```
///
/// A dependency that has been used or prepared already is left as it is, and an issue says so. What is prepared in a test
/// holds for that test.
///
/// - Parameter update: Sets dependencies, or the `context`, which decides on the defaults of all others.
/// - Returns: What `update` returns.
/// - Throws: What `update` throws; then nothing is prepared.
@discardableResult
public func prepareDependencies<R>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ update: (inout DependencyValues) throws -> R
) rethrows -> R {
  var values = DependencyValues.current.withoutOverrides
  let result = try values.set(update)
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if !values.becomeDefaultContext() {
    site.reportIssue(
      """
      The dependency context was prepared as ".\(values.context)", but another one had been prepared already.

      Prepare it once, where the program starts. To change it for a part of the program, use "withDependencies".
      """
    )
  }
  for type in values.becomeDefaults() {
    site.reportIssue(
      """
      A dependency of type "\(type)" was prepared after it had been used or prepared already.

      Prepare dependencies once, where the program starts. To change one for a part of the program, use \
      "withDependencies".
      """
    )
  }
  return result
}

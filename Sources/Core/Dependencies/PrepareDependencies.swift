/// Sets dependencies for the whole process, replacing their defaults.
///
/// Call it when the program starts, before anything uses them:
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
/// A dependency that was already used or prepared is unchanged, and an issue is reported. In previews, which are
/// redrawn repeatedly, it is replaced instead. Dependencies prepared in a test apply only to that test.
///
/// - Parameter update: Sets dependencies, or the `context`, which determines the defaults of all others.
/// - Returns: What `update` returns.
/// - Throws: What `update` throws, in which case nothing is prepared.
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
  let site = SourceSite(fileID, filePath, line, column)
  if !values.becomeDefaultContext() {
    site.reportIssue(
      """
      The dependency context was prepared as ".\(values.context)", but a different one had already been prepared.

      Prepare it once, when the program starts. To change it for part of the program, use "withDependencies".
      """
    )
  }
  let isPreview = DependencyValues.current.context == .preview
  for type in values.becomeDefaults(replacingUsed: isPreview) {
    site.reportIssue(
      """
      A dependency of type "\(type)" was prepared after it had already been used or prepared.

      Prepare dependencies once, when the program starts. To change one for part of the program, use \
      "withDependencies".
      """
    )
  }
  return result
}

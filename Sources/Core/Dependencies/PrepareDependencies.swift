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
/// A dependency that has been used or prepared already is left as it is, and an issue says so.
///
/// - Parameter update: Sets dependencies.
/// - Throws: What `update` throws.
public func prepareDependencies(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ update: (inout DependencyValues) throws -> Void
) rethrows {
  var values = DependencyValues()
  try values.set(update)
  DependencyValues.prepareDefaults(
    values,
    at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

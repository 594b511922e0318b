/// Runs an operation with the dependencies that a model was made with, so that a child it makes has them too.
///
/// ```swift
/// let child = withDependencies(from: self) { ChildModel() }
/// ```
///
/// - Parameters:
///   - model: An object with a ``Dependency`` among its properties, or one that was returned from `withDependencies`.
///     Any other is reported as an issue, and the operation runs with the dependencies of this place.
///   - update: Changes the dependencies further.
///   - operation: Runs with them.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
/// - Complexity: O(*n*) in the number of the model's properties.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, at: site)
  try values.set(update)
  return try values.whileModelsAreMade(operation)
}

/// Runs an asynchronous operation with the dependencies that a model was made with.
///
/// - Parameters:
///   - model: An object with a ``Dependency`` among its properties, or one that was returned from `withDependencies`.
///     Any other is reported as an issue, and the operation runs with the dependencies of this place.
///   - update: Changes the dependencies further.
///   - operation: Runs with them.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
/// - Complexity: O(*n*) in the number of the model's properties.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, at: site)
  try await values.set(update)
  return try await values.whileModelsAreMade(operation)
}

/// Runs an operation with the dependencies that a model was made with.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  try withDependencies(
    from: model,
    { _ in },
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// Runs an asynchronous operation with the dependencies that a model was made with.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  try await withDependencies(
    from: model,
    { _ in },
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// What holds for a model: what it was made with, and what was set here.
private func dependencies(of model: some AnyObject, at site: SourceSite) -> DependencyValues {
  var mirror: Mirror? = Mirror(reflecting: model)
  while let current = mirror {
    for property in current.children {
      if let dependency = property.value as? any DependencyCapturing {
        return dependency.capturedValues.merging(.current)
      }
    }
    mirror = current.superclassMirror
  }
  if let values = ModelDependencies.all[model] { return values.merging(.current) }
  site.reportIssue(
    """
    "\(type(of: model))" has no dependencies that could be passed on.

    Make the object where they are set and return it from "withDependencies", or give it a property that is a \
    "@Dependency".
    """
  )
  return .current
}

/// A property that remembers the dependencies of the place where it was made.
protocol DependencyCapturing {
  var capturedValues: DependencyValues { get }
}

extension Dependency: DependencyCapturing {
  var capturedValues: DependencyValues { captured }
}

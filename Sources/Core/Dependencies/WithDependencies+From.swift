/// Runs an operation with the dependencies with which a model was created, to pass them on to a child model.
///
/// ```swift
/// let child = withDependencies(from: self) { ChildModel() }
/// ```
///
/// - Parameters:
///   - model: An object with a ``Dependency`` property, or one that was returned by `withDependencies`. Any other
///     object is reported as an issue, and the operation runs with the current dependencies.
///   - update: Changes the dependencies further.
///   - operation: The operation to run with them.
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
  var values = dependencies(of: model, at: SourceSite(fileID, filePath, line, column))
  try values.set(update)
  return try values.whileModelsAreMade(operation)
}

/// Runs an asynchronous operation with the dependencies with which a model was created.
///
/// - Parameters:
///   - model: An object with a ``Dependency`` property, or one that was returned by `withDependencies`. Any other
///     object is reported as an issue, and the operation runs with the current dependencies.
///   - update: Changes the dependencies further.
///   - operation: The operation to run with them.
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
  var values = dependencies(of: model, at: SourceSite(fileID, filePath, line, column))
  try await values.set(update)
  return try await values.whileModelsAreMade(operation)
}

/// Runs an operation with the dependencies with which a model was created.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  return try dependencies(of: model, at: SourceSite(fileID, filePath, line, column)).whileModelsAreMade(
    operation
  )
}

/// Runs an asynchronous operation with the dependencies with which a model was created.
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  return try await dependencies(of: model, at: SourceSite(fileID, filePath, line, column)).whileModelsAreMade(
    operation
  )
}

/// The dependencies of a model: those with which it was created, and those set in the current context.
private func dependencies(of model: some AnyObject, at site: SourceSite) -> DependencyValues {
  if let values = capturedDependencies(of: model) ?? ModelDependencies.all[model] {
    return values.merging(.current)
  }
  site.reportIssue(
    """
    "\(type(of: model))" has no dependencies to pass on.

    Create the object within "withDependencies" and return it from there, or give it a "@Dependency" property.
    """
  )
  return .current
}

/// The dependencies that a property of a model captured; `nil` if it declares none.
func capturedDependencies(of model: AnyObject) -> DependencyValues? {
  let mirrors = sequence(first: reflect(model), next: \.superclassMirror)
  return mirrors.lazy.flatMap(\.children).compactMap { ($0.value as? any DependencyDeclaration)?.owned }.first
}

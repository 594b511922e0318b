/// Runs an operation with some dependencies changed.
///
/// ```swift
/// let model = withDependencies {
///   $0.date.now = Date(timeIntervalSince1970: 0)
/// } operation: {
///   Model()
/// }
/// ```
///
/// An object that `operation` returns can pass the dependencies on to objects that it creates: see
/// ``withDependencies(from:operation:fileID:filePath:line:column:)-(_,()->R,_,_,_,_)``.
///
/// - Parameters:
///   - update: Changes the current dependencies.
///   - operation: The operation to run with the changed dependencies, which the tasks that it starts inherit.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.current
  try values.set(update)
  return try values.whileModelsAreMade(operation)
}

/// Runs an asynchronous operation with some dependencies changed.
///
/// - Parameters:
///   - update: Changes the current dependencies.
///   - operation: The operation to run with the changed dependencies, which the tasks that it starts inherit.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current
  try await values.set(update)
  return try await values.whileModelsAreMade(operation)
}

extension DependencyValues {
  /// Runs a closure that sets dependencies. Reading a dependency to set a part of it does not count as a use.
  package mutating func set<R>(_ update: (inout DependencyValues) throws -> R) rethrows -> R {
    try Resolution.$current.withValue(.current.setting) { try update(&self) }
  }

  /// Runs a closure that sets dependencies. Reading a dependency to set a part of it does not count as a use.
  mutating func set(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    try await Resolution.$current.withValue(.current.setting) { try await update(&self) }
  }
}

/// Captures the current dependencies for code that runs elsewhere, such as a callback on another thread.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async { dependencies.yield { work() } }
/// }
/// ```
///
/// - Parameter operation: Receives the captured dependencies.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withEscapedDependencies<R>(
  _ operation: (EscapedDependencies) throws -> R
) rethrows -> R {
  try operation(EscapedDependencies(values: .current.withDefaultsOfThisPlace()))
}

/// Captures the current dependencies for code that runs elsewhere.
///
/// - Parameter operation: Receives the captured dependencies.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> R
) async rethrows -> R {
  try await operation(EscapedDependencies(values: .current.withDefaultsOfThisPlace()))
}

/// The dependencies captured by `withEscapedDependencies`.
public struct EscapedDependencies: Sendable {
  let values: DependencyValues

  /// Runs an operation with the captured dependencies.
  public func yield<R>(_ operation: () throws -> R) rethrows -> R {
    try values.whileCurrent(operation)
  }

  /// Runs an asynchronous operation with the captured dependencies.
  public func yield<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    try await values.whileCurrent(operation)
  }
}

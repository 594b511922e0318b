/// What a task inherits: the current dependencies, and the effect that the task is part of.
///
/// One object, because task-local values are copied into each task, and every effect is a task.
package final class TaskContext: Sendable {
  @TaskLocal static var current = TaskContext(DependencyValues(defaults: nil))

  let dependencies: DependencyValues
  /// The effect that the task is part of, or a separately cancellable part of an effect.
  let effect: RunningEffect?

  init(_ dependencies: DependencyValues, in effect: RunningEffect?) {
    self.dependencies = dependencies
    self.effect = effect
  }

  /// Creates the context of what is part of no effect.
  package convenience init(_ dependencies: DependencyValues) { self.init(dependencies, in: nil) }

  /// Runs an operation in this context.
  package func whileCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try Self.$current.withValue(self, operation: operation)
  }
}

extension DependencyValues {
  /// The current dependencies.
  package static var current: DependencyValues { TaskContext.current.dependencies }

  /// Runs an operation with these dependencies in place of the current ones.
  package func whileCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try taskContext.whileCurrent(operation)
  }

  /// Runs an asynchronous operation with these dependencies in place of the current ones.
  func whileCurrent<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    try await TaskContext.$current.withValue(taskContext, operation: operation)
  }

  private var taskContext: TaskContext { TaskContext(self, in: TaskContext.current.effect) }
}

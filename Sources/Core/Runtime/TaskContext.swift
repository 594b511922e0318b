/// The values that a task inherits: the current dependencies, and the effect that the task is part of.
///
/// A single value, because task-local values are copied into each task, and every effect is a task.
struct TaskContext: Sendable {
  @TaskLocal static var current = TaskContext()

  var dependencies = DependencyValues(defaults: nil)
  /// The effect that the task is part of, or a separately cancellable part of an effect.
  var effect: RunningEffect?
}

extension DependencyValues {
  /// The current dependencies.
  package static var current: DependencyValues { TaskContext.current.dependencies }

  /// Runs an operation with these dependencies in place of the current ones.
  package func whileCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try TaskContext.$current.withValue(taskContext, operation: operation)
  }

  /// Runs an operation that is part of no effect with these dependencies in place of the current ones.
  package func whileCurrentOutsideEffects<R>(_ operation: () throws -> R) rethrows -> R {
    try TaskContext.$current
      .withValue(TaskContext(dependencies: self), operation: operation)
  }

  /// Runs an asynchronous operation with these dependencies in place of the current ones.
  func whileCurrent<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    try await TaskContext.$current.withValue(taskContext, operation: operation)
  }

  private var taskContext: TaskContext {
    TaskContext(dependencies: self, effect: TaskContext.current.effect)
  }
}

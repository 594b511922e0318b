/// The values that a task inherits: the current dependencies, and the effect that the task is part of.
///
/// A single value, because task-local values are copied into each task, and every effect is a task.
struct TaskSurroundings: Sendable {
  @TaskLocal static var current = TaskSurroundings()

  var dependencies = DependencyValues(defaults: nil)
  /// The effect that the task is part of, or a separately cancellable part of an effect.
  var effect: EffectContext?
}

extension EffectContext {
  /// The effect that the current task is part of.
  static var current: EffectContext? { TaskSurroundings.current.effect }

  /// Starts tasks of the effect.
  ///
  /// - Parameter dependencies: The dependencies of those tasks.
  func whileCurrent<R>(under dependencies: DependencyValues, _ start: () -> R) -> R {
    TaskSurroundings.$current
      .withValue(TaskSurroundings(dependencies: dependencies, effect: self), operation: start)
  }
}

extension DependencyValues {
  /// The current dependencies.
  package static var current: DependencyValues { TaskSurroundings.current.dependencies }

  /// Runs an operation with these dependencies in place of the current ones.
  package func whileCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try TaskSurroundings.$current.withValue(surroundings, operation: operation)
  }

  /// Runs an operation that is part of no effect with these dependencies in place of the current ones.
  package func whileCurrentOutsideEffects<R>(_ operation: () throws -> R) rethrows -> R {
    try TaskSurroundings.$current
      .withValue(TaskSurroundings(dependencies: self), operation: operation)
  }

  /// Runs an asynchronous operation with these dependencies in place of the current ones.
  func whileCurrent<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    try await TaskSurroundings.$current.withValue(surroundings, operation: operation)
  }

  private var surroundings: TaskSurroundings {
    TaskSurroundings(dependencies: self, effect: TaskSurroundings.current.effect)
  }
}

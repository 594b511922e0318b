/// What a task takes along from the place where it was started: the dependencies that hold there, and the effect that it
/// is part of.
///
/// One value: what travels with tasks is copied into each one, and every effect is a task.
struct TaskSurroundings: Sendable {
  @TaskLocal static var current = TaskSurroundings()

  var dependencies = DependencyValues()
  /// The effect that the task is part of, or a part of an effect that can be cancelled by itself.
  var effect: EffectContext?
}

extension EffectContext {
  /// The effect that the current task is part of.
  static var current: EffectContext? { TaskSurroundings.current.effect }

  /// Starts tasks of the effect.
  ///
  /// - Parameter dependencies: What holds in them.
  func whileCurrent<R>(under dependencies: DependencyValues, _ start: () -> R) -> R {
    TaskSurroundings.$current
      .withValue(TaskSurroundings(dependencies: dependencies, effect: self), operation: start)
  }
}

extension DependencyValues {
  /// The dependencies that hold here.
  static var current: DependencyValues { TaskSurroundings.current.dependencies }

  /// Runs an operation with these dependencies in the place of those that hold here.
  func whileCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try TaskSurroundings.$current.withValue(surroundings, operation: operation)
  }

  /// Runs an asynchronous operation with these dependencies in the place of those that hold here.
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

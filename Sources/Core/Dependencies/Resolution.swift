/// How dependencies are resolved: bound once for everything that is read meanwhile.
struct Resolution: Sendable {
  @TaskLocal static var current = Self()

  /// Whether reading a dependency counts as a use. Setting a part of one also reads it, which does not.
  var isUse = true
  /// The context for which a default is being made, and what its key lacks.
  var making: (context: DependencyContext, lack: LockIsolated<Lack?>)?
  /// Collects the declared dependencies that would be live in a preview and have no test value.
  var declaredLive: LockIsolated<[String]>?

  /// A key without a value of its own for the context, and where its value comes from instead. A key may well declare
  /// that its test value is its preview value.
  typealias Lack = (origin: DependencyOrigin, key: any TestDependencyKey.Type)

  /// The resolution while a closure sets dependencies.
  var setting: Self {
    var setting = self
    setting.isUse = false
    return setting
  }

  /// Notes that a key lacks a value of its own for a context.
  ///
  /// - Returns: Whether its default for that context is being made.
  @discardableResult
  func note(
    _ key: any TestDependencyKey.Type,
    without context: DependencyContext,
    gets origin: DependencyOrigin
  ) -> Bool {
    guard let making, making.context == context else { return false }
    making.lack.setValue((origin, key))
    return true
  }
}

import CTodoShellTestStart
import Synchronization

/// Runs an operation, and all tasks that start meanwhile, one at a time on the main executor, in the order in
/// which they become ready.
///
/// Use it in tests of code outside of stores that starts tasks, such as a model with `Task { … }`. Stores, test stores
/// and sessions run their effects in order without it.
///
/// ```swift
/// await withMainSerialExecutor {
///   let model = Model()
///   model.buttonTapped()
///   await Task.yield()
///   #expect(model.isLoading)
/// }
/// ```
///
/// The whole process is affected, including tests that run at the same time: put such tests in a suite that is
/// `.serialized`.
///
/// - Parameter operation: The operation.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@MainActor
public func withMainSerialExecutor<R>(operation: @MainActor () async throws -> R) async rethrows -> R {
  useMainSerialExecutor(true)
  defer { useMainSerialExecutor(false) }
  return try await operation()
}

/// Runs an operation, and the tasks that it starts until it returns, on the main executor: in XCTest, to run a test
/// with `super.invokeTest()`.
///
/// - Parameter operation: The operation.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withMainSerialExecutor<R>(operation: () throws -> R) rethrows -> R {
  useMainSerialExecutor(true)
  defer { useMainSerialExecutor(false) }
  return try operation()
}

/// Whether all tasks run one at a time on the main executor, until this is set to `false`.
///
/// Prefer `withMainSerialExecutor(operation:)`, which ends by itself; tasks also run this way during each such operation.
public var uncheckedUseMainSerialExecutor: Bool {
  get { users.withLock(\.areAny) }
  set { users.withLock { $0.isSet = newValue } }
}

/// The current uses of the main executor.
private struct Users {
  /// The number of operations: several may do so at the same time.
  var operations = 0 { didSet { apply() } }
  /// Whether ``uncheckedUseMainSerialExecutor`` is set.
  var isSet = false { didSet { apply() } }

  var areAny: Bool { isSet || operations > 0 }

  private func apply() { core_use_main_serial_executor(areAny) }
}

private let users = Mutex(Users())

private func useMainSerialExecutor(_ isUsed: Bool) {
  users.withLock { $0.operations += isUsed ? 1 : -1 }
}

import Core
import Synchronization

/// Interpreters that perform commands in given sessions without output, each used by one thread at a time.
final class Sandboxes<State, Action> {
  private let make: () -> Interpreter<State, Action>
  private var free: [Interpreter<State, Action>] = []
  /// Whether the running command should end.
  var isInterrupted: () -> Bool = { false }
  /// Protects `free`.
  private let lock = Mutex(())

  /// - Parameter make: Creates an interpreter. Called by one thread at a time.
  init(make: @escaping () -> Interpreter<State, Action>) { self.make = make }

  /// Performs an operation in a session.
  func perform(_ operation: Operation<State, Action>, in session: Session<State, Action>) throws {
    var sandbox: Interpreter<State, Action>?
    lock.withLock { _ in sandbox = free.popLast() ?? make() }
    guard let sandbox else { preconditionFailure("There is one, or one was made.") }
    defer { lock.withLock { _ in free.append(sandbox) } }
    sandbox.debugger.session = session
    sandbox.debugger.isInterrupted = isInterrupted
    try operation.perform(sandbox)
  }
}

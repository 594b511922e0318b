import Core
import Synchronization

/// Interpreters that perform commands in given sessions without output, each used by one thread at a time.
final class Sandboxes<State, Action> {
  private let make: () -> Interpreter<State, Action>
  private var free: [Interpreter<State, Action>]
  /// Whether to interrupt a command.
  var isInterrupted: () -> Bool = { false }
  /// Protects `free`.
  private let lock = Mutex(())

  /// - Parameters:
  ///   - count: The number of threads.
  ///   - make: Creates an interpreter. Called now, and later only if there are more threads.
  init(count: Int, make: @escaping () -> Interpreter<State, Action>) {
    self.make = make
    free = (0..<count).map { _ in make() }
  }

  /// Performs an operation in a session.
  func perform(_ operation: Operation<State, Action>, in session: Session<State, Action>) throws {
    try use(in: session) { try operation.perform($0) }
  }

  /// Gives a closure an interpreter of a session.
  func use(
    in session: Session<State, Action>,
    _ body: (Interpreter<State, Action>) throws -> Void
  ) throws {
    var sandbox: Interpreter<State, Action>?
    lock.withLock { _ in sandbox = free.popLast() ?? make() }
    guard let sandbox else { return }
    defer { lock.withLock { _ in free.append(sandbox) } }
    sandbox.debugger.session = session
    sandbox.debugger.isInterrupted = isInterrupted
    try body(sandbox)
  }
}

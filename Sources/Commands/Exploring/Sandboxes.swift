import Core

/// Interpreters that perform lines without output, one for each session. A session is used by one thread at a time.
///
/// Each parses its lines itself, because the parsed form, such as the program of a macro, changes while it runs.
final class Sandboxes {
  private final class Sandbox {
    let shell: AnyInterpreter
    let parser: ScriptParser
    var operations: [String: Operation] = [:]

    init(_ shell: AnyInterpreter) {
      self.shell = shell
      parser = shell.makeParser()
    }

    func operation(_ line: String) throws -> Operation {
      if let known = operations[line] { return known }
      guard let words = try ScriptLine.parse(line), let operation = try parser.step(words).operation else {
        return Operation { _ in }
      }
      operations[line] = operation
      return operation
    }
  }

  /// What is defined before each line.
  private let definitions: Definitions
  private let make: () -> AnyInterpreter
  private var sandboxes: [ObjectIdentifier: Sandbox] = [:]
  /// Whether the running command should end.
  var isInterrupted: () -> Bool = { false }
  /// Protects `sandboxes`.
  private let lock = RecursiveLock()

  /// - Parameter make: Creates an interpreter. Called by one thread at a time.
  init(_ definitions: Definitions = Definitions(), make: @escaping () -> AnyInterpreter) {
    self.definitions = definitions
    self.make = make
  }

  /// Performs a line in a session.
  ///
  /// - Throws: `SessionError`, or the reason why the line failed, in one line of text.
  func perform(_ line: String, in session: AnySession) throws {
    let sandbox = sandbox(for: session)
    let shell = sandbox.shell
    // It retains the session, so that no other session can get the same address.
    shell.debugger.anySession = session
    shell.debugger.isInterrupted = isInterrupted
    shell.definitions = definitions
    // The trial is not part of the session.
    if !shell.recorder.entries.isEmpty { shell.recorder.restart(origin: shell.recorder.origin) }
    shell.debugger.failures = FailureLog()
    do { try sandbox.operation(line).perform(shell) } catch let error as SessionError { throw error } catch {
      // A failure within a macro or a block has been reported at its own line.
      let reported = error is SourcedFailure ? shell.debugger.failures.entries.last?.event.message : nil
      throw CommandFailure(reported ?? Diagnostic(error).message)
    }
  }

  private func sandbox(for session: AnySession) -> Sandbox {
    lock.withLock {
      if let known = sandboxes[ObjectIdentifier(session)] { return known }
      let shell = make()
      shell.definitions = definitions
      let new = Sandbox(shell)
      sandboxes[ObjectIdentifier(session)] = new
      return new
    }
  }
}

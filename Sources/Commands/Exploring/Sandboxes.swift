import Core

/// Interpreters that perform commands without output, one for each session. A session is used by one thread at a time.
final class Sandboxes {
  private final class Sandbox {
    let shell: AnyInterpreter
    private let parser: ScriptParser
    /// The commands that it has parsed itself.
    private var operations: [String: Operation] = [:]

    init(of original: AnyInterpreter) {
      shell = original.sandbox()
      shell.definitions = original.definitions
      parser = shell.makeParser()
    }

    func operation(_ text: String) throws -> Operation? {
      if let known = operations[text] { return known }
      operations[text] = try parser.step(text)?.operation
      return operations[text]
    }
  }

  private let original: AnyInterpreter
  private var sandboxes: [ObjectIdentifier: Sandbox] = [:]
  /// Whether the running command should end.
  var isInterrupted: () -> Bool = { false }
  /// Protects `sandboxes`.
  private let lock = RecursiveLock()

  /// - Parameter original: The interpreter with the feature and the user's own commands.
  init(of original: AnyInterpreter) { self.original = original }

  /// Performs a command in a session.
  ///
  /// - Throws: `SessionError`, or the reason why the command failed, in one line of text.
  func perform(_ operation: Operation, in session: AnySession) throws {
    try perform(in: session) { try operation.perform($0.shell) }
  }

  /// Performs a line that calls one of the user's own commands in a session.
  ///
  /// The interpreter of each session parses it itself, because its parsed form, such as the program of a macro, changes while
  /// it runs.
  ///
  /// - Throws: As ``perform(_:in:)``.
  func perform(_ line: String, in session: AnySession) throws {
    try perform(in: session) { sandbox in
      sandbox.shell.definitions = original.definitions
      try sandbox.operation(line)?.perform(sandbox.shell)
    }
  }

  private func perform(in session: AnySession, _ body: (Sandbox) throws -> Void) throws {
    let sandbox = lock.withLock {
      if let known = sandboxes[ObjectIdentifier(session)] { return known }
      let new = Sandbox(of: original)
      sandboxes[ObjectIdentifier(session)] = new
      return new
    }
    let shell = sandbox.shell
    // It retains the session, so that no other session can get the same address.
    shell.debugger.anySession = session
    shell.debugger.isInterrupted = isInterrupted
    // The trial is not part of the session.
    if !shell.recorder.entries.isEmpty { shell.recorder.restart(origin: shell.recorder.origin) }
    shell.debugger.failures = FailureLog()
    do { try body(sandbox) } catch let error as SessionError { throw error } catch {
      // A failure within a macro or a block has been reported at its own line.
      let reported = error is SourcedFailure ? shell.debugger.failures.entries.last?.event.message : nil
      throw CommandFailure(reported ?? Diagnostic(error).message)
    }
  }
}

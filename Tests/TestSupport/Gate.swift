import TodoShellSystem

/// Holds up a program that reads a line of a file, until it is opened: an event for programs that know nothing of the
/// test.
public final class Gate {
  // Both ends: who comes to the pipe late, or opens it again, finds what was written.
  private let pipe: Int32

  /// Makes the file.
  public init(at path: String) throws {
    pipe = mkfifo(path, 0o600) == 0 ? TodoShellSystem.open(path, O_RDWR | O_CLOEXEC) : -1
    guard pipe >= 0 else { throw Self.failure() }
  }

  deinit { close(pipe) }

  /// Lets one program pass.
  public func open() throws {
    guard write(pipe, "\n", 1) == 1 else { throw Self.failure() }
  }

  private static func failure() -> PseudoTerminal.Failure {
    PseudoTerminal.Failure(description: "no gate: \(String(cString: strerror(errno)))")
  }
}

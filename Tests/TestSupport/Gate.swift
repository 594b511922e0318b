import Glibc

/// Holds up whoever reads a file, until it is opened: an event for programs that know nothing of the test.
public final class Gate {
  private var end: Int32

  /// Makes the file, a pipe that can be read to its end once the gate is open.
  public init(at path: String) throws {
    end = mkfifo(path, 0o600) == 0 ? Glibc.open(path, O_RDWR | O_CLOEXEC) : -1
    guard end >= 0 else {
      throw PseudoTerminal.Failure(description: "no gate: \(String(cString: strerror(errno)))")
    }
  }

  deinit { open() }

  /// Lets all who wait pass.
  public func open() {
    if end >= 0 { close(end) }
    end = -1
  }
}

import CPlatform
import Core
import Glibc

/// Interrupts a wait from another thread, or from a signal handler.
package final class Waker: Sendable {
  package let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: A `SystemError` if a pipe cannot be created.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard terminal_signals_make_pipe(&ends) == 0 else { throw SystemError("make a pipe") }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the waiting thread; several calls before it wakes count as one.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)  // If the pipe is full, the thread will wake anyway.
  }
}

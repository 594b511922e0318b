import TodoShellSystem

/// Interrupts a wait from another thread, or from a signal handler.
package final class Waker: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: A `SystemError` if a pipe cannot be created.
  init() throws(SystemError) {
    (readEnd, writeEnd) = try Descriptor.pipe(O_NONBLOCK)
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

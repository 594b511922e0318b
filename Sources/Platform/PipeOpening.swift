import Dispatch
import TodoShellSystem
import Synchronization

extension Descriptor {
  /// Opens a pipe or a device for writing. Opening a named pipe waits for a reader, unless interrupted by a signal.
  ///
  /// - Parameter isInterrupted: Called while waiting: whether to stop waiting.
  /// - Throws: A `SystemError`, with code `EINTR` if interrupted.
  package static func open(forWriting path: String, isInterrupted: () -> Bool) throws(SystemError) -> Int32 {
    let file = uninterrupted {
      path.withPath { TodoShellSystem.open($0, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
    }
    if file >= 0 { return file }
    guard errno == ENXIO, FileKind(at: path) == .pipe else { throw SystemError("write", subject: path) }
    // No system call waits for both a reader and signals, so another thread waits for the reader.
    let opening = try PipeOpening(path)
    while true {
      if isInterrupted() {
        opening.abandon()
        throw SystemError("write", subject: path, code: EINTR)
      }
      if try wait(for: opening.answered.readEnd, POLLIN) { return try opening.finish() }
    }
  }
}

/// A named pipe that another thread is opening for writing.
private final class PipeOpening: Sendable {
  /// Wakes when opening has succeeded or failed.
  let answered: Waker
  private let path: String
  private let state = Mutex(State.waiting)

  private enum State {
    case waiting
    case answered(file: Int32, code: Int32)
    /// The thread closes the file that it opens, and the reader that makes opening possible.
    case abandoned(reader: Int32)
  }

  init(_ path: String) throws(SystemError) {
    answered = try Waker()
    self.path = path
    DispatchQueue(label: "Platform.PipeOpening").async { [self] in
      let file = path.withPath { TodoShellSystem.open($0, O_WRONLY | O_CLOEXEC) }
      answer(file, code: errno)
    }
  }

  private func answer(_ file: Int32, code: Int32) {
    state.withLock { state in
      if case .abandoned(let reader) = state {
        Self.close(file, reader)
      } else {
        state = .answered(file: file, code: code)
      }
    }
    answered.wake()
  }

  /// The open pipe. Call this only once `answered` has woken.
  func finish() throws(SystemError) -> Int32 {
    guard case .answered(let file, let code) = state.withLock({ $0 }) else {
      throw SystemError("write", subject: path, code: EIO)
    }
    guard file >= 0 else { throw SystemError("write", subject: path, code: code) }
    return file
  }

  /// Abandons the opening.
  func abandon() {
    // The thread may not have begun to open the pipe yet, so the reader stays open until it has.
    let reader = path.withPath { TodoShellSystem.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    state.withLock { state in
      if case .answered(let file, _) = state {
        Self.close(file, reader)
      } else {
        state = .abandoned(reader: reader)
      }
    }
  }

  private static func close(_ files: Int32...) {
    for file in files where file >= 0 { TodoShellSystem.close(file) }
  }
}

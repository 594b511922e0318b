import Core
import Foundation

extension Descriptor {
  /// Opens a pipe or a device for writing. Opening a named pipe waits for a reader, unless interrupted by a signal.
  ///
  /// - Parameter isInterrupted: Called while waiting: whether to stop waiting.
  /// - Throws: A `SystemError`, with code `EINTR` if interrupted.
  package static func open(forWriting path: String, isInterrupted: () -> Bool) throws(SystemError) -> Int32 {
    let file = uninterrupted {
      path.withPath { Glibc.open($0, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
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
      if try wait(for: opening.answers, POLLIN) { return try opening.finish() }
    }
  }
}

/// A named pipe that another thread is opening for writing.
private struct PipeOpening {
  /// Becomes readable when opening has succeeded or failed.
  let answers: Int32
  private let path: String

  private struct Answer {
    var file: Int32
    var code: Int32
  }

  init(_ path: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (answers, self.path) = (ends[0], path)
    let end = ends[1]
    Thread.detachNewThread {
      let file = path.withPath { Glibc.open($0, O_WRONLY | O_CLOEXEC) }
      var answer = Answer(file: file, code: errno)
      // Fails if the opening was abandoned, since the other end is closed then.
      let count = write(end, &answer, MemoryLayout<Answer>.size)
      if count < 0, file >= 0 { close(file) }
      close(end)
    }
  }

  /// The open pipe. Call this only once `answers` is readable.
  func finish() throws(SystemError) -> Int32 {
    defer { close(answers) }
    var answer = Answer(file: -1, code: EIO)
    _ = read(answers, &answer, MemoryLayout<Answer>.size)
    guard answer.file >= 0 else { throw SystemError("write", subject: path, code: answer.code) }
    return answer.file
  }

  /// Abandons the opening.
  func abandon() {
    close(answers)
    // Opening a reader, however briefly, lets the other thread finish.
    let reader = path.withPath { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    if reader >= 0 { close(reader) }
  }
}

import Core
import Glibc

extension Descriptor {
  /// Reads chunk by chunk, as long as there is something to read and more is wanted.
  ///
  /// - Parameters:
  ///   - subject: What the descriptor leads to, for the error.
  ///   - isInterrupted: Asked before each chunk and after each signal: whether the reading should end.
  ///   - take: Takes a chunk, and says whether it wants more.
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  package static func read(
    _ file: Int32,
    subject: String,
    isInterrupted: () -> Bool,
    take: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      if isInterrupted() { throw SystemError("read", subject: subject, code: EINTR) }
      guard try wait(for: file, POLLIN) else { continue }
      guard let count = try readOnce(file, &buffer, subject: subject) else { return }
      if count == 0 { continue }
      guard buffer.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { return }
    }
  }

  /// Writes all of `bytes`, unless a signal ends the wait for a reader.
  ///
  /// - Parameters:
  ///   - subject: What the descriptor leads to, for the error.
  ///   - isInterrupted: Asked whenever nothing can be written: whether the writing should end.
  /// - Returns: Why not all could be written, with the code `EINTR` when it was interrupted; `nil` when all was.
  /// - Complexity: O(n).
  package static func write(
    _ bytes: UnsafeRawBufferPointer,
    to file: Int32,
    subject: String,
    isInterrupted: () -> Bool
  ) -> SystemError? {
    // Writing to a regular file does not wait for a reader.
    if isRegular(file) { return write(bytes, to: file, subject: subject) }
    var rest = bytes
    while !rest.isEmpty {
      if !isReady(file, POLLOUT) {
        if isInterrupted() { return SystemError("write", subject: subject, code: EINTR) }
        do throws(SystemError) {
          guard try wait(for: file, POLLOUT) else { continue }
        } catch { return error }
      }
      // A pipe that is ready has room for this many, so that the write does not block.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
      if let failure = write(part, to: file, subject: subject) { return failure }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
    }
    return nil
  }

  private static func isRegular(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isReady(_ file: Int32, _ events: Int32) -> Bool {
    var request = pollfd(fd: file, events: Int16(events), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Waits until the descriptor is ready, or a signal comes.
  ///
  /// - Returns: Whether it is ready, be it for the end or an error.
  /// - Throws: `SystemError` when signals cannot be waited for.
  package static func wait(for file: Int32, _ events: Int32) throws(SystemError) -> Bool {
    let signals = try SignalWatch.descriptor()
    var requests = [
      pollfd(fd: file, events: Int16(events), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, 2, -1) > 0 else { return false }
    if requests[1].revents != 0 { drain(signals) }
    return requests[0].revents != 0
  }

  /// Takes all that a non-blocking descriptor has.
  package static func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while Glibc.read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}

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
  static func read(
    _ file: Int32,
    subject: String,
    isInterrupted: () -> Bool,
    take: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    let signals = try SignalWatch.descriptor()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      if isInterrupted() { throw SystemError("read", subject: subject, code: EINTR) }
      guard waitForInput(file, signals) else { continue }
      guard let count = try readOnce(file, &buffer, subject: subject) else { return }
      if count == 0 { continue }
      guard buffer.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { return }
    }
  }

  /// Waits for something to read, or for a signal.
  ///
  /// - Returns: Whether there is something to read, be it the end or an error.
  private static func waitForInput(_ file: Int32, _ signals: Int32) -> Bool {
    var requests = [file, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&requests, 2, -1) > 0 else { return false }
    if requests[1].revents != 0 { drain(signals) }
    return requests[0].revents != 0
  }

  /// Takes all that a non-blocking descriptor has.
  static func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while Glibc.read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// All of the file at `path`, which may be a pipe or a device.
  ///
  /// - Throws: `SystemError`.
  /// - Complexity: O(n).
  static func read(path: String) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError("read", subject: path) }
    defer { close(file) }
    return try read(file, subject: path)
  }
}

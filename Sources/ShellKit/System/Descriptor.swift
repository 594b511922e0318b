import Glibc

/// Reads and writes all of what a descriptor has and takes, whatever comes between.
///
/// A descriptor may have been made non-blocking by another program that shares it, as a terminal's often are: then
/// `poll` does the waiting.
enum Descriptor {
  /// More at once would gain nothing, less would cost a system call for every few lines.
  private static let chunk = 1 << 16

  /// All that is left to read.
  ///
  /// - Parameter subject: What the descriptor leads to, for the error.
  /// - Throws: `SystemError`.
  /// - Complexity: O(n).
  static func read(_ file: Int32, subject: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(file, subject: subject, isInterrupted: { false }) {
      bytes += $0
      return true
    }
    return bytes
  }

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
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return }
      if count > 0 {
        guard buffer.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { return }
      } else if !canTryAgain(file, POLLIN) {
        throw SystemError("read", subject: subject)
      }
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

  /// Writes all of `bytes`.
  ///
  /// - Parameter subject: What the descriptor leads to, for the error.
  /// - Returns: Why not all could be written; `nil` when all was.
  /// - Complexity: O(n).
  static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, subject: String) -> SystemError? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if !canTryAgain(file, POLLOUT) {
        return SystemError("write", subject: subject)
      }
    }
    return nil
  }

  /// Whether the call that has just failed may be repeated, once the descriptor is ready for it. Keeps `errno`.
  private static func canTryAgain(_ file: Int32, _ events: Int32) -> Bool {
    let code = errno
    if code == EAGAIN {
      var request = pollfd(fd: file, events: Int16(events), revents: 0)
      _ = poll(&request, 1, -1)
    }
    errno = code
    return code == EAGAIN || code == EINTR
  }
}

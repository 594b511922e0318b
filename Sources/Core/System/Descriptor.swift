#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads and writes all of what a descriptor has and takes, whatever comes between.
///
/// A descriptor may have been made non-blocking by another program that shares it, as a terminal's often are: then
/// `poll` does the waiting.
package enum Descriptor {
  /// More at once would gain nothing, less would cost a system call for every few lines.
  package static let chunk = 1 << 16

  /// All that is left to read.
  ///
  /// - Parameter subject: What the descriptor leads to, for the error.
  /// - Throws: `SystemError`.
  /// - Complexity: O(n).
  package static func read(_ file: Int32, subject: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk)
    while let count = try readOnce(file, &buffer, subject: subject) { bytes += buffer[..<count] }
    return bytes
  }

  /// What is there to read, in one call.
  ///
  /// - Parameters:
  ///   - buffer: Filled from its start.
  ///   - subject: What the descriptor leads to, for the error.
  /// - Returns: How many bytes were read, none where another attempt is due; `nil` at the end.
  /// - Throws: `SystemError`.
  package static func readOnce(
    _ file: Int32,
    _ buffer: inout [UInt8],
    subject: String
  ) throws(SystemError) -> Int? {
    let count = systemRead(file, &buffer, buffer.count)
    if count > 0 { return count }
    if count == 0 { return nil }
    guard canTryAgain(file, POLLIN) else { throw SystemError("read", subject: subject) }
    return 0
  }

  /// Writes all of `bytes`.
  ///
  /// - Parameter subject: What the descriptor leads to, for the error.
  /// - Returns: Why not all could be written; `nil` when all was.
  /// - Complexity: O(n).
  package static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, subject: String) -> SystemError?
  {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(file, rest.baseAddress, rest.count)
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

// Called by these names, since the methods of a descriptor hide the system's.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}

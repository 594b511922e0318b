import TodoShellSystem

/// Reads and writes complete data, handling partial and interrupted calls.
///
/// Another program that shares a descriptor may have made it non-blocking, as is common with terminals; then `poll`
/// waits.
package enum Descriptor {
  /// A larger chunk gains nothing; a smaller one costs a system call for every few lines.
  package static let chunk = 1 << 16

  /// Reads everything that is left.
  ///
  /// - Parameter subject: The name of the descriptor's file, for the error.
  /// - Throws: `SystemError`.
  package static func read(_ file: Int32, subject: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk)
    while let count = try readOnce(file, &buffer, subject: subject) { bytes += buffer[..<count] }
    return bytes
  }

  /// Reads what is available, in one call.
  ///
  /// - Parameters:
  ///   - buffer: The buffer to fill from its start.
  ///   - subject: The name of the descriptor's file, for the error.
  /// - Returns: The number of bytes read, 0 if the caller should try again; `nil` at the end.
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
  /// - Parameter subject: The name of the descriptor's file, for the error.
  /// - Returns: The error if not everything could be written.
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

  /// Repeats a call that fails with `EINTR`, as any call on a file may if its file system is on another machine.
  ///
  /// - Returns: The call's result, with its reason in `errno` if that is -1.
  package static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Whether the call that has just failed can be repeated, once the descriptor is ready. Preserves `errno`.
  private static func canTryAgain(_ file: Int32, _ events: Int32) -> Bool {
    let code = errno
    if code == EAGAIN {
      var request = pollfd(fd: file, events: Int16(events), revents: 0)
      _ = poll(&request, 1, -1)
      // The system cannot wait for a device of this kind.
      if request.revents & Int16(POLLNVAL) != 0 { poll(nil, 0, 10) }
    }
    errno = code
    return code == EAGAIN || code == EINTR
  }
}

// Separate names, because the methods of a descriptor hide the system's functions.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}

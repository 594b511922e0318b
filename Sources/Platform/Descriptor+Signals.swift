import CTodoShellPlatform
import TodoShellSystem

extension Descriptor {
  /// Reads in chunks until the end of input or until no more is needed.
  ///
  /// - Parameters:
  ///   - subject: What is read, for errors.
  ///   - isInterrupted: Called before each chunk and after each signal: whether to stop reading.
  ///   - take: Processes a chunk; returns whether to continue.
  /// - Throws: A `SystemError`, with code `EINTR` if interrupted.
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

  /// Writes all of `bytes`, unless interrupted by a signal while waiting for a reader.
  ///
  /// - Parameters:
  ///   - subject: What is written to, for errors.
  ///   - isInterrupted: Called whenever writing would block: whether to stop.
  /// - Returns: The error if not all bytes were written, with code `EINTR` if interrupted; otherwise `nil`.
  /// - Complexity: O(*n*)
  package static func write(
    _ bytes: UnsafeRawBufferPointer,
    to file: Int32,
    subject: String,
    isInterrupted: () -> Bool
  ) -> SystemError? {
    // Writing to a regular file does not wait for a reader.
    if stat(of: file)?.isRegular == true { return write(bytes, to: file, subject: subject) }
    var rest = bytes
    while !rest.isEmpty {
      if !isReady(file, POLLOUT) {
        if isInterrupted() { return SystemError("write", subject: subject, code: EINTR) }
        do throws(SystemError) {
          guard try wait(for: file, POLLOUT) else { continue }
        } catch { return error }
      }
      // A pipe that is ready has room for this many bytes, so the write does not block.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
      if let failure = write(part, to: file, subject: subject) { return failure }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
    }
    return nil
  }

  /// Whether reading or writing would not block now.
  package static func isReady(_ file: Int32, _ events: Int32) -> Bool {
    var request = pollfd(file, events)
    return uninterrupted { system_poll(&request, 1, 0) } > 0
  }

  /// Waits until the descriptor is ready or a signal arrives.
  ///
  /// - Parameter timeout: How long to wait at most; `nil` for any time.
  /// - Returns: Whether it is ready, which includes end of file and errors.
  /// - Throws: A `SystemError` if it cannot wait.
  package static func wait(
    for file: Int32,
    _ events: Int32,
    atMost timeout: Duration? = nil
  ) throws(SystemError) -> Bool {
    var requests = [pollfd(file, events)]
    return try wait(for: &requests, atMost: timeout).isReady
  }

  /// Waits until one of several descriptors is ready or a signal arrives.
  ///
  /// - Parameters:
  ///   - requests: The descriptors; their `revents` say which are ready, including at the end of a file and for errors.
  ///   - timeout: The maximum time to wait; `nil` to wait indefinitely.
  /// - Returns: Whether a descriptor is ready, and whether a signal has arrived; neither after a timeout.
  /// - Throws: A `SystemError` if it cannot wait.
  package static func wait(
    for requests: inout [pollfd],
    atMost timeout: Duration? = nil
  ) throws(SystemError) -> (isReady: Bool, isSignalled: Bool) {
    let signals = try SignalWatch.descriptor()
    requests.append(pollfd(signals))
    defer { requests.removeLast() }
    // Rounded up, since a wait that ends too early would have to be repeated until the time has come.
    let time = timeout.map { min(max($0, .zero), .seconds(1_000_000)) / .milliseconds(1) }
    let count = system_poll(&requests, UInt32(requests.count), time.map { Int32($0.rounded(.up)) } ?? -1)
    guard count >= 0 || errno == EINTR else { throw SystemError("wait for input") }
    guard count > 0 else { return (false, count < 0) }
    let isSignalled = requests[requests.count - 1].revents != 0
    // A signal that ends the program ends the waits of all threads.
    if isSignalled, SignalWatch.ending == nil {
      drain(signals)
      // It may have arrived only now, and what was drained been its byte.
      if SignalWatch.ending != nil { SignalWatch.wake() }
    }
    return (count > (isSignalled ? 1 : 0), isSignalled)
  }

  /// Reads and discards everything that a non-blocking descriptor has.
  package static func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while TodoShellSystem.read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}

extension pollfd {
  /// Requests events of a descriptor.
  package init(_ descriptor: Int32, _ events: Int32 = POLLIN) {
    self.init(fd: descriptor, events: Int16(events), revents: 0)
  }
}

import CTodoShellPlatform
import Core
import TodoShellSystem

/// Waits for bytes from the terminal, and for signals.
final class InputSource {
  enum Event {
    case byte(UInt8)
    case end
    case signal
    case timeout
  }

  private let input: Int32
  private let reopened: Int32?
  private let isTerminal: Bool
  private let signals: Int32
  private var buffer: ArraySlice<UInt8> = []
  /// The number of upcoming bytes that were typed while the terminal was in canonical mode.
  private var typedAhead = 0

  init(input: Int32) throws(SystemError) {
    // A terminal that has been disconnected no longer counts as one.
    isTerminal = isatty(input) == 1
    reopened = isTerminal ? Self.reopen(input) : nil
    self.input = reopened ?? input
    signals = try SignalWatch.descriptor()
  }

  deinit {
    if let reopened { close(reopened) }
  }

  /// Opens the terminal again, for non-blocking reads.
  ///
  /// `^C` makes the driver discard pending input. If that happens between `poll` and `read`, a blocking read would wait
  /// for the next key without noticing the interrupt. The original descriptor must not be changed, because other
  /// programs share it.
  private static func reopen(_ input: Int32) -> Int32? {
    let file = system_reopen_terminal(input)
    return file >= 0 ? file : nil
  }

  /// The next event; signals take precedence over bytes.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; `nil` to wait indefinitely.
  ///   - chunk: The maximum number of bytes to read at once. More than one is read only if they are known to be for the
  ///     editor, since input typed ahead belongs to whichever program reads next.
  /// - Throws: A `SystemError` if the terminal cannot be read.
  func next(timeout: Duration? = nil, chunk: Int = 1) throws(SystemError) -> Event {
    if let byte = buffer.popFirst() { return .byte(byte) }
    while true {
      var requests = [pollfd(input)]
      let (isReady, isSignalled) = try Descriptor.wait(for: &requests, atMost: timeout)
      // A signal that arrived during the wait is already pending. A key typed after it, such as one after ^C, must not
      // be added to the line that the signal ends.
      if isSignalled || takeSignals() { return .signal }
      guard isReady else { return .timeout }
      if let event = try read(chunk) {
        if case .end = event, hangUp() { return .signal }
        return event
      }
    }
  }

  /// Whether a byte can be read without waiting.
  var hasInput: Bool { !buffer.isEmpty || Descriptor.isReady(input, POLLIN) }

  /// Call this after switching the terminal to editing mode. A `^D` typed before that, to end the input, was turned
  /// into NUL by the driver; it is turned back into `^D`.
  func expectTypedAhead() {
    typedAhead = Int(system_readable_count(input))
  }

  /// Discards the bytes that were read from the terminal but not yet returned.
  func discardBuffer() { buffer = [] }

  private func read(_ chunk: Int) throws(SystemError) -> Event? {
    var bytes = [UInt8](repeating: 0, count: chunk)
    let count = TodoShellSystem.read(input, &bytes, chunk)
    let code = errno
    switch count {
    case 1...:
      for index in 0..<min(typedAhead, count) where bytes[index] == 0 { bytes[index] = 0x04 }
      typedAhead = max(typedAhead - count, 0)
      buffer = bytes[1..<count]
      return .byte(bytes[0])
    case 0:
      return .end
    default:
      // Another program may have made the descriptor non-blocking; `poll` does the waiting.
      if code == EINTR || code == EAGAIN { return nil }
      // The terminal has been disconnected.
      if code == EIO { return .end }
      throw SystemError("read input", code: code)
    }
  }

  /// A disconnected terminal ends the input and sends SIGHUP, in either order. The program should end by the signal, so
  /// this raises it to make the order deterministic.
  ///
  /// - Returns: Whether a signal is pending now. It is not in a program that ignores SIGHUP.
  private func hangUp() -> Bool {
    var request = pollfd(input)
    guard isTerminal, poll(&request, 1, 0) > 0, request.revents & Int16(POLLHUP) != 0 else { return false }
    raise(SIGHUP)
    return takeSignals()
  }

  /// Whether a signal has arrived since the last wait.
  private func takeSignals() -> Bool {
    guard Descriptor.isReady(signals, POLLIN) else { return false }
    Descriptor.drain(signals)
    return true
  }
}

import Core
import Glibc

/// Waits for bytes from the terminal, for signals, and for a `Waker`.
final class InputSource {
  enum Event {
    case byte(UInt8)
    case end
    case signal
    case woken
    case timeout
  }

  let waker: Waker
  private let input: Int32
  private let ownsInput: Bool
  private let isTerminal: Bool
  private let signals: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of upcoming bytes that were typed while the terminal was in canonical mode.
  private var typedAhead = 0

  init(input: Int32) throws(SystemError) {
    // A terminal that has been disconnected no longer counts as one.
    isTerminal = isatty(input) == 1
    let reopened = isTerminal ? Self.reopen(input) : nil
    self.input = reopened ?? input
    ownsInput = reopened != nil
    signals = try SignalWatch.descriptor()
    waker = try Waker()
  }

  deinit {
    if ownsInput { close(input) }
  }

  /// Opens the terminal again, for non-blocking reads.
  ///
  /// `^C` makes the driver discard pending input. If that happens between `poll` and `read`, a blocking read would wait
  /// for the next key without noticing the interrupt. The original descriptor must not be changed, because other
  /// programs share it.
  private static func reopen(_ input: Int32) -> Int32? {
    let names = [ttyname(input).map { String(cString: $0) }, "/proc/self/fd/\(input)"].compactMap { $0 }
    for name in names {
      let file = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if file >= 0 { return file }
    }
    return nil
  }

  /// The next event; signals take precedence over wakes, and wakes over bytes.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; `nil` to wait indefinitely.
  ///   - chunk: The maximum number of bytes to read at once. More than one is read only if they are known to be for the
  ///     editor, since input typed ahead belongs to whichever program reads next.
  /// - Throws: A `SystemError` if the terminal cannot be read.
  func next(timeout: Duration? = nil, chunk: Int = 1) throws(SystemError) -> Event {
    if position < buffer.count {
      defer { position += 1 }
      return .byte(buffer[position])
    }
    while true {
      var requests = [pollfd(input), pollfd(waker.readEnd)]
      let (isReady, isSignalled) = try Descriptor.wait(for: &requests, atMost: timeout)
      // A signal that arrived during the wait is already pending. A key typed after it, such as one after ^C, must not
      // be added to the line that the signal ends.
      if isSignalled || Descriptor.isReady(signals, POLLIN) {
        Descriptor.drain(signals)
        return .signal
      }
      guard isReady else { return .timeout }
      if requests[1].revents != 0 {
        Descriptor.drain(waker.readEnd)
        return .woken
      }
      if let event = try read(chunk) {
        if case .end = event, isHungUp, hangUp() { return .signal }
        return event
      }
    }
  }

  /// Whether a byte can be read without waiting.
  var hasInput: Bool { position < buffer.count || Descriptor.isReady(input, POLLIN) }

  /// Call this after switching the terminal to editing mode. A `^D` typed before that, to end the input, was turned
  /// into NUL by the driver; it is turned back into `^D`.
  func expectTypedAhead() {
    var count: Int32 = 0
    typedAhead = ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Discards the bytes that were read from the terminal but not yet returned.
  func discardBuffer() {
    buffer = []
    position = 0
  }

  private func read(_ chunk: Int) throws(SystemError) -> Event? {
    buffer = [UInt8](repeating: 0, count: chunk)
    let count = Glibc.read(input, &buffer, chunk)
    let code = errno
    buffer.removeLast(chunk - max(count, 0))
    position = 0
    switch count {
    case 1...:
      for index in 0..<min(typedAhead, count) where buffer[index] == 0 { buffer[index] = 0x04 }
      typedAhead = max(typedAhead - count, 0)
      position = 1
      return .byte(buffer[0])
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

  /// Whether the terminal has been disconnected.
  private var isHungUp: Bool {
    var wait = pollfd(input)
    return isTerminal && poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLHUP) != 0
  }

  /// A disconnected terminal ends the input and sends SIGHUP, in either order. The program should end by the signal, so
  /// this raises it to make the order deterministic.
  ///
  /// - Returns: Whether a signal is pending now. It is not in a program that ignores SIGHUP.
  private func hangUp() -> Bool {
    raise(SIGHUP)
    guard Descriptor.isReady(signals, POLLIN) else { return false }
    Descriptor.drain(signals)
    return true
  }
}

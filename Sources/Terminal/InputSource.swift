import Core
import Glibc

/// Waits for bytes from the terminal, for signals and for a `Waker`, whichever comes first.
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
  /// How many of the next bytes were typed while the terminal's driver collected lines.
  private var typedAhead = 0

  init(input: Int32) throws(SystemError) {
    // A terminal that has gone away is none any more.
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

  /// Opens the terminal once more, for reads that never block.
  ///
  /// `^C` makes the driver drop what was typed. When it does so between `poll` and `read`, a read that blocks
  /// would wait for the next key with the interrupt unnoticed. The descriptor that we were given must stay as
  /// it is: other programs share it.
  private static func reopen(_ input: Int32) -> Int32? {
    let names = [ttyname(input).map { String(cString: $0) }, "/proc/self/fd/\(input)"].compactMap { $0 }
    for name in names {
      let file = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if file >= 0 { return file }
    }
    return nil
  }

  /// The next event; signals come before wakes, and those before bytes.
  ///
  /// - Parameters:
  ///   - timeout: how many milliseconds to wait at most, nil for ever.
  ///   - chunk: how many bytes to take from the terminal at once. More than one only where the rest is known to
  ///     be for us: what is typed ahead belongs to whatever program reads next.
  /// - Throws: `SystemError` when the terminal cannot be read.
  func next(timeout: Int32? = nil, chunk: Int = 1) throws(SystemError) -> Event {
    if position < buffer.count {
      defer { position += 1 }
      return .byte(buffer[position])
    }
    while true {
      var waits = [input, signals, waker.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&waits, nfds_t(waits.count), timeout ?? -1)
      if ready == 0 { return .timeout }
      if ready < 0 {
        guard errno == EINTR else { throw SystemError("wait for input") }
        continue
      }
      // A signal that struck during the wait has been noted since. A key that followed it, as one may follow ^C, must
      // not be taken for the line that the signal ends.
      if waits[1].revents != 0 || isReady(signals) {
        Descriptor.drain(signals)
        return .signal
      }
      if waits[2].revents != 0 {
        Descriptor.drain(waker.readEnd)
        return .woken
      }
      if let event = try read(chunk) {
        if case .end = event, isHungUp, hangUp() { return .signal }
        return event
      }
    }
  }

  /// Whether a byte can be had without waiting.
  var hasInput: Bool { position < buffer.count || isReady(input) }

  private func isReady(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Call this when the terminal has just been put into the mode for editing: a `^D` that was typed before
  /// then, to end the input, has been made a NUL by the driver, and becomes `^D` again.
  func expectTypedAhead() {
    var count: Int32 = 0
    typedAhead = ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Forgets the bytes that were taken from the terminal and not yet returned.
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
      // Another program may have left the descriptor non-blocking; `poll` does the waiting then.
      if code == EINTR || code == EAGAIN { return nil }
      // A terminal that has gone away.
      if code == EIO { return .end }
      throw SystemError("read input", code: code)
    }
  }

  /// Whether the terminal has gone away.
  private var isHungUp: Bool {
    var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return isTerminal && poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLHUP) != 0
  }

  /// A terminal that goes away ends the input and sends SIGHUP, in either order. The signal is what the program should
  /// end by, so it is not left to chance which of them is seen first.
  ///
  /// - Returns: Whether there is a signal now. There is none in a program that was told to ignore it.
  private func hangUp() -> Bool {
    raise(SIGHUP)
    guard isReady(signals) else { return false }
    Descriptor.drain(signals)
    return true
  }
}

import TodoShellCommands
import Core
import TodoShellSystem
import Synchronization

/// The messages that another program sends, and the text that is sent to it.
///
/// One thread reads: a long-running command asks ``takeFirst(where:)`` for a message that cancels it, and other messages
/// wait. Only a limited amount of those is read ahead, so that the pipe slows down a program that sends faster than it
/// is answered. Any thread can send, and check whether the other program is still there.
package final class MessageChannel<Message> {
  /// The most messages and bytes that are read ahead. One read can exceed them.
  private static var mostAhead: (messages: Int, bytes: Int) { (1_000, 64 << 20) }

  private let input: Int32
  private let output: Output
  /// Protects `output`. The thread sanitizer sees this lock, unlike a Mutex.
  private let sending = RecursiveLock()
  private let framing: MessageReader.Framing
  private let parse: (MessageReader.Frame) -> Message
  private var reader: MessageReader
  private var buffer = [UInt8](repeating: 0, count: Descriptor.chunk)
  /// The messages that were read ahead, with their sizes.
  private var waiting = Queue<(message: Message, size: Int)>()
  private var waitingBytes = 0
  private let end = Atomic(false)
  private var isAtEnd: Bool { end.load(ordering: .relaxed) }

  /// - Parameters:
  ///   - framing: How messages are told apart, in both directions.
  ///   - input: The descriptor to read from.
  ///   - output: Where to send text.
  ///   - parse: Parses a message as soon as it arrives.
  package init(
    _ framing: MessageReader.Framing,
    input: Int32 = STDIN_FILENO,
    output: Output,
    parse: @escaping (MessageReader.Frame) -> Message
  ) {
    self.framing = framing
    self.input = input
    self.output = output
    self.parse = parse
    reader = MessageReader(framing)
  }

  /// Waits for the next message.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait before the next call of `whenIdle`; asked before each wait.
  ///   - whenIdle: Called when that time has passed or a signal has arrived without a message.
  /// - Returns: The message; `nil` at the end of the input, once the output has failed, or when a signal ends the program.
  /// - Throws: `SystemError` if the input cannot be read.
  package func next(
    timeout: () -> Duration? = { nil },
    whenIdle: () -> Void = {}
  ) throws(SystemError) -> Message? {
    while !hasFailed {
      if let first = waiting.popFirst() {
        waitingBytes -= first.size
        return first.message
      }
      if isAtEnd || SignalWatch.ending != nil { return nil }
      let limit = timeout()
      if try Descriptor.wait(for: input, POLLIN, atMost: limit) {
        try read()
      } else {
        whenIdle()
      }
    }
    return nil
  }

  /// Takes the first message that matches out of those that have arrived, without waiting for more.
  ///
  /// An input that cannot be read is at its end here; ``next(timeout:whenIdle:)`` reports the error.
  func takeFirst(where matches: (Message) -> Bool) -> Message? {
    guard let index = firstIndex(where: matches) else { return nil }
    let (message, size) = waiting.remove(at: index)
    waitingBytes -= size
    return message
  }

  /// Whether a matching message is among those that have arrived; as ``takeFirst(where:)``.
  func contains(where matches: (Message) -> Bool) -> Bool { firstIndex(where: matches) != nil }

  private func firstIndex(where matches: (Message) -> Bool) -> Int? {
    do {
      while !isAtEnd, waiting.count < Self.mostAhead.messages, waitingBytes < Self.mostAhead.bytes,
        Descriptor.isReady(input, POLLIN)
      {
        try read()
      }
    } catch {}
    return waiting.firstIndex { matches($0.message) }
  }

  /// Whether the other program is gone, so that no answer can reach it. One that has only sent everything, as in
  /// `todoshell mcp <requests >answers`, still awaits its answers.
  package var isAbandoned: Bool { hasFailed || isAtEnd && !output.hasReader() }

  /// Whether there will be no more messages, which ends a conversation in which nothing else is awaited.
  package var isClosed: Bool { hasFailed || isAtEnd && waiting.isEmpty }

  /// Sends a message at once.
  package func send(_ text: String) {
    sending.withLock {
      switch framing {
      case .lines: output.put(text + "\n")
      case .headers: output.put("Content-Length: \(text.utf8.count)\r\n\r\n" + text)
      }
      output.flush()
    }
  }

  /// Whether an error has stopped the output.
  package var hasFailed: Bool { output.hasFailed }

  private func read() throws(SystemError) {
    guard let count = try Descriptor.readOnce(input, &buffer, subject: "standard input") else {
      end.store(true, ordering: .relaxed)
      if let frame = reader.last() { add(frame) }
      return
    }
    reader.append(buffer[..<count])
    while let frame = reader.next() { add(frame) }
  }

  private func add(_ frame: MessageReader.Frame) {
    var size = 0
    if case .message(let bytes) = frame { size = bytes.count }
    waiting.append((parse(frame), size))
    waitingBytes += size
  }
}

import Core
import Commands
import Glibc

/// Standard input and output as the two ends of a protocol.
package enum StandardStreams {
  /// Standard output, kept for a protocol alone: what else is printed to it, as by `print` in a feature, goes to standard
  /// error.
  ///
  /// - Throws: `SystemError` if the descriptors cannot be duplicated.
  package static func output() throws(SystemError) -> Output {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw SystemError("duplicate standard output")
    }
    return Output(descriptor: output)
  }

  /// A channel on standard input and on ``output()``.
  ///
  /// - Throws: `SystemError` if the descriptors cannot be duplicated.
  package static func channel<Message>(
    _ framing: MessageReader.Framing,
    parse: @escaping (MessageReader.Frame) -> Message
  ) throws(SystemError) -> MessageChannel<Message> {
    MessageChannel(framing, output: try output(), parse: parse)
  }
}

import Core
import Commands
import Glibc
import Platform

/// Standard input and output as the two ends of a protocol.
package enum StandardStreams {
  /// A channel on standard input and output, with standard output kept for the protocol alone: what else is printed to
  /// it, as by `print` in a feature, goes to standard error.
  ///
  /// - Throws: `SystemError` if the descriptors cannot be duplicated.
  package static func channel<Message>(
    _ framing: MessageReader.Framing,
    parse: @escaping (MessageReader.Frame) -> Message
  ) throws(SystemError) -> MessageChannel<Message> {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw SystemError("duplicate standard output")
    }
    return MessageChannel(framing, output: Output(descriptor: output), parse: parse)
  }
}

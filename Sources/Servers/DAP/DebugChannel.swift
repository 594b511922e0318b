import Commands
import Core

/// The pipe to a client of the Debug Adapter Protocol.
package struct DebugChannel {
  let messages: MessageChannel<DebugMessage>

  /// A channel on standard input and output.
  ///
  /// - Throws: `SystemError` if the descriptors cannot be duplicated.
  package init() throws(SystemError) {
    messages = try StandardStreams.channel(.headers, parse: DebugMessage.init)
  }

  package init(input: Int32, output: Output) {
    messages = MessageChannel(.headers, input: input, output: output, parse: DebugMessage.init)
  }
}

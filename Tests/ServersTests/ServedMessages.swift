import TodoShellCommands
import Core
import TodoShellSystem
import TodoShellServers
import TestSupport

/// What a server answers to a client that sends these lines and then closes its pipe.
///
/// - Parameter output: Where the answers go instead of the result.
func answers(
  to lines: [String],
  through output: Output? = nil,
  of serve: (MessageChannel<RPCMessage>) throws -> Void
) throws -> [String] {
  let folder = try TemporaryFolder()
  let input = open(try folder.write(lines.map { $0 + "\n" }.joined(), to: "input"), O_RDONLY)
  defer { close(input) }
  // The channel sends one message at a time.
  var sent = ""
  let output =
    output
    ?? Output { bytes in
      sent += String(decoding: bytes, as: UTF8.self)
      return nil
    }
  try serve(MessageChannel(.lines, input: input, output: output, parse: RPCMessage.init))
  return sent.split(separator: "\n").map(String.init)
}

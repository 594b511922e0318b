import Commands
import Core
import Glibc
import Servers
import TestSupport
import Values

/// What a server answers to messages that it reads from a file.
func answers(
  to messages: [String],
  of serve: (MessageChannel<RPCMessage>) throws -> Void
) throws -> [JSON] {
  let folder = try TemporaryFolder()
  let path = try folder.write(messages.map { $0 + "\n" }.joined(), to: "messages")
  let input = open(path, O_RDONLY)
  defer { close(input) }
  var bytes: [UInt8] = []
  let output = Output { part in
    bytes += part
    return nil
  }
  try serve(MessageChannel(.lines, input: input, output: output, parse: RPCMessage.init))
  return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
}

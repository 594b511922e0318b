import TodoShellCommands
import Core
import TodoShellDebugger
import Foundation
import TestSupport
import TodoShellValues

@testable import TodoShellServers

/// The feature of the tests of the debugger.
enum Counting {
  enum Step: Equatable, Sendable {
    case up, down
  }

  static var application: ShellApplication<Int, Step> { application { _ in } }

  /// - Parameter willReduce: Called before each action.
  static func application(willReduce: @escaping @Sendable (Step) -> Void) -> ShellApplication<Int, Step> {
    ShellApplication(name: "counter") { seed, epoch in
      Session(initialState: 0, seed: seed, epoch: epoch) {
        Reduce { count, step in
          willReduce(step)
          count += step == .up ? 1 : -1
          return .none
        }
      }
    }
  }
}

/// A client of a debugger that sends the first requests at once, others at the script's first output, and others each time
/// that the script stops.
///
/// The server calls it on its own thread. A feature can call it, too, while the server waits for that feature.
final class DebugConversation: @unchecked Sendable {
  /// Instead of a request, makes reading fail.
  static let breakingInput = "break input"

  private var pipe: (read: Int32, write: Int32)
  private var batches: [[String]]
  private var requestsAtOutput: [String]
  private var count = 0
  private(set) var messages: [JSON] = []
  /// Called with each message, instead of sending the next requests.
  var answer: ((JSON) -> Void)?

  init(_ batches: [[String]], atOutput: [String]) throws {
    self.batches = batches
    requestsAtOutput = atOutput
    pipe = try Descriptor.pipe()
  }

  deinit { for end in [pipe.read, pipe.write] where end >= 0 { close(end) } }

  var input: Int32 { pipe.read }

  /// Sends requests, each a command with its arguments in JSON; without any left, closes the pipe.
  func send() {
    if batches.isEmpty { hangUp() } else { send(batches.removeFirst()) }
  }

  private func hangUp() {
    close(pipe.write)
    pipe.write = -1
  }

  func send(_ requests: [String]) {
    for request in requests {
      if request == Self.breakingInput {
        // A folder cannot be read.
        let folder = open("/", O_RDONLY | O_DIRECTORY)
        dup2(folder, pipe.read)
        close(folder)
        continue
      }
      count += 1
      let parts = request.split(separator: " ", maxSplits: 1)
      let arguments = parts.count > 1 ? parts[1] : "{}"
      let body = #"{"seq":\#(count),"type":"request","command":"\#(parts[0])","arguments":\#(arguments)}"#
      let message = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
      _ = message.withUnsafeBytes { write(pipe.write, $0.baseAddress, $0.count) }
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    var reader = MessageReader(.headers)
    reader.append(bytes)
    while case .message(let body)? = reader.next() {
      guard let message = try? JSON(parsing: body) else { continue }
      messages.append(message)
      switch message["event"]?.string {
      case "stopped" where answer == nil: send()
      // A script that stops less often than expected must not leave the server waiting.
      case "terminated": hangUp()
      case "output" where !requestsAtOutput.isEmpty:
        send(requestsAtOutput)
        requestsAtOutput = []
      default: answer?(message)
      }
    }
  }

  /// What was received, in short.
  var summary: [String] {
    messages.map { message in
      if let event = message["event"]?.string {
        return "\(event) \(message["body"]?["reason"]?.string ?? "")"
      }
      let isHeld = message["success"]?.bool == true
      return (message["command"]?.string ?? "") + (isHeld ? "" : ": \(message["message"]?.string ?? "")")
    }
  }

  func bodies(of command: String) -> [JSON] {
    messages.filter { $0["command"]?.string == command }.map { $0["body"] ?? .null }
  }
}

/// Lets a client debug a script from its first command.
///
/// - Parameters:
///   - script: The script; in requests, `PATH` stands for its path, and `URI` for its URI.
///   - batches: What the client requests at each stop; then it closes its pipe.
///   - capabilities: The arguments of `initialize`.
///   - launch: The request that launches the script.
///   - start: What it requests before the script starts.
///   - requestsAtOutput: What it requests at the first output.
///   - follow: Called with the client before it sends anything.
func debugScript<State, Action>(
  _ script: String,
  _ batches: [[String]],
  application: ShellApplication<State, Action>,
  name: String = "script.todoscript",
  capabilities: String = #"{"supportsInvalidatedEvent":true}"#,
  launch: String = #"launch {"program":"PATH","stopOnEntry":true}"#,
  start: [String] = [],
  atOutput requestsAtOutput: [String] = [],
  follow: (DebugConversation) -> Void = { _ in }
) throws -> DebugConversation {
  let folder = try TemporaryFolder()
  let path = try folder.write(script, to: name)
  let begin = ["initialize \(capabilities)", launch] + start + ["configurationDone"]
  let all = ([begin] + batches).map {
    $0.map { $0.replacing("PATH", with: path).replacing("URI", with: DocumentURI.uri(of: path)) }
  }
  let client = try DebugConversation(all, atOutput: requestsAtOutput)
  follow(client)
  let output = Output { bytes in
    client.receive(bytes)
    return nil
  }
  let channel = MessageChannel(.headers, input: client.input, output: output, parse: DebugMessage.init)
  let server = DebugServer(application.erased, channel) {
    (_, console) in
    Interpreter<State, Action>(application: application.erased, origin: SessionOrigin(), console: console)
  }
  client.send()
  try server.run()
  return client
}

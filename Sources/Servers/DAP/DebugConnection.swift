import TodoShellCommands
import Core

/// The two directions of the Debug Adapter Protocol: numbered responses and events out, requests in.
final class DebugConnection {
  private let channel: MessageChannel<DebugMessage>
  private var number = 0

  init(_ channel: MessageChannel<DebugMessage>) { self.channel = channel }

  /// Waits for a request.
  ///
  /// - Returns: `nil` if there will be no more, or a signal ends the program.
  /// - Throws: `SystemError` if the input cannot be read.
  func next() throws(SystemError) -> DebugRequest? {
    while let message = try channel.next() {
      if let request = request(message) { return request }
    }
    return nil
  }

  /// Takes the first request that matches out of those that have arrived.
  func takeFirst(where matches: (DebugRequest) -> Bool) -> DebugRequest? {
    while true {
      let message = channel.takeFirst { message in
        if case .request(let request) = message { matches(request) } else { true }
      }
      guard let message else { return nil }
      if let request = request(message) { return request }
    }
  }

  /// Whether the client has closed one of its pipes: it has disconnected.
  var isClosed: Bool { channel.isClosed || SignalWatch.ending != nil }

  /// The request, if the message is one; what is wrong with others is reported.
  private func request(_ message: DebugMessage) -> DebugRequest? {
    switch message {
    case .request(let request): return request
    case .response: return nil
    case .invalid(let request?, let problem): fail(request, DebugError(problem))
    case .invalid(nil, let problem):
      let body: KeyValuePairs<String, JSON?> = ["category": "console", "output": "error: \(problem)\n"]
      send(event: "output", .object(body))
    }
    return nil
  }

  func respond(to request: DebugRequest, _ body: JSON?, failure: String? = nil) {
    send([
      "type": "response", "request_seq": request.number.json, "success": (failure == nil).json,
      "command": request.command.json, "message": failure?.json, "body": body,
    ])
  }

  func fail(_ request: DebugRequest, _ error: DebugError) {
    let details: JSON = [
      "id": 1, "format": "{text}",
      "variables": ["text": error.message.json], "showUser": false,
    ]
    respond(to: request, ["error": details], failure: error.message)
  }

  /// Sends an event. Some clients expect a body even where the protocol has none.
  func send(event: String, _ body: JSON = .object([:])) {
    send(["type": "event", "event": event.json, "body": body])
  }

  private func send(_ members: KeyValuePairs<String, JSON?>) {
    number += 1
    guard case .object(let rest) = JSON.object(members) else { return }
    channel.send(JSON.object([("seq", number.json)] + rest).text)
  }
}

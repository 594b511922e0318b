import Core
import Platform
import Values

/// Answers the requests of JSON-RPC 2.0, one after the other.
///
/// While a request is being answered, ``isCancelled`` tells whether the client has given it up: a long-running command
/// asks that as it would ask whether ^C was pressed.
package final class RPCServer {
  /// Answers a request: takes the parameters, an object if there are none, and returns the result.
  package typealias Method = (_ params: JSON) throws(RPCError) -> JSON

  /// How a protocol cancels requests.
  package struct Cancellation: Sendable {
    let method: String
    /// The parameter with the identifier of the request.
    let parameter: String
    /// Whether a cancelled request is answered at all.
    let isAnswered: Bool

    package static let languageServer = Self(method: "$/cancelRequest", parameter: "id", isAnswered: true)
    package static let modelContext = Self(
      method: "notifications/cancelled",
      parameter: "requestId",
      isAnswered: false
    )
  }

  private let channel: MessageChannel<RPCMessage>
  private let cancellation: Cancellation
  private var methods: [String: Method] = [:]
  private var handlers: [String: (JSON) -> Void] = [:]
  /// The request that is being answered.
  private var current: (id: JSON, isCancelled: Bool)?
  private var isStopped = false
  /// Methods that are answered even while a long-running command is.
  package var urgent: Set<String> = []
  private var requestCount = 0
  /// Decides whether a method may be called now; throws if not.
  package var permit: (_ method: String) throws(RPCError) -> Void = { _ throws(RPCError) in }

  package init(_ channel: MessageChannel<RPCMessage>, cancellation: Cancellation) {
    self.channel = channel
    self.cancellation = cancellation
  }

  /// Answers requests for a method.
  package func on(_ method: String, _ answer: @escaping Method) { methods[method] = answer }

  /// Handles notifications of a kind; others are ignored.
  package func onNotification(_ method: String, _ handle: @escaping (_ params: JSON) -> Void) {
    handlers[method] = handle
  }

  /// Answers requests until ``stop()`` is called, the client closes its pipe, or a signal ends the program.
  ///
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) {
    while !isStopped, channel.failure == nil, let message = try channel.next() { handle(message) }
  }

  /// Ends ``run()`` after the current message.
  package func stop() { isStopped = true }

  /// Sends a notification.
  package func notify(_ method: String, _ params: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request without parameters whose answer does not matter.
  package func request(_ method: String) {
    requestCount += 1
    send(["jsonrpc": "2.0", "id": "server-\(requestCount)", "method": .string(method)])
  }

  /// Whether the client has cancelled the current request, or is gone.
  package var isCancelled: Bool {
    guard let id = current?.id else { return false }
    while let message = channel.takeFirst(where: { cannotWait($0, for: id) }) {
      if case .request = message { handle(message) } else { current?.isCancelled = true }
    }
    if channel.isAbandoned || SignalWatch.ending != nil { current?.isCancelled = true }
    return current?.isCancelled == true
  }

  /// Whether a message is handled even while a request is being answered.
  private func cannotWait(_ message: RPCMessage, for id: JSON) -> Bool {
    switch message {
    case .notification(cancellation.method, let params): params[cancellation.parameter] == id
    case .request(_, let method, _): urgent.contains(method)
    default: false
    }
  }

  private func handle(_ message: RPCMessage) {
    switch message {
    case .notification(let method, let params): handlers[method]?(params)
    case .response: break
    case .invalid(let id, let error): answer(id, failure: error)
    case .request(let id, let method, let params):
      let outer = current
      current = (id, false)
      defer { current = outer }
      do throws(RPCError) {
        try permit(method)
        guard let perform = methods[method] else {
          throw RPCError(.methodNotFound, "there is no method '\(method)'")
        }
        let result = try perform(params)
        if isAnswered { send(["jsonrpc": "2.0", "id": id, "result": result]) }
      } catch {
        if isAnswered { answer(id, failure: error) }
      }
    }
  }

  private var isAnswered: Bool { cancellation.isAnswered || current?.isCancelled == false }

  private func answer(_ id: JSON, failure: RPCError) {
    send(["jsonrpc": "2.0", "id": id, "error": failure.json])
  }

  private func send(_ message: KeyValuePairs<String, JSON?>) { channel.send(JSON.object(message).text) }
}

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
  /// The most messages in a batch; 0 if there are no batches.
  package var mostInBatch = 0
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

  private func handle(_ message: RPCMessage) {
    if let answer = answer(to: message) { send(answer) }
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

  /// The answer to a message; `nil` if it has none.
  private func answer(to message: RPCMessage) -> JSON? {
    switch message {
    case .notification(let method, let params):
      handlers[method]?(params)
      return nil
    case .response: return nil
    case .invalid(let id, let error): return answer(id, failure: error)
    case .batch where mostInBatch == 0: return answer(.null, failure: .noMessage)
    case .batch(let messages):
      guard (1...mostInBatch).contains(messages.count) else {
        return answer(.null, failure: RPCError(.invalidRequest, "a batch has 1 to \(mostInBatch) messages"))
      }
      let answers = messages.compactMap(answer(to:))
      return answers.isEmpty ? nil : .array(answers)
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
        return isAnswered ? ["jsonrpc": "2.0", "id": id, "result": result] : nil
      } catch {
        return isAnswered ? answer(id, failure: error) : nil
      }
    }
  }

  private var isAnswered: Bool { cancellation.isAnswered || current?.isCancelled == false }

  private func answer(_ id: JSON, failure: RPCError) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": failure.json]
  }

  private func send(_ message: JSON) { channel.send(message.text) }
}

import Core
import Dispatch
import TodoShellPlatform
import Synchronization
import TodoShellValues

/// Answers the requests of JSON-RPC 2.0: one after the other on the thread that reads them, or on queues.
///
/// While a request is being answered on that thread, ``isCancelled`` tells whether the client has cancelled it: a
/// long-running command checks it as it would check for ^C. A request on a queue checks its ``Call`` instead.
package final class RPCServer {
  /// Answers a request: takes the parameters, an object if there are none, and returns the result.
  package typealias Method = (_ params: JSON) throws(RPCError) -> JSON

  /// A request that is answered on a queue. Any thread can use it.
  package final class Call: Sendable {
    fileprivate let id: JSON
    fileprivate let isGivenUp = Atomic(false)
    private let isAbandoned: @Sendable () -> Bool

    fileprivate init(_ id: JSON, isAbandoned: @escaping @Sendable () -> Bool) {
      self.id = id
      self.isAbandoned = isAbandoned
    }

    /// Whether the client has cancelled it or is gone, or a signal ends the program.
    package var isCancelled: Bool {
      isGivenUp.load(ordering: .relaxed) || isAbandoned() || SignalWatch.ending != nil
    }
  }

  /// The answer to a request, and the queue that it runs on; without a queue, it runs at once.
  ///
  /// If the request is cancelled, `giveUp` runs on the queue, because the client does not receive the answer.
  package typealias Placement = (
    queue: DispatchQueue?, answer: (Call) throws(RPCError) -> JSON, giveUp: () -> Void
  )

  /// How a protocol cancels requests.
  package struct Cancellation: Sendable {
    let method: String
    /// The parameter with the identifier of the request.
    let parameter: String
    /// Whether a cancelled request is answered at all.
    let isAnswered: Bool

    static let languageServer = Self(method: "$/cancelRequest", parameter: "id", isAnswered: true)
    package static let modelContext = Self(
      method: "notifications/cancelled",
      parameter: "requestId",
      isAnswered: false
    )
  }

  /// How many requests can wait for their queues before reading pauses.
  private static let mostCalls = 1_000

  private let channel: MessageChannel<RPCMessage>
  private let cancellation: Cancellation
  private var methods: [String: (JSON) throws(RPCError) -> Placement] = [:]
  private var handlers: [String: (JSON) -> Void] = [:]
  /// The request that is being answered on the thread that reads.
  private var current: (id: JSON, isCancelled: Bool)?
  /// The requests on queues that are not answered yet.
  private let calls = Mutex<[Call]>([])
  private let pending = DispatchGroup()
  private let room = DispatchSemaphore(value: mostCalls)
  private var isStopped = false
  private var requestCount = 0
  /// Decides whether a method may be called now; throws if not.
  var permit: (_ method: String) throws(RPCError) -> Void = { _ in }

  package init(_ channel: MessageChannel<RPCMessage>, cancellation: Cancellation) {
    self.channel = channel
    self.cancellation = cancellation
  }

  /// Answers requests for a method.
  package func on(_ method: String, _ answer: @escaping Method) {
    onQueues(method) { (params) throws(RPCError) in
      (nil, { (_) throws(RPCError) in try answer(params) }, {})
    }
  }

  /// Answers requests for a method on queues.
  ///
  /// - Parameter place: Finds the queue for the parameters, on the thread that reads. Requests on the same queue are
  ///   answered one after the other.
  package func onQueues(_ method: String, _ place: @escaping (_ params: JSON) throws(RPCError) -> Placement) {
    methods[method] = place
  }

  /// Handles notifications of a kind; others are ignored.
  func onNotification(_ method: String, _ handle: @escaping (_ params: JSON) -> Void) {
    handlers[method] = handle
  }

  /// Answers requests until ``stop()`` is called, the client closes its pipe, or a signal ends the program. Requests that
  /// are on their queues then are still answered.
  ///
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) {
    defer { pending.wait() }
    while !isStopped, let message = try channel.next() {
      if let answer = answer(to: message) { send(answer) }
    }
  }

  /// Ends ``run()`` after the current message.
  package func stop() { isStopped = true }

  /// Sends a notification. Any thread can do so.
  package func notify(_ method: String, _ params: JSON) {
    send(["jsonrpc": "2.0", "method": method.json, "params": params])
  }

  /// Sends a request without parameters whose answer does not matter.
  package func request(_ method: String) {
    requestCount += 1
    send(["jsonrpc": "2.0", "id": "server-\(requestCount)", "method": method.json])
  }

  /// Whether a matching notification has arrived and is queued.
  func isWaiting(_ method: String, where matches: (_ params: JSON) -> Bool) -> Bool {
    channel.contains {
      guard case .notification(method, let params) = $0 else { return false }
      return matches(params)
    }
  }

  /// Whether the client has cancelled the current request, or is gone.
  package var isCancelled: Bool {
    guard let id = current?.id else { return false }
    while channel.takeFirst(where: { cancels($0, id) }) != nil { current?.isCancelled = true }
    if channel.isAbandoned || SignalWatch.ending != nil { current?.isCancelled = true }
    return current?.isCancelled == true
  }

  private func cancels(_ message: RPCMessage, _ id: JSON) -> Bool {
    guard case .notification(cancellation.method, let params) = message else { return false }
    return params[cancellation.parameter] == id
  }

  /// The answer to a message; `nil` if it has none, or is answered later.
  private func answer(to message: RPCMessage) -> JSON? {
    switch message {
    case .notification(let method, let params):
      if method == cancellation.method, let id = params[cancellation.parameter] {
        calls.withLock { $0.first { $0.id == id }?.isGivenUp.store(true, ordering: .relaxed) }
      }
      handlers[method]?(params)
      return nil
    case .ignored: return nil
    case .invalid(let id, let error): return answer(id, failure: error)
    case .request(let id, let method, let params):
      current = (id, false)
      defer { current = nil }
      do throws(RPCError) {
        try permit(method)
        guard let place = methods[method] else {
          throw RPCError(.methodNotFound, "there is no method '\(method)'")
        }
        return try start(try place(params), id)
      } catch {
        return isAnswered ? answer(id, failure: error) : nil
      }
    }
  }

  private var isAnswered: Bool { cancellation.isAnswered || current?.isCancelled == false }

  private func answer(_ id: JSON, _ result: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

  private func answer(_ id: JSON, failure: RPCError) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": failure.json]
  }

  private func send(_ message: JSON) { channel.send(message.text) }
}

// Answering on queues.
extension RPCServer {
  /// - Returns: The answer, if it is made at once.
  private func start(_ placement: Placement, _ id: JSON) throws(RPCError) -> JSON? {
    // Unchecked: the channel synchronizes this check.
    let channel = UncheckedSendable(channel)
    let call = Call(id) { channel.value.isAbandoned }
    guard let queue = placement.queue else {
      let result = try placement.answer(call)
      return isAnswered ? answer(id, result) : nil
    }
    room.wait()
    calls.withLock { $0.append(call) }
    // Unchecked: an answer uses only state that belongs to its queue, and `finish` uses only synchronized state.
    let work = UncheckedSendable((server: self, placement: placement))
    queue.async(group: pending) {
      let (server, placement) = work.value
      server.finish(call, placement)
    }
    return nil
  }

  /// Answers a request on its queue.
  private func finish(_ call: Call, _ placement: Placement) {
    var message: JSON?
    if !call.isCancelled {
      do { message = answer(call.id, try placement.answer(call)) } catch {
        message = answer(call.id, failure: error)
      }
    }
    calls.withLock { $0.removeAll { $0 === call } }
    if call.isCancelled {
      placement.giveUp()
      message = cancellation.isAnswered ? answer(call.id, failure: .cancelled) : nil
    }
    if let message { send(message) }
    room.signal()
    // Wakes the thread that waits for messages: their answers could no longer be sent.
    if channel.hasFailed { SignalWatch.wake() }
  }
}

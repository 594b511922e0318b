import Core
import TodoShellValues

/// A message of JSON-RPC 2.0, as received.
package enum RPCMessage {
  /// A method is called, and must be answered.
  case request(id: JSON, method: String, params: JSON)
  /// Something happened, which is not answered.
  case notification(method: String, params: JSON)
  /// The answer to a request of the server, or an empty line. Both are ignored.
  case ignored
  /// The message is not one of these; the identifier is `null` if it could not be read.
  case invalid(id: JSON, RPCError)

  package init(_ frame: MessageReader.Frame) {
    if case .message(let bytes) = frame, bytes.allSatisfy(\.isBlank) {
      self = .ignored
      return
    }
    do {
      self.init(try frame.json())
    } catch {
      self = .invalid(id: error.outline.flatMap(Self.id) ?? .null, RPCError(.parseError, error.problem))
    }
  }

  private static func id(of json: JSON) -> JSON? {
    switch json["id"] {
    case .string?, .number?: json["id"]
    default: nil
    }
  }

  private init(_ json: JSON) {
    let id = Self.id(of: json)
    func invalid(_ problem: String) -> RPCMessage {
      .invalid(id: id ?? .null, RPCError(.invalidRequest, problem))
    }
    let params = json["params"] ?? .object([:])
    switch (json["method"], json["id"]) {
    case _ where json["jsonrpc"] != "2.0": self = .invalid(id: id ?? .null, .noMessage)
    case (.string(let method)?, nil): self = .notification(method: method, params: params)
    case (.string(let method)?, _?):
      let problem = "the member 'id' is neither a string nor a number"
      self = id.map { .request(id: $0, method: method, params: params) } ?? invalid(problem)
    default:
      let isResponse = json["result"] != nil || json["error"] != nil
      self = isResponse ? .ignored : invalid("the member 'method' is not a string")
    }
  }
}

/// The reason why a request failed.
package struct RPCError: Error, Equatable {
  /// The codes of JSON-RPC, and those of the protocols on it.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
  }

  package let code: Int
  package let message: String
  package let data: JSON?

  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What is wrong, in a sentence.
  ///   - data: Details for programs.
  package init(_ code: Code, _ message: String, data: JSON? = nil) {
    self.init(code: code.rawValue, message, data: data)
  }

  /// An error with a code of a protocol's own.
  package init(code: Int, _ message: String, data: JSON? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static let noMessage = RPCError(.invalidRequest, "a message is an object with \"jsonrpc\": \"2.0\"")
  static let cancelled = RPCError(.requestCancelled, "the request was cancelled")

  var json: JSON { ["code": code.json, "message": message.json, "data": data] }
}

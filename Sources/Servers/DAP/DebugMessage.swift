import TodoShellCommands
import Core

/// A message from a client of the Debug Adapter Protocol.
package enum DebugMessage {
  case request(DebugRequest)
  /// The answer to a request; nothing is ever requested, so there is nothing to do.
  case response
  /// The message is neither; with its request, if it has a number.
  case invalid(DebugRequest?, String)

  package init(_ frame: MessageReader.Frame) {
    do {
      self.init(try frame.json())
    } catch {
      self = .invalid(error.outline.flatMap(Self.request), error.problem)
    }
  }

  private init(_ json: JSON) {
    let request = Self.request(json)
    switch (request, json["type"]?.string) {
    case (nil, _): self = .invalid(nil, "the message has no number 'seq'")
    case (let request?, "request") where !request.command.isEmpty: self = .request(request)
    case (_, "response"): self = .response
    default: self = .invalid(request, "the message is not a request with a 'command'")
    }
  }

  private static func request(_ json: JSON) -> DebugRequest? {
    json["seq"]?.int.map {
      DebugRequest(number: $0, command: json["command"]?.string ?? "", arguments: json["arguments"] ?? .null)
    }
  }
}

/// A request of the Debug Adapter Protocol.
package struct DebugRequest {
  /// The number that its response names.
  let number: Int
  let command: String
  package let arguments: JSON

  /// An argument; `nil` if it is missing or `null`.
  subscript(name: String) -> JSON? { arguments[name].flatMap { $0 == .null ? nil : $0 } }

  /// A required argument that is a string.
  func text(_ name: String) throws(DebugError) -> String {
    guard let text = self[name]?.string else { throw DebugError("'\(command)' needs a string '\(name)'") }
    return text
  }

  /// An argument that is a whole number; `nil` if it is missing.
  func integer(_ name: String) -> Int? { self[name]?.smallInteger }

  /// A required argument that is a whole number.
  func number(_ name: String) throws(DebugError) -> Int {
    guard let number = integer(name) else { throw DebugError("'\(command)' needs a number '\(name)'") }
    return number
  }

  /// An argument that is a list; empty if it is missing.
  func list(_ name: String) throws(DebugError) -> [JSON] {
    guard let value = self[name] else { return [] }
    guard let elements = value.elements else { throw DebugError("'\(command)' needs a list '\(name)'") }
    return elements
  }
}

extension JSON {
  /// The number, if it is a whole one, limited to 32 bits, so that calculations cannot overflow.
  var smallInteger: Int? { int.map { min(max($0, Int(Int32.min)), Int(Int32.max)) } }
}

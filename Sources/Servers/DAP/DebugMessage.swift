import Commands
import Core

/// A message from a client of the Debug Adapter Protocol.
package enum DebugMessage {
  case request(DebugRequest)
  /// The answer to a request; nothing is ever requested, so there is nothing to do.
  case response
  /// The message is neither; its number, if it has one.
  case invalid(number: Int?, String)

  package init(_ frame: MessageReader.Frame) {
    do throws(InvalidMessage) {
      self.init(try frame.json())
    } catch {
      self = .invalid(number: nil, error.problem)
    }
  }

  private init(_ json: JSON) {
    guard let number = json["seq"]?.int else {
      self = .invalid(number: nil, "the message has no number 'seq'")
      return
    }
    switch (json["type"]?.string, json["command"]?.string) {
    case ("request", let command?):
      let arguments = json["arguments"] ?? .null
      self = .request(DebugRequest(number: number, command: command, arguments: arguments))
    case ("response", _): self = .response
    default: self = .invalid(number: number, "the message is not a request with a 'command'")
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

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

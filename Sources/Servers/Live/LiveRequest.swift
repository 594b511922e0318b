import Core
import Values

/// A line of the input of a live session.
enum LiveRequest {
  /// A line of the command language, which may be a part of a command.
  case line([UInt8])
  /// Commands whose end is reported with an identifier.
  case run(id: JSON?, commands: String)
  /// The completions of the word that ends at an offset, in characters.
  case complete(id: JSON?, line: String, at: Int)
  /// The end of the command with the identifier `target`, or of any command, if it is running.
  case interrupt(id: JSON?, target: JSON?)
  case invalid(id: JSON?, String)

  /// What ^C sends; alone on a line, it interrupts.
  private static let endOfText: UInt8 = 3

  /// - Parameter takesObjects: Whether a line can be a JSON object.
  init(_ frame: MessageReader.Frame, takesObjects: Bool) {
    switch frame {
    case .invalid(let problem): self = .invalid(id: nil, problem)
    case .message(let bytes):
      if bytes == [Self.endOfText] {
        self = .interrupt(id: nil, target: nil)
        return
      }
      guard takesObjects, bytes.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") else {
        self = .line(bytes)
        return
      }
      do throws(JSONSyntaxError) {
        self.init(try JSON(parsing: bytes))
      } catch {
        self = .invalid(id: nil, "the line is not valid JSON")
      }
    }
  }

  private init(_ json: JSON) {
    let id = json["id"]
    switch (json["command"], json["complete"], json["interrupt"]) {
    case (.string(let commands)?, nil, nil): self = .run(id: id, commands: commands)
    case (nil, .string(let line)?, nil):
      let offset = (json["at"] ?? line.count.json).int ?? -1
      self =
        (0...line.count).contains(offset)
        ? .complete(id: id, line: line, at: offset)
        : .invalid(
          id: id,
          "'at' is not a number of characters from 0 to \(line.count), the length of the line"
        )
    case (nil, nil, let target?): self = .interrupt(id: id, target: target)
    default:
      self = .invalid(
        id: id,
        "a request has one member 'command' or 'complete', a string, or 'interrupt', the id of another request"
      )
    }
  }

  /// Whether it asks for the end of the command with this identifier.
  func interrupts(_ running: JSON?) -> Bool {
    guard case .interrupt(_, let target) = self else { return false }
    return target == nil || target == running
  }
}

import Core
import TodoShellValues

/// A line of the input of a live session.
enum LiveRequest {
  /// A line of the command language, which may be a part of a command.
  case line([UInt8])
  /// Commands whose end is reported with an identifier.
  case run(id: JSON?, commands: String, Rendering)
  /// A question, which can be answered while a command runs.
  case question(id: JSON?, Question)
  /// What a person sees of the session, with the changes since a moment.
  case view(id: JSON?, since: Int)
  /// The end of the command with the identifier `target`, or of any command, if it is running.
  case interrupt(id: JSON?, target: JSON?)
  case invalid(id: JSON?, String)

  /// How the results of commands are reported.
  struct Rendering {
    /// A form of an event besides its JSON.
    enum Form: String, CaseIterable { case text, html, svg }

    var forms: Set<Form> = [.text]
    /// Whether commands, moments and travels are reported as they happen.
    var reportsSteps = true
    /// The name of the commands in errors. Lines are then counted from the first one.
    var file: String?
  }

  /// A question about a text.
  struct Question {
    enum Kind: Equatable {
      /// The completions of the word that ends at an offset, in UTF-8.
      case complete(at: Int)
      /// Help on what is at an offset.
      case inspect(at: Int)
      /// Whether the text can run.
      case check
    }

    let kind: Kind
    let text: String
    /// The name of the text in errors.
    var file: String?
  }

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
      guard takesObjects, bytes.first(where: { $0 != .space }) == .openBrace else {
        self = .line(bytes)
        return
      }
      do {
        self.init(try JSON(parsing: bytes))
      } catch {
        self = .invalid(id: error.outline?["id"], "the line \(error.problem)")
      }
    }
  }

  private init(_ json: JSON) {
    let id = json["id"]
    do { self = try Self.request(json, id: id) } catch {
      self = .invalid(id: id, error.problem)
    }
  }

  private static func request(_ json: JSON, id: JSON?) throws(InvalidMessage) -> LiveRequest {
    let kinds = ["command", "complete", "inspect", "check", "view", "interrupt"].filter { json[$0] != nil }
    switch (kinds.first, kinds.count == 1 ? kinds.first.flatMap { json[$0] } : nil) {
    case ("command", .string(let commands)?):
      let rendering = Rendering(
        forms: try forms(in: json),
        reportsSteps: json["steps"]?.bool ?? true,
        file: json["file"]?.string
      )
      return .run(id: id, commands: commands, rendering)
    case ("complete", .string(let text)?):
      return .question(id: id, Question(kind: .complete(at: try offset(in: json, text)), text: text))
    case ("inspect", .string(let text)?):
      return .question(id: id, Question(kind: .inspect(at: try offset(in: json, text)), text: text))
    case ("check", .string(let text)?):
      return .question(id: id, Question(kind: .check, text: text, file: json["file"]?.string))
    case ("view", let since?) where since.int != nil: return .view(id: id, since: since.int ?? 0)
    case ("interrupt", let target?): return .interrupt(id: id, target: target)
    default:
      throw InvalidMessage(
        problem:
          "a request has one member 'command', 'complete', 'inspect' or 'check' (a string), 'view' (the number "
          + "of a moment) or 'interrupt' (the id of another request)"
      )
    }
  }

  /// The offset in UTF-8 of a member that counts code points.
  private static func offset(in json: JSON, _ text: String) throws(InvalidMessage) -> Int {
    let bytes = Array(text.utf8)
    let length = PositionEncoding.utf32.count(bytes)
    let offset = (json["at"] ?? length.json).int ?? -1
    guard (0...length).contains(offset) else {
      throw InvalidMessage(
        problem: "'at' is not a number of code points from 0 to \(length), the length of the text"
      )
    }
    return PositionEncoding.utf32.offset(offset, in: bytes[...])
  }

  private static func forms(in json: JSON) throws(InvalidMessage) -> Set<Rendering.Form> {
    guard let forms = json["forms"] else { return Rendering().forms }
    let known = forms.elements?.map { $0.string.flatMap(Rendering.Form.init) }
    guard let known, !known.contains(nil) else {
      throw InvalidMessage(problem: "'forms' is not a list of 'text', 'html' and 'svg'")
    }
    return Set(known.compactMap(\.self))
  }

  /// Whether it asks for the end of the command with this identifier.
  func interrupts(_ running: JSON?) -> Bool {
    guard case .interrupt(_, let target) = self else { return false }
    return target == nil || target == running
  }

  /// Whether it can be answered while a command runs.
  var isQuestion: Bool { if case .question = self { true } else { false } }
}

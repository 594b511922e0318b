import Core

/// How the actions and values of a type are written. This is determined once for each type, because asking a value what it
/// conforms to takes longer than writing it.
final class WrittenForm: @unchecked Sendable {
  // Unchecked: shapes are not known to be Sendable. Nothing changes.
  private enum Form {
    /// By its own literal.
    case literal((UnsafeRawPointer, ValueText, inout [UInt8]) -> Bool)
    /// By the name of its case and its associated values, which are read in place.
    case choice(Choice, [CaseText])
    /// As only a copy of the value shows.
    case other
  }

  /// A case as text up to each of its associated values, and the rest.
  private struct CaseText {
    let parameters: [(opening: [UInt8], part: Part)]
    let end: [UInt8]
  }

  private let form: Form

  private static let known = TypeTable<WrittenForm>()

  /// The form of a type.
  static func of(_ type: Any.Type) -> WrittenForm {
    let id = ObjectIdentifier(type)
    return known[id] ?? known.insert(WrittenForm(Shape.of(type)), for: id)
  }

  private init(_ shape: Shape) {
    func literal<Value: LiteralConvertible>(_: Value.Type) -> Form {
      .literal { $0.assumingMemoryBound(to: Value.self).pointee.write(by: $1, to: &$2) }
    }
    if let type = shape.type as? any LiteralConvertible.Type {
      form = literal(type)
    } else if let choice = shape.choice, choice.isReadable {
      form = .choice(choice, choice.cases.map(Self.text))
    } else {
      form = .other
    }
  }

  private static func text(_ element: Choice.Case) -> CaseText {
    let name = ".\(element.name.asMember)"
    return CaseText(
      parameters: element.parameters.enumerated().map { place, part in
        let opening = (place == 0 ? "\(name)(" : ", ") + (part.label.map { "\($0.asMember): " } ?? "")
        return (Array(opening.utf8), part)
      },
      end: Array((element.parameters.isEmpty ? name : ")").utf8)
    )
  }

  /// Writes the value at an address.
  ///
  /// - Parameters:
  ///   - writer: The writer at the depth of the value.
  ///   - text: Receives the text.
  /// - Returns: Whether it can be written; `nil` if only a copy of the value shows that.
  func write(at address: UnsafeRawPointer, by writer: ValueText, to text: inout [UInt8]) -> Bool? {
    switch form {
    case .other: return nil
    case .literal(let write): return write(address, writer, &text)
    case .choice(let choice, let cases):
      let element = choice.current(at: address)
      let form = cases[element.tag]
      var isWritten = true
      if !form.parameters.isEmpty {
        if text.isEmpty { text.reserveCapacity(160) }
        choice.readPayload(of: element, at: address) { payload in
          for (opening, part) in form.parameters where isWritten {
            text += opening
            isWritten = part.read(in: payload) { writer.write(part.shape, at: $0, to: &text) }
          }
        }
      }
      text += form.end
      return isWritten
    }
  }
}

extension [UInt8] {
  /// Appends a text, which takes a fraction of what appending it to a text would.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}

import Core

/// How the actions and values of a type are written. This is determined once for each type, because asking a value what it
/// conforms to takes longer than writing it.
final class WrittenForm: @unchecked Sendable {
  // Unchecked: shapes are not known to be Sendable. Nothing changes.
  private enum Form {
    /// By its own literal.
    case literal((UnsafeRawPointer, ValueText) -> String?)
    /// By the name of its case and its associated values, which are read in place.
    case choice(Choice, [CaseText])
    /// As only a copy of the value shows.
    case other
  }

  /// A case as text up to each of its associated values.
  private struct CaseText {
    let name: String
    let parameters: [(opening: String, part: Part)]
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
      .literal { $0.assumingMemoryBound(to: Value.self).pointee.written(by: $1) }
    }
    if let type = shape.type as? any LiteralConvertible.Type {
      form = literal(type)
    } else if shape.type != CaseLiteral.self, let choice = shape.choice, choice.isReadable {
      form = .choice(choice, choice.cases.map(Self.text))
    } else {
      form = .other
    }
  }

  private static func text(_ element: Choice.Case) -> CaseText {
    CaseText(
      name: ".\(element.name.asMember)",
      parameters: element.parameters.enumerated().map { place, part in
        ((place == 0 ? "(" : ", ") + (part.label.map { "\($0.asMember): " } ?? ""), part)
      }
    )
  }

  /// Writes the value at an address.
  ///
  /// - Parameters:
  ///   - writer: The writer at the depth of the value.
  ///   - text: Receives the text.
  /// - Returns: Whether it can be written; `nil` if only a copy of the value shows that.
  func write(at address: UnsafeRawPointer, by writer: ValueText, to text: inout String) -> Bool? {
    switch form {
    case .other: return nil
    case .literal(let write):
      guard let literal = write(address, writer) else { return false }
      text += literal
      return true
    case .choice(let choice, let cases):
      let element = choice.current(at: address)
      let form = cases[element.tag]
      if text.isEmpty, !form.parameters.isEmpty { text.reserveCapacity(160) }
      text += form.name
      guard !form.parameters.isEmpty else { return true }
      var isWritten = true
      choice.readPayload(of: element, at: address) { payload in
        for (opening, part) in form.parameters where isWritten {
          text += opening
          isWritten = part.read(in: payload) { writer.write(part.shape, at: $0, to: &text) }
        }
      }
      text += ")"
      return isWritten
    }
  }
}

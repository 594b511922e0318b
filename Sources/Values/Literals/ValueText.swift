import Core

/// Writes values as Swift text on one line: `.todos(.element(id: UUID(0), action: .toggle))`.
///
/// The text is the same in every run, and ``ValueReader`` reads it back. Type names are omitted where Swift would infer
/// them.
package struct ValueText {
  /// What the text is used for.
  enum Purpose {
    /// An action, with any contents.
    case action
    /// The value of an expression, if it is small and contains no structures, which are dumped instead.
    case expression
    /// Swift that compiles: see ``SwiftSource``.
    case source
  }

  var purpose = Purpose.action
  private var depth = 0
  /// Is given the types whose names are written.
  private let noteType: (Any.Type) -> Void

  init(_ purpose: Purpose = .action, noteType: @escaping (Any.Type) -> Void = { _ in }) {
    self.purpose = purpose
    self.noteType = noteType
  }

  private var deepest: Int { purpose == .expression ? 8 : SyntaxParser.deepestNesting }

  /// A text as a literal.
  func literal(_ text: String) -> String { purpose == .source ? text.quotedAsSwift : text.quotedAsLiteral }

  /// The text of a value.
  ///
  /// - Returns: `nil` if the value cannot be written for the purpose.
  /// - Complexity: O(size of the value).
  func text(_ value: Any?) -> String? {
    var text: [UInt8] = []
    return write(value, to: &text) ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Writes a value at the end of a text.
  ///
  /// - Returns: Whether it can be written for the purpose.
  func write(_ value: Any?, to text: inout [UInt8]) -> Bool {
    guard let value else { return text.append("nil") }
    return Peek.read(value) { write($0, to: &text) }
  }

  /// Writes a value in place.
  func write(_ peek: Peek, to text: inout [UInt8]) -> Bool {
    guard depth < deepest else { return purpose == .action && text.append("…") }
    var inner = self
    inner.depth += 1
    guard purpose == .expression else { return inner.writeContents(of: peek.opened, to: &text) }
    // Of nested optionals, expressions have only the innermost value.
    return Value(peek).read { inner.writeContents(of: $0, to: &text) } ?? text.append("nil")
  }

  /// Writes a value of its dynamic type at the depth of this writer.
  func writeContents(of peek: Peek, to text: inout [UInt8]) -> Bool {
    let shape = peek.shape
    if purpose == .source, let value = peek.value as? any SwiftSourceConvertible {
      return text.append(value.source(by: self))
    }
    switch shape.kind {
    case .optional: return writeOptional(peek, to: &text)
    case .list: return isArray(shape) && writeList(peek, to: &text)
    case .table:
      if let pairs = Value.place(peek).pairs { return write(pairs, to: &text) }
    case .set: break
    case .keyPath: return text.append((peek.value as? AnyKeyPath).map(NamedKeyPath.text))
    default:
      if let isWritten = writeCase(of: peek, to: &text) { return isWritten }
      if let literal = shape.literal { return write(literal, at: peek.address, to: &text) }
    }
    if shape.type == Void.self { return text.append("()") }
    if let collection = peek.collection { return isArray(shape) && text.append(list(collection)) }
    return purpose != .expression && writeParts(of: peek, to: &text)
  }

  private func write<Value: LiteralConvertible>(
    _ type: Value.Type,
    at address: UnsafeRawPointer,
    to text: inout [UInt8]
  ) -> Bool {
    address.assumingMemoryBound(to: type).pointee.write(by: self, to: &text)
  }

  /// Whether the values of a collection's type can be written as lists.
  private func isArray(_ shape: Shape) -> Bool {
    purpose != .source || shape.type is any ExpressibleByArrayLiteral.Type
  }

  private func writeOptional(_ optional: Peek, to text: inout [UInt8]) -> Bool {
    guard let wrapped = optional.wrapped else { return text.append("nil") }
    let start = text.count
    guard write(wrapped, to: &text) else { return false }
    // These would be read as this optional itself.
    let inner = text[start...]
    if inner.elementsEqual("nil".utf8) || inner.elementsEqual(".none".utf8)
      || inner.starts(with: ".some(".utf8)
    {
      text.insert(contentsOf: ".some(".utf8, at: start)
      text.append(")")
    }
    return true
  }
}

// Enums.
extension ValueText {
  /// The text of a case before each of its associated values, and the rest.
  private struct CaseText {
    let parameters: [(opening: [UInt8], part: Part)]
    let end: [UInt8]

    init(_ element: Choice.Case) {
      let name = ".\(element.name.asMember)"
      parameters = element.parameters.enumerated().map { place, part in
        let opening = (place == 0 ? "\(name)(" : ", ") + (part.label.map { "\($0.asMember): " } ?? "")
        return (Array(opening.utf8), part)
      }
      end = Array((parameters.isEmpty ? name : ")").utf8)
    }
  }

  /// The texts of the cases of each enum, by their tags.
  private static let caseTexts = TypeTable<[CaseText]>()

  /// - Returns: `nil` for a value that is not a case.
  private func writeCase(of peek: Peek, to text: inout [UInt8]) -> Bool? {
    guard let choice = peek.shape.choice else { return nil }
    guard choice.isReadable else {
      return Choice.caseName(of: peek.value).map { text.append(".\($0.asMember)") }
    }
    let id = ObjectIdentifier(choice.type)
    let texts = Self.caseTexts[id] ?? Self.caseTexts.insert(choice.cases.map(CaseText.init), for: id)
    let element = choice.current(at: peek.address)
    let form = texts[element.tag]
    var isWritten = true
    if !form.parameters.isEmpty {
      if text.isEmpty { text.reserveCapacity(160) }
      choice.readPayload(of: element, at: peek.address) { payload in
        for (opening, part) in form.parameters where isWritten {
          text += opening
          isWritten = part.read(in: payload) { write(Peek(at: $0, part.shape), to: &text) }
        }
      }
    }
    text += form.end
    return isWritten
  }
}

// Structures, tuples and objects.
extension ValueText {
  private typealias Field = (label: String?, value: Peek)

  private func writeParts(of peek: Peek, to text: inout [UInt8]) -> Bool {
    let shape = peek.shape
    // Swift makes an `AnyHashable` of the value in it.
    if purpose == .action || shape.type == AnyHashable.self, let represented = peek.represented {
      return write(represented, to: &text)
    }
    if purpose == .action, shape.kind == .described {
      return text.append(peek.text?.controlCharactersEscaped)
    }
    if shape.kind != .mirrored, !shape.has(.customMirror), let record = shape.tuple ?? shape.structure {
      return write(record.visible.map { ($0.label, peek.part($0)) }, of: shape, to: &text)
    }
    return purpose == .action && writeReflected(peek, to: &text)
  }

  /// Writes the parts of a structure after its name, or those of a tuple.
  private func write(_ fields: [Field], of shape: Shape, to text: inout [UInt8]) -> Bool {
    if shape.typeKind == .tuple { return write(fields, to: &text) }
    if purpose == .action { return text.append(shape.name) && write(fields, to: &text) }
    guard text.append(SwiftSource.name(of: shape.type)),
      write(fields.filter { !$0.value.shape.has(.sharedStorage) }, to: &text)
    else { return false }
    noteType(shape.type)
    return true
  }

  private func write(_ fields: [Field], to text: inout [UInt8]) -> Bool {
    for (index, (label, value)) in fields.enumerated() {
      text.append(index == 0 ? "(" : ", ")
      // Reflection labels the unlabelled elements of a tuple `.0`.
      if let label, !label.hasPrefix(".") { text.append("\(label.asMember): ") }
      guard writePart(value, to: &text) else { return false }
    }
    return text.append(fields.isEmpty ? "()" : ")")
  }

  /// Writes a part of a value. An action is written whatever its contents.
  private func writePart(_ part: Peek, to text: inout [UInt8]) -> Bool {
    let start = text.count
    if write(part, to: &text) { return true }
    text.replaceSubrange(start..., with: "…".utf8)
    return purpose == .action
  }

  private func writeReflected(_ peek: Peek, to text: inout [UInt8]) -> Bool {
    let mirror = peek.reflection
    let fields = mirror.children.map { Field($0.label, Peek($0.value)) }
    func description() -> String { "\(peek.value)".controlCharactersEscaped }
    switch mirror.displayStyle {
    case .tuple: return write(fields, to: &text)
    case .enum:
      text.append(".\((fields.first?.label ?? description()).asMember)")
      return fields.isEmpty || write([(nil, fields[0].value)], to: &text)
    case .struct where !fields.isEmpty, .class where !fields.isEmpty:
      return text.append(peek.shape.name) && write(fields, to: &text)
    default: return text.append(description())
    }
  }
}

// Collections.
extension ValueText {
  /// Whether this many elements are too many for one line.
  private func isTooLong(_ count: Int) -> Bool { purpose == .expression && count > Self.longest / 2 }

  private func writeList(_ list: Peek, to text: inout [UInt8]) -> Bool {
    if isTooLong(list.count) { return false }
    text.append("[")
    var opening = ""
    var isWritten = true
    _ = list.shape.forEachElement(at: list.address) { address, shape in
      text.append(opening)
      opening = ", "
      isWritten = write(Peek(at: address, shape), to: &text)
      return isWritten
    }
    return text.append("]") && isWritten
  }

  /// The texts of values.
  ///
  /// - Returns: `nil` if one of them cannot be written.
  func texts(_ values: [Any]) -> [String]? {
    let texts = values.compactMap { text($0) }
    return texts.count == values.count ? texts : nil
  }

  /// The elements of a collection; those of an unordered one are sorted by their texts.
  func list(_ collection: any Collection) -> String? {
    // Avoids copying and sorting elements that would not fit on a line.
    if isTooLong(collection.elementCount) { return nil }
    guard let texts = texts(collection.allElements) else { return nil }
    return "[\((collection.isUnordered ? texts.sorted() : texts).joined(separator: ", "))]"
  }

  /// - Parameter pairs: The keys and values of a dictionary, in an order that is the same in every run.
  private func write(_ pairs: [(key: Any, value: Any)], to text: inout [UInt8]) -> Bool {
    if isTooLong(pairs.count) { return false }
    for (index, (key, value)) in pairs.enumerated() {
      text.append(index == 0 ? "[" : ", ")
      guard Peek.read(key, { writePart($0, to: &text) }), text.append(": "),
        Peek.read(value, { writePart($0, to: &text) })
      else { return false }
    }
    return text.append(pairs.isEmpty ? "[:]" : "]")
  }
}

extension ValueText {
  /// The maximum length of an expression's value on one line.
  private static let longest = 72

  /// A small value in the language's syntax.
  ///
  /// - Returns: `nil` for a value that needs more than one line.
  package static func short(_ value: Any?) -> String? {
    guard let text = ValueText(.expression).text(value) else { return nil }
    let isText = value.map { Shape.of(value: $0).unwrapped.has(.string) } ?? false
    return isText || text.cellWidth <= longest ? text : nil
  }
}

/// A value on one line in Swift syntax: `.todos(.element(id: UUID(0), action: .toggle))`.
///
/// - Complexity: O(size of the value).
package func actionText(_ value: Any) -> String { ValueText().text(value) ?? "…" }

/// Replaces a text by ``actionText(_:)``.
package func writeActionText(_ value: Any, in text: inout [UInt8]) {
  text.removeAll(keepingCapacity: true)
  guard !ValueText().write(value, to: &text) else { return }
  text = Array("…".utf8)
}

extension [UInt8] {
  /// Appends a string, in a fraction of the time that appending to a `String` takes.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  package mutating func append(_ text: String?) -> Bool {
    guard var text else { return false }
    text.withUTF8 { append(contentsOf: $0) }
    return true
  }
}

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
    var inner = self
    inner.depth += 1
    guard depth < deepest else { return purpose == .action ? "…" : nil }
    guard purpose == .expression else { return value.map { inner.write($0) } ?? "nil" }
    guard let value = value.flatMap({ flattened($0) }) else { return "nil" }
    return inner.write(value)
  }

  /// Writes a part of an action in place.
  ///
  /// - Returns: Whether it can be written.
  func write(_ shape: Shape, at address: UnsafeRawPointer, to text: inout [UInt8]) -> Bool {
    if let isWritten = writeForm(of: shape.type, at: address, to: &text) { return isWritten }
    return self.text(shape.value(at: address)).map { text.append($0) } != nil
  }

  /// Writes a value at the end of a text.
  ///
  /// - Returns: Whether it can be written.
  func write(_ value: Any, to text: inout [UInt8]) -> Bool {
    let form = withAddress(of: value) { writeForm(of: type(of: value), at: $0, to: &text) }
    return form ?? (self.text(value).map { text.append($0) } != nil)
  }

  /// Writes a value in the form of its type, unless that is not known or it is nested too deeply.
  private func writeForm(of type: Any.Type, at address: UnsafeRawPointer, to text: inout [UInt8]) -> Bool? {
    guard purpose == .action, depth < deepest else { return nil }
    var inner = self
    inner.depth += 1
    return WrittenForm.of(type).write(at: address, by: inner, to: &text)
  }

  private func write(_ value: Any) -> String? {
    if purpose == .action {
      var text: [UInt8] = []
      let isWritten = withAddress(of: value) {
        WrittenForm.of(type(of: value)).write(at: $0, by: self, to: &text)
      }
      if let isWritten { return isWritten ? String(decoding: text, as: UTF8.self) : nil }
    }
    if purpose == .source, let value = value as? any SwiftSourceConvertible { return value.source(by: self) }
    if let value = value as? any LiteralConvertible { return value.written(by: self) }
    if let value = value as? UntypedCase { return value.customDumpDescription }
    if value is Void { return "()" }
    if let name = Choice.caseName(of: value) {
      return caseText(name, Choice.payload(of: value).map { ($0.label, $0.value) })
    }
    if let path = value as? AnyKeyPath { return NamedKeyPath.text(of: path) }
    if let collection = value as? any Collection {
      if purpose == .source, !(value is any ExpressibleByArrayLiteral) { return nil }
      return list(collection)
    }
    guard purpose != .expression else { return nil }
    if purpose == .source { return initializer(of: value) }
    if let value = value as? any CustomDumpRepresentable { return text(value.customDumpValue) }
    if let value = value as? any CustomDumpStringConvertible {
      return value.customDumpDescription.controlCharactersEscaped
    }
    return reflected(value)
  }

  private func reflected(_ value: Any) -> String? {
    if let (record, parts) = parts(of: value) {
      let text = "(\(fields(parts)))"
      return record.shape.typeKind == .tuple ? text : record.shape.name + text
    }
    let mirror = (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      let payload = mirror.children.first.map { [(label: String?.none, value: Optional($0.value))] } ?? []
      return caseText(mirror.children.first?.label ?? "\(value)".controlCharactersEscaped, payload)
    case .tuple: return "(\(fields(mirror.children.map { ($0.label, $0.value) })))"
    case .struct where !mirror.children.isEmpty, .class where !mirror.children.isEmpty:
      return "\(dumpTypeName(type(of: value)))(\(fields(mirror.children.map { ($0.label, $0.value) })))"
    default: return "\(value)".controlCharactersEscaped
    }
  }

  /// A call of the memberwise initializer of a structure, or a tuple.
  private func initializer(of value: Any) -> String? {
    guard let (record, parts) = parts(of: value) else { return nil }
    if record.shape.typeKind == .tuple { return "(\(fields(parts)))" }
    guard let name = SwiftSource.name(of: record.shape.type) else { return nil }
    var arguments: [String] = []
    for (label, value) in parts where !(value is any SharedPropertyStorage) {
      guard let label, let text = text(value) else { return nil }
      arguments.append("\(label.asMember): \(text)")
    }
    noteType(record.shape.type)
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The stored parts of a structure or tuple, under the names in source; `nil` for other values.
  private func parts(of value: Any) -> (Record, [(label: String?, value: Any)])? {
    let shape = Shape.of(value: value)
    guard shape.kind != .mirrored, let record = shape.tuple ?? shape.structure,
      let values = record.storedValues(of: value)
    else { return nil }
    return (record, zip(record.stored, values).filter { !$0.0.isHidden }.map { ($0.label, $1) })
  }

  private func fields(_ fields: [(label: String?, value: Any)]) -> String {
    fields.map { label, value in
      let text = text(value) ?? "…"
      // Reflection labels the unlabelled elements of a tuple `.0`.
      guard let label, !label.hasPrefix(".") else { return text }
      return "\(label.asMember): \(text)"
    }
    .joined(separator: ", ")
  }

  private func caseText(_ name: String, _ arguments: [(label: String?, value: Any?)]) -> String? {
    guard let values = texts(arguments.map(\.value)) else { return nil }
    let texts = zip(arguments, values).map { ($0.label.map { "\($0.asMember): " } ?? "") + $1 }
    return ".\(name.asMember)" + (texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))")
  }
}

// Collections.
extension ValueText {
  /// Whether this many elements are too many for one line.
  func isTooLong(_ count: Int) -> Bool { purpose == .expression && count > Self.longest / 2 }

  /// The texts of values.
  ///
  /// - Returns: `nil` if one of them cannot be written.
  func texts(_ values: [Any?]) -> [String]? {
    var texts: [String] = []
    for value in values {
      guard let text = text(value) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The elements of a collection; those of an unordered one are sorted by their texts.
  func list(_ collection: any Collection) -> String? {
    // Avoids copying and sorting elements that would not fit on a line.
    if isTooLong(collection.elementCount) { return nil }
    guard let texts = texts(collection.allElements) else { return nil }
    return "[\((collection.isUnordered ? texts.sorted() : texts).joined(separator: ", "))]"
  }

  /// - Parameter pairs: Its keys and values, in an order that is the same in every run.
  func dictionary(_ pairs: [(key: Any, value: Any)]) -> String? {
    if pairs.isEmpty { return "[:]" }
    if isTooLong(pairs.count) { return nil }
    // An action is written with any contents.
    let placeholder = purpose == .action ? "…" : nil
    var texts: [String] = []
    for pair in pairs {
      guard let key = text(pair.key) ?? placeholder, let value = text(pair.value) ?? placeholder else {
        return nil
      }
      texts.append("\(key): \(value)")
    }
    return "[\(texts.joined(separator: ", "))]"
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
    return text.cellWidth <= longest || value is any StringProtocol ? text : nil
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

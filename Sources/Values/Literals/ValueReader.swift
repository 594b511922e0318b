import Core

/// Reads values of any type from their Swift syntax.
///
/// The meaning of a piece of syntax depends on the expected type: `[0, 2]` may be an array, a set or an index set. So
/// the type leads. Types with their own syntax are ``LiteralConvertible``; enums, tuples and structures are read by
/// their parts, which the runtime knows; any other type must be `Decodable`.
struct ValueReader {
  let source: SourceText
  let node: SyntaxNode

  /// Reads another part of the text.
  func at(_ node: SyntaxNode) -> ValueReader { ValueReader(source: source, node: node) }

  /// Reads a value of a statically known type.
  ///
  /// - Throws: A diagnostic at the invalid part.
  func read<Value>(_ type: Value.Type) throws(Diagnostic) -> Value {
    let value = try value(of: type)
    guard let value = value as? Value else { throw unreadable(type) }
    return value
  }

  /// Reads a value of a type that is known only at run time.
  ///
  /// - Throws: A diagnostic at the invalid part.
  func value(of type: Any.Type) throws(Diagnostic) -> Any {
    if case .wildcard = node.kind {
      throw error("'_' stands only for a whole argument of a pattern; expected a value")
    }
    let shape = Shape.of(type)
    if let type = shape.literal { return try type.read(self) }
    if type == Void.self, case .tuple(let arguments) = node.kind, arguments.isEmpty { return () }
    if shape.typeKind == .structure { return try structure(shape) }
    if let choice = shape.choice { return try enumCase(of: choice) }
    if let tuple = shape.tuple { return try self.tuple(of: tuple) }
    if let value = try decoded(type) { return value }
    throw unreadable(type)
  }

  private func tuple(of record: Record) throws(Diagnostic) -> Any {
    guard case .tuple(let arguments) = node.kind else {
      throw mismatch(record.shape.type, hint: "write (\(record.stored.signature))")
    }
    let values = try values(of: record.stored, in: arguments, of: "the tuple")
    guard let tuple = record.make(values) else { throw unreadable(record.shape.type) }
    return tuple
  }

  /// Reads the arguments of a case or the elements of a tuple, in order and with their labels.
  ///
  /// - Parameter owner: The name in errors of what has the arguments.
  func values(
    of fields: [Part],
    in arguments: [SyntaxNode.Argument],
    of owner: String
  ) throws(Diagnostic) -> [Any] {
    var values: [Any] = []
    for (index, field) in fields.enumerated() {
      guard index < arguments.count else {
        throw error(
          "missing argument '\(field.signature)' of '\(owner)'",
          at: lastByte,
          hint: "write (\(fields.signature))"
        )
      }
      let argument = arguments[index]
      let label = argument.label
      if label?.text != field.label {
        let message =
          switch (field.label, label?.text) {
          case (let expected?, let found?): "expected the label '\(expected):', found '\(found):'"
          case (let expected?, nil): "expected the label '\(expected):'"
          case (nil, let found): "unexpected label '\(found ?? ""):'"
          }
        throw error(
          message,
          at: label?.range ?? argument.value.range,
          hint: "write (\(fields.signature))"
        )
      }
      values.append(try at(argument.value).value(of: field.type))
    }
    if arguments.count > fields.count {
      let surplus = arguments[fields.count]
      let number = fields.count == 1 ? "one value" : "\(fields.count) values"
      throw error("too many values: \(owner) takes \(number)", at: surplus.range)
    }
    return values
  }
}

extension ValueReader {
  init(parsing source: SourceText) throws(Diagnostic) {
    var parser = SyntaxParser(source, noun: "line")
    self.init(source: source, node: try parser.parse())
  }

  func error(
    _ message: String,
    at offsets: Range<Int>? = nil,
    notes: [String] = [],
    hint: String? = nil
  ) -> Diagnostic {
    source.diagnostic(message, at: offsets ?? node.range, notes: notes, hint: hint)
  }

  /// The closing bracket, where something is missing.
  var lastByte: Range<Int> { max(node.range.lowerBound, node.range.upperBound - 1)..<node.range.upperBound }

  /// The error for syntax that cannot denote a value of the type.
  func mismatch(_ type: Any.Type, hint: String? = nil) -> Diagnostic {
    let (name, isOwn) = (dumpTypeName(type), node.dottedName.map { isName($0.names[...], of: type) } ?? false)
    return error(
      isOwn ? "\(name) cannot be made from this" : "expected \(name), found \(node.noun)",
      hint: hint ?? Shape.of(type).literalHint
    )
  }

  /// The error for a type whose values cannot be written at all.
  func unreadable(_ type: Any.Type) -> Diagnostic {
    let name = dumpTypeName(type)
    let (reason, hint) =
      switch TypeKind(type) {
      case .enumeration where Choice.failure != nil:
        (
          "this Swift runtime lays out enums in an unknown way (\(Choice.failure ?? ""))",
          "build the program with the Swift version that its libraries were built for"
        )
      case .function: ("it is a function", "give the case a payload that is data")
      case .metatype: ("it is a type", "give the case a payload that is data")
      case .existential:
        ("its contents may be of any type", "give the case a payload of one type, such as an enum")
      case .reference: ("it is a reference type", "make \(name) Decodable, or a structure")
      default: ("its parts are not known", "make \(name) Decodable")
      }
    return error("cannot read a value of \(name): \(reason)", hint: hint)
  }
}

extension Part {
  /// The syntax of the field, with its type for the value: `id: UUID`.
  package var signature: String { (label.map { "\($0): " } ?? "") + dumpTypeName(type) }
}

extension [Part] {
  package var signature: String { map(\.signature).joined(separator: ", ") }
}

extension Choice.Case {
  /// The syntax of the case, with types for the values: `.element(id: UUID, action: Todo.Action)`.
  package var signature: String { ".\(name)" + (parameters.isEmpty ? "" : "(\(parameters.signature))") }
}

import Core

/// Reads values of any type from their Swift syntax.
///
/// The meaning of a piece of syntax depends on the expected type: `[0, 2]` may be an array, a set or an index set. So
/// the type leads. Types with their own syntax are ``LiteralConvertible``; enums, tuples and structures are read by
/// their parts, which the runtime knows; any other type must be `Decodable`.
struct ValueReader {
  let source: SourceText

  /// Reads a value of a statically known type.
  ///
  /// - Throws: A diagnostic at the invalid part.
  func read<Value>(_ type: Value.Type, from node: SyntaxNode) throws(Diagnostic) -> Value {
    let value = try value(of: type, from: node)
    guard let value = value as? Value else { throw unreadable(type, at: node) }
    return value
  }

  /// Reads a value of a type that is known only at run time.
  ///
  /// - Throws: A diagnostic at the invalid part.
  func value(of type: Any.Type, from node: SyntaxNode) throws(Diagnostic) -> Any {
    if case .wildcard = node.kind {
      throw error("'_' is allowed only in a pattern; expected a value", at: node.range)
    }
    if let type = type as? any LiteralConvertible.Type { return try written(type, from: node) }
    switch RuntimeType(type) {
    case .enumeration:
      if let type = EnumType(type) { return try enumCase(of: type, from: node) }
    case .tuple:
      if type == Void.self, case .tuple(let arguments) = node.kind, arguments.isEmpty { return () }
      if let type = ProductType(tuple: type) { return try tuple(of: type, from: node) }
    case .structure:
      return try structure(type, from: node)
    default: break
    }
    if let type = type as? any Decodable.Type { return try decoded(type, from: node) }
    throw unreadable(type, at: node)
  }

  private func written<Value: LiteralConvertible>(
    _ type: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any {
    try Value.read(node, with: self)
  }

  private func tuple(of type: ProductType, from node: SyntaxNode) throws(Diagnostic) -> Any {
    guard case .tuple(let arguments) = node.kind else {
      throw mismatch(type.type, at: node, hint: "write (\(type.fields.signature))")
    }
    let values = try values(of: type.fields, in: arguments, of: "the tuple", at: node)
    guard let tuple = type.value(values) else { throw unreadable(type.type, at: node) }
    return tuple
  }

  /// Reads the arguments of a case or the elements of a tuple, in order and with their labels.
  ///
  /// - Parameters:
  ///   - owner: The name in errors of what has the arguments.
  ///   - node: The whole syntax.
  func values(
    of fields: [ProductType.Field],
    in arguments: [SyntaxNode.Argument],
    of owner: String,
    at node: SyntaxNode
  ) throws(Diagnostic) -> [Any] {
    var values: [Any] = []
    for (index, field) in fields.enumerated() {
      guard index < arguments.count else {
        throw error(
          "missing argument '\(field.signature)' of '\(owner)'",
          at: max(node.range.lowerBound, node.range.upperBound - 1)..<node.range.upperBound,
          hint: "write (\(fields.signature))"
        )
      }
      let argument = arguments[index]
      try checkLabel(of: argument, is: field.label, in: fields)
      values.append(try value(of: field.type, from: argument.value))
    }
    if arguments.count > fields.count {
      let surplus = arguments[fields.count]
      let start = surplus.label?.range.lowerBound ?? surplus.value.range.lowerBound
      let number = fields.count == 1 ? "one value" : "\(fields.count) values"
      throw error("too many values: \(owner) takes \(number)", at: start..<surplus.value.range.upperBound)
    }
    return values
  }

  func checkLabel(
    of argument: SyntaxNode.Argument,
    is label: String?,
    in fields: [ProductType.Field]
  ) throws(Diagnostic) {
    guard argument.label?.text != label else { return }
    let hint = "write (\(fields.signature))"
    guard let found = argument.label else {
      throw error("expected the label '\(label ?? ""):'", at: argument.value.range, hint: hint)
    }
    guard let label else {
      throw error("unexpected label '\(found.text):'", at: found.range, hint: hint)
    }
    throw error("expected the label '\(label):', found '\(found.text):'", at: found.range, hint: hint)
  }
}

extension ValueReader {
  func error(
    _ message: String,
    at offsets: Range<Int>,
    notes: [String] = [],
    hint: String? = nil
  ) -> Diagnostic {
    source.diagnostic(message, at: offsets, notes: notes, hint: hint)
  }

  /// The error for syntax that cannot denote a value of the type.
  func mismatch(_ type: Any.Type, at node: SyntaxNode, hint: String? = nil) -> Diagnostic {
    let hint = hint ?? (type as? any LiteralConvertible.Type).map { "for example: \($0.literalExample)" }
    return error("expected \(dumpTypeName(type)), found \(node.noun)", at: node.range, hint: hint)
  }

  /// The error for a type whose values cannot be written at all.
  func unreadable(_ type: Any.Type, at node: SyntaxNode) -> Diagnostic {
    let name = dumpTypeName(type)
    let (reason, hint) =
      switch RuntimeType(type) {
      case .enumeration where EnumLayoutCheck.failure != nil:
        (
          "this Swift runtime lays out enums in an unknown way (\(EnumLayoutCheck.failure ?? ""))",
          "build the program with the Swift version that its libraries were built for"
        )
      case .function: ("it is a function", "give the case a payload that is data")
      case .metatype: ("it is a type", "give the case a payload that is data")
      case .existential:
        ("its contents may be of any type", "give the case a payload of one type, such as an enum")
      case .reference: ("it is a reference type", "make \(name) Decodable, or a structure")
      default: ("its parts are not known", "make \(name) Decodable")
      }
    return error("cannot read a value of \(name): \(reason)", at: node.range, hint: hint)
  }
}

extension ProductType.Field {
  /// The syntax of the field, with its type for the value: `id: UUID`.
  package var signature: String { (label.map { "\($0): " } ?? "") + dumpTypeName(type) }
}

extension [ProductType.Field] {
  package var signature: String { map(\.signature).joined(separator: ", ") }
}

extension EnumType.Case {
  /// The syntax of the case, with types for the values: `.element(id: UUID, action: Todo.Action)`.
  package var signature: String { ".\(name)" + (parameters.isEmpty ? "" : "(\(parameters.signature))") }
}

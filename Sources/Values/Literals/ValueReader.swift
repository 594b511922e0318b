import Core

/// Reads values of any type from their Swift syntax.
///
/// What a piece of syntax means depends on the type that is wanted: `[0, 2]` may be an array, a set or an index set.
/// So the type leads. Types with a form of their own are ``LiteralConvertible``s; enums, tuples and structures are read by
/// their parts, which the runtime knows; what is left has to be `Decodable`.
struct ValueReader {
  let source: SourceText

  /// Reads a value of a type that is known.
  ///
  /// - Throws: what is wrong, with its place.
  func read<Value>(_ type: Value.Type, from node: SyntaxNode) throws(Diagnostic) -> Value {
    let value = try value(of: type, from: node)
    guard let value = value as? Value else { throw unreadable(type, at: node) }
    return value
  }

  /// Reads a value of a type that is known at run time only.
  ///
  /// - Throws: what is wrong, with its place.
  func value(of type: Any.Type, from node: SyntaxNode) throws(Diagnostic) -> Any {
    if case .wildcard = node.kind {
      throw error("'_' stands for anything in a pattern; here there has to be a value", at: node.range)
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

  /// Reads the arguments of a case or the elements of a tuple, which stand in order and under their labels.
  ///
  /// - Parameters:
  ///   - owner: what errors call that which has the arguments.
  ///   - node: all of it.
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
          "\(owner) needs \(field.signature)",
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
      throw error("\(owner) has \(number), not more", at: start..<surplus.value.range.upperBound)
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
      throw error("there is no label '\(found.text):' here", at: found.range, hint: hint)
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

  /// The error for syntax that no value of the type is written in.
  func mismatch(_ type: Any.Type, at node: SyntaxNode, hint: String? = nil) -> Diagnostic {
    let hint = hint ?? (type as? any LiteralConvertible.Type).map { "for example: \($0.literalExample)" }
    return error("expected \(dumpTypeName(type)), found \(node.noun)", at: node.range, hint: hint)
  }

  /// The error for a type of which no value can be written at all.
  func unreadable(_ type: Any.Type, at node: SyntaxNode) -> Diagnostic {
    let name = dumpTypeName(type)
    let (reason, hint) =
      switch RuntimeType(type) {
      case .enumeration where EnumLayoutCheck.failure != nil:
        (
          "this Swift runtime lays out enums in an unknown way (\(EnumLayoutCheck.failure ?? ""))",
          "build the program with the version of Swift that its libraries were made for"
        )
      case .function: ("it is a function", "give the case a payload that is data")
      case .metatype: ("it is a type", "give the case a payload that is data")
      case .existential:
        ("what is in it may be of any type", "give the case a payload of one type, such as an enum")
      case .reference: ("it is a reference type", "make \(name) Decodable, or a structure")
      default: ("its parts are not known", "make \(name) Decodable")
      }
    return error("no \(name) can be written here: \(reason)", at: node.range, hint: hint)
  }
}

extension ProductType.Field {
  /// How it is written, with its type for the value: `id: UUID`.
  package var signature: String { (label.map { "\($0): " } ?? "") + dumpTypeName(type) }
}

extension [ProductType.Field] {
  package var signature: String { map(\.signature).joined(separator: ", ") }
}

extension EnumType.Case {
  /// How it is written, with types for the values: `.element(id: UUID, action: Todo.Action)`.
  package var signature: String { ".\(name)" + (parameters.isEmpty ? "" : "(\(parameters.signature))") }
}

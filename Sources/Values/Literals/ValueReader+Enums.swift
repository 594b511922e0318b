import Core

extension ValueReader {
  /// Reads a case of any enum: `.element(id: UUID(0), action: .toggle)`, `Filter.active`, `Filter(rawValue: "All")`.
  func enumCase(of type: Choice) throws(Diagnostic) -> Any {
    guard let (name, arguments) = caseSyntax(of: type.type) else {
      if let value = try represented(type.type) { return value }
      throw mismatch(type.type, hint: type.cases.first.map { "write a leading dot: \($0.signature)" })
    }
    if name == "init", type.named(name) == nil, let value = try represented(type.type) { return value }
    let element = try self.case(name, of: type)
    let values = try payload(of: element, in: arguments)
    guard let value = type.make(element, values) else { throw unreadable(type.type) }
    return value
  }

  /// The name of the case and its arguments, if the node is a case.
  func caseSyntax(of type: Any.Type) -> (name: String, arguments: [SyntaxNode.Argument]?)? {
    if case .enumCase(let name, let arguments) = node.kind { return (name, arguments) }
    guard let (names, arguments) = node.dottedName, let name = names.last, names.count > 1,
      isName(names.dropLast(), of: type)
    else { return nil }
    return (name, arguments)
  }

  /// The case with a name.
  ///
  /// - Throws: A diagnostic that lists the cases and suggests a similar one.
  func `case`(_ name: String, of type: Choice) throws(Diagnostic) -> Choice.Case {
    if let element = type.named(name) { return element }
    throw error(
      "unknown case '.\(name)' of \(dumpTypeName(type.type))",
      at: node.isCase ? node.range.lowerBound..<node.nameRange(in: source).upperBound : node.range,
      notes: [
        type.cases.isEmpty
          ? "it has no cases" : "its cases: \(type.cases.map(\.signature).joined(separator: ", "))"
      ],
      hint: Spelling.suggestion(for: ".\(name)", among: type.cases.map { ".\($0.name)" })
    )
  }

  private func payload(
    of element: Choice.Case,
    in arguments: [SyntaxNode.Argument]?
  ) throws(Diagnostic) -> [Any] {
    if element.payload == nil {
      guard let arguments, !arguments.isEmpty else { return [] }
      throw error(".\(element.name) has no payload", hint: "write .\(element.name)")
    }
    if element.payload?.type == Void.self, arguments?.isEmpty ?? true { return [()] }
    guard let arguments, !arguments.isEmpty else {
      throw error(".\(element.name) requires a payload", hint: "write \(element.signature)")
    }
    return try values(of: element.parameters, in: element.spread(arguments), of: ".\(element.name)")
  }

  /// A raw-representable value, if it is written with its raw value: `Filter(rawValue: "All")`.
  func represented(_ type: Any.Type) throws(Diagnostic) -> Any? {
    guard let type = Shape.of(type).rawRepresentable, let arguments = try call(of: type),
      arguments.count == 1, arguments[0].label?.text == "rawValue"
    else { return nil }
    return try at(arguments[0].value).fromRawValue(type)
  }

  private func fromRawValue<Value: RawRepresentable>(_ type: Value.Type) throws(Diagnostic) -> Any {
    let raw = try read(Value.RawValue.self)
    guard let value = Value(rawValue: raw) else {
      throw error("invalid raw value for \(dumpTypeName(type))")
    }
    return value
  }
}

extension Choice.Case {
  /// The arguments, or the elements of a tuple given for several of them: Swift's metadata does not distinguish
  /// `case move((Int, Int))` from `case move(Int, Int)`.
  func spread(_ arguments: [SyntaxNode.Argument]) -> [SyntaxNode.Argument] {
    guard parameters.count > 1, arguments.count == 1, arguments[0].label == nil,
      case .tuple(let elements) = arguments[0].value.kind
    else { return arguments }
    return elements
  }
}

import Core

extension ValueReader {
  /// Reads a structure: from a literal if the type allows it, or from `Todo.State(id: UUID(0), text: "Milk")`.
  func structure(_ shape: Shape) throws(Diagnostic) -> Any {
    if let arguments = try call(of: shape.type) { return try structure(shape, of: arguments) }
    if let value = try literal(of: shape.type) { return value }
    // The name of a type or case is not a literal, so a decoder could not read anything from it.
    if case .enumCase = node.kind {
    } else if node.dottedName == nil, let value = try decoded(shape.type) {
      return value
    }
    throw mismatch(shape.type, hint: shape.memberwise.map { "write \($0.signature)" })
  }

  /// The arguments, if this is a call of the type's initializer: `Todo.State(…)`, `State(…)`, or `.init(…)`.
  ///
  /// - Throws: A diagnostic if it is another type's initializer.
  func call(of type: Any.Type) throws(Diagnostic) -> [SyntaxNode.Argument]? {
    guard let arguments = node.callArguments, var (names, _) = node.dottedName else {
      return node.callArguments
    }
    if names.count > 1, names.last == "init" { names.removeLast() }
    if isName(names[...], of: type) { return arguments }
    if names.count > 1, isName(names.dropLast(), of: type) { return nil }
    throw mismatch(type)
  }

  /// The argument of a call of a type's initializer, or the node itself if it is not a call.
  ///
  /// - Parameter labels: The labels that the argument may have.
  func argument(
    of type: Any.Type,
    labels: [String]
  ) throws(Diagnostic) -> (label: String?, value: ValueReader) {
    guard let arguments = try call(of: type) else { return (nil, self) }
    guard arguments.count == 1 else { throw mismatch(type) }
    if let label = arguments[0].label, !labels.contains(label.text) {
      throw error(
        "unknown label '\(label.text):' for \(dumpTypeName(type))",
        at: label.range,
        hint: Shape.of(type).literalHint
      )
    }
    return (arguments[0].label?.text, at(arguments[0].value))
  }

  private func structure(_ shape: Shape, of arguments: [SyntaxNode.Argument]) throws(Diagnostic) -> Any {
    let type = shape.type
    if let value = try represented(type) { return value }
    if arguments.count == 1, arguments[0].label == nil, case .string(let text) = arguments[0].value.kind,
      case let type as any LosslessStringConvertible.Type = type
    {
      guard let value = type.init(text) else {
        throw error("invalid \(shape.name)", at: arguments[0].value.range)
      }
      return value
    }
    let record = shape.memberwise
    if let record, record.isWritten(by: arguments) { return try memberwise(record, of: arguments) }
    if let value = try decoded(type) { return value }
    if let record { return try memberwise(record, of: arguments) }
    throw unreadable(type)
  }

  /// Builds a structure from its stored properties. Those that are optional or have a known initial value may be omitted.
  private func memberwise(_ type: Record, of arguments: [SyntaxNode.Argument]) throws(Diagnostic) -> Any {
    let name = type.shape.name
    let labels = type.visible.compactMap(\.label)
    var seen: Set<String> = []
    for argument in arguments {
      guard let label = argument.label else {
        throw error(
          "missing argument label for \(name)",
          at: argument.value.range,
          hint: "write \(type.signature)"
        )
      }
      if !seen.insert(label.text).inserted {
        throw error("duplicate label '\(label.text):'", at: label.range)
      }
      guard labels.contains(label.text) else {
        throw error(
          "unknown label '\(label.text):' for \(name)",
          at: label.range,
          hint: Spelling.suggestion(for: label.text, among: labels) ?? "write \(type.signature)"
        )
      }
    }
    var values: [Any] = []
    for field in type.stored {
      if field.isHidden {
        values.append(ObservationStateRegistrar())
      } else if let argument = arguments.first(where: { $0.label?.text == field.label }) {
        values.append(try at(argument.value).value(of: field.type))
      } else if let absent = type.absentValue(of: field) {
        values.append(absent)
      } else {
        throw error(
          "missing argument '\(field.signature)' of '\(name)'",
          at: lastByte,
          hint: "write \(type.signature)"
        )
      }
    }
    guard let value = type.make(values) else { throw unreadable(type.shape.type) }
    return value
  }
}

extension Record {
  /// The syntax of a value, with types for the values: `Todo.State(id: UUID, text: String)`.
  package var signature: String { "\(shape.name)(\(visible.signature))" }

  /// Whether the arguments are its stored properties, so that no decoder is needed.
  fileprivate func isWritten(by arguments: [SyntaxNode.Argument]) -> Bool {
    let labels = arguments.compactMap(\.label?.text)
    return labels.count == arguments.count && Set(labels).isSubset(of: visible.compactMap(\.label))
      && visible.allSatisfy { labels.contains($0.label ?? "") || absentValue(of: $0) != nil }
  }

  /// The value of a property whose argument is omitted; `nil` if it may not be.
  fileprivate func absentValue(of part: Part) -> Any? {
    initialValue(of: part) ?? part.shape.literal?.absentValue
  }
}

/// Whether the names are a suffix of the type's name: `State` and `Todo.State` both name `Todo.State`.
func isName(_ names: ArraySlice<String>, of type: Any.Type) -> Bool {
  dumpTypeName(type).split(separator: ".").map(String.init).suffix(names.count).elementsEqual(names)
}

// Literals.
extension ValueReader {
  /// A structure built from a literal.
  ///
  /// - Returns: `nil` if this is not a literal, or if the type cannot be built from it.
  private func literal(of type: Any.Type) throws(Diagnostic) -> Any? {
    switch (node.kind, type) {
    case (.string, let type as any ExpressibleByStringLiteral.Type): try text(type)
    case (.integer, let type as any ExpressibleByIntegerLiteral.Type): try integer(type)
    case (.integer, let type as any ExpressibleByFloatLiteral.Type): try number(type)
    case (.double, let type as any ExpressibleByFloatLiteral.Type): try number(type)
    case (.bool, let type as any ExpressibleByBooleanLiteral.Type): try bool(type)
    case (.array, let type as any RangeReplaceableCollection.Type): try collection(type)
    case (.array, let type as any SetAlgebra.Type): try set(type)
    default: nil
    }
  }

  private func text<Value: ExpressibleByStringLiteral>(_: Value.Type) throws(Diagnostic) -> Any? {
    try made(Value.init(stringLiteral:))
  }

  private func integer<Value: ExpressibleByIntegerLiteral>(_: Value.Type) throws(Diagnostic) -> Any? {
    try made(Value.init(integerLiteral:))
  }

  private func number<Value: ExpressibleByFloatLiteral>(_: Value.Type) throws(Diagnostic) -> Any? {
    try made(Value.init(floatLiteral:))
  }

  private func bool<Value: ExpressibleByBooleanLiteral>(_: Value.Type) throws(Diagnostic) -> Any? {
    try made(Value.init(booleanLiteral:))
  }

  /// - Returns: `nil` for a type that is its own literal, which would be read without end.
  private func made<Literal, Value>(_ make: (Literal) -> Value) throws(Diagnostic) -> Any? {
    Literal.self == Value.self ? nil : make(try read(Literal.self))
  }

  private func collection<Value: RangeReplaceableCollection>(_: Value.Type) throws(Diagnostic) -> Any? {
    Value(try elements(Value.Element.self))
  }

  private func set<Value: SetAlgebra>(_: Value.Type) throws(Diagnostic) -> Any? {
    Value(try elements(Value.Element.self))
  }

  /// The elements of an array literal.
  func elements<Element>(_: Element.Type) throws(Diagnostic) -> [Element] {
    guard case .array(let nodes) = node.kind else { throw mismatch([Element].self) }
    return try nodes.map { (node) throws(Diagnostic) in try at(node).read(Element.self) }
  }
}

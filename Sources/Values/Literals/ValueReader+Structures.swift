import Core

extension ValueReader {
  /// Reads a structure: from a literal if the type allows it, or from `Todo.State(id: UUID(0), text: "Milk")`.
  func structure(_ type: Any.Type, from node: SyntaxNode) throws(Diagnostic) -> Any {
    if let arguments = try call(of: type, in: node) {
      return try structure(type, of: arguments, at: node)
    }
    if let value = try literal(of: type, from: node) { return value }
    // The name of a type or case is not a literal, so a decoder could not read anything from it.
    if case .enumCase = node.kind {
    } else if node.dottedName == nil, let type = type as? any Decodable.Type {
      return try decoded(type, from: node)
    }
    throw mismatch(type, at: node, hint: Shape.of(type).memberwise.map { "write \($0.signature)" })
  }

  /// The arguments, if this is a call of the type's initializer: `Todo.State(…)`, `State(…)`, or `.init(…)`.
  ///
  /// - Throws: A diagnostic if it is another type's initializer.
  func call(of type: Any.Type, in node: SyntaxNode) throws(Diagnostic) -> [SyntaxNode.Argument]? {
    guard let arguments = node.callArguments, var (names, _) = node.dottedName else {
      return node.callArguments
    }
    if names.count > 1, names.last == "init" { names.removeLast() }
    if isName(names[...], of: type) { return arguments }
    if names.count > 1, isName(names.dropLast(), of: type) { return nil }
    throw mismatch(type, at: node)
  }

  private func structure(
    _ type: Any.Type,
    of arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any {
    if let value = try represented(type, from: node) { return value }
    if arguments.count == 1, arguments[0].label == nil, case .string(let text) = arguments[0].value.kind,
      let type = type as? any LosslessStringConvertible.Type
    {
      guard let value = type.init(text) else {
        throw error("invalid \(dumpTypeName(type))", at: arguments[0].value.range)
      }
      return value
    }
    let product = Shape.of(type).memberwise
    if let product, product.isWritten(by: arguments) || !(type is any Decodable.Type) {
      return try memberwise(product, of: arguments, at: node)
    }
    if let type = type as? any Decodable.Type { return try decoded(type, from: node) }
    throw unreadable(type, at: node)
  }

  /// Builds a structure from its stored properties. Optional ones may be omitted.
  private func memberwise(
    _ type: Record,
    of arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws(Diagnostic) -> Any {
    let name = type.shape.name
    try checkLabels(of: arguments, against: type, name: name)
    var values: [Any] = []
    for field in type.stored {
      if field.isHidden {
        values.append(ObservationStateRegistrar())
      } else if let argument = arguments.first(where: { $0.label?.text == field.label }) {
        values.append(try value(of: field.type, from: argument.value))
      } else if let absent = (field.type as? any Absentable.Type)?.absentValue {
        values.append(absent)
      } else {
        throw error(
          "missing argument '\(field.signature)' of '\(name)'",
          at: max(node.range.lowerBound, node.range.upperBound - 1)..<node.range.upperBound,
          hint: "write \(type.signature)"
        )
      }
    }
    guard let value = type.make(values) else { throw unreadable(type.shape.type, at: node) }
    return value
  }

  private func checkLabels(
    of arguments: [SyntaxNode.Argument],
    against type: Record,
    name: String
  ) throws(Diagnostic) {
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
  }
}

extension Record {
  /// The syntax of a value, with types for the values: `Todo.State(id: UUID, text: String)`.
  package var signature: String { "\(shape.name)(\(visible.signature))" }

  /// Whether the arguments are its stored properties, so that no decoder is needed.
  fileprivate func isWritten(by arguments: [SyntaxNode.Argument]) -> Bool {
    let labels = arguments.compactMap(\.label?.text)
    return labels.count == arguments.count && Set(labels).isSubset(of: visible.compactMap(\.label))
      && visible.allSatisfy { $0.type is any Absentable.Type || labels.contains($0.label ?? "") }
  }
}

/// Whether the names are a suffix of the type's name: `State` and `Todo.State` both name `Todo.State`.
func isName(_ names: ArraySlice<String>, of type: Any.Type) -> Bool {
  dumpTypeName(type).split(separator: ".").map(String.init).suffix(names.count).elementsEqual(names)
}

/// A type with a default value for an omitted argument.
protocol Absentable {
  static var absentValue: Any { get }
}

extension Optional: Absentable {
  static var absentValue: Any { noValue }
}

extension PresentationState: Absentable {
  static var absentValue: Any { PresentationState(wrappedValue: nil) }
}

// Literals.
extension ValueReader {
  /// A structure built from a literal.
  ///
  /// - Returns: `nil` if this is not a literal, or if the type cannot be built from it.
  private func literal(of type: Any.Type, from node: SyntaxNode) throws(Diagnostic) -> Any? {
    switch (node.kind, type) {
    case (.string, let type as any ExpressibleByStringLiteral.Type): try text(type, from: node)
    case (.integer, let type as any ExpressibleByIntegerLiteral.Type): try integer(type, from: node)
    case (.integer, let type as any ExpressibleByFloatLiteral.Type): try number(type, from: node)
    case (.double, let type as any ExpressibleByFloatLiteral.Type): try number(type, from: node)
    case (.bool, let type as any ExpressibleByBooleanLiteral.Type): try bool(type, from: node)
    case (.array, let type as any RangeReplaceableCollection.Type): try collection(type, from: node)
    case (.array, let type as any SetAlgebra.Type): try set(type, from: node)
    default: nil
    }
  }

  // Avoids infinite recursion for a literal type that is its own literal.

  private func text<Value: ExpressibleByStringLiteral>(
    _: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard Value.StringLiteralType.self != Value.self else { return nil }
    return Value(stringLiteral: try read(Value.StringLiteralType.self, from: node))
  }

  private func integer<Value: ExpressibleByIntegerLiteral>(
    _: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard Value.IntegerLiteralType.self != Value.self else { return nil }
    return Value(integerLiteral: try read(Value.IntegerLiteralType.self, from: node))
  }

  private func number<Value: ExpressibleByFloatLiteral>(
    _: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard Value.FloatLiteralType.self != Value.self else { return nil }
    return Value(floatLiteral: try read(Value.FloatLiteralType.self, from: node))
  }

  private func bool<Value: ExpressibleByBooleanLiteral>(
    _: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    guard Value.BooleanLiteralType.self != Value.self else { return nil }
    return Value(booleanLiteral: try read(Value.BooleanLiteralType.self, from: node))
  }

  private func collection<Value: RangeReplaceableCollection>(
    _: Value.Type,
    from node: SyntaxNode
  ) throws(Diagnostic) -> Any? {
    Value(try elements(Value.Element.self, from: node))
  }

  private func set<Value: SetAlgebra>(_: Value.Type, from node: SyntaxNode) throws(Diagnostic) -> Any? {
    Value(try elements(Value.Element.self, from: node))
  }

  /// The elements of an array literal.
  func elements<Element>(_: Element.Type, from node: SyntaxNode) throws(Diagnostic) -> [Element] {
    guard case .array(let nodes) = node.kind else { throw mismatch([Element].self, at: node) }
    var elements: [Element] = []
    for node in nodes { elements.append(try read(Element.self, from: node)) }
    return elements
  }
}

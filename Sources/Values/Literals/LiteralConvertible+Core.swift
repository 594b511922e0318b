import Core

extension StackElementID: LiteralConvertible {
  static var literalExample: String { "0" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> StackElementID {
    StackElementID(generation: try Int.read(node, with: reader))
  }

  func written(by _: ValueText) -> String? { "\(generation)" }
}

extension TextState: LiteralConvertible {
  static var literalExample: String { "TextState(\"text\")" }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> TextState {
    let argument = try reader.onlyArgument(of: TextState.self, in: node, labels: ["verbatim"])
    return TextState(try String.read(argument.value, with: reader))
  }

  func written(by _: ValueText) -> String? { "TextState(\(description.quotedAsLiteral))" }
}

/// A change of one property: `.set(\.isComplete, true)`, `.toggle(\.isComplete)`.
extension BindingAction: LiteralConvertible {
  static var literalExample: String {
    let field = Shape.of(Root.self).properties.first { $0.path is PartialKeyPath<Root> }
    return ".set(\\.\(field?.name ?? "property"), value)"
  }

  static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> BindingAction {
    guard case .enumCase(let name, let arguments?) = node.kind, let first = arguments.first,
      let names = first.value.keyPath, ["set", "toggle"].contains(name)
    else { throw mismatch(node, reader) }
    let path = try property(names, at: first.value, reader)
    if name == "toggle", arguments.count == 1 {
      if let action = toggle(any: path) { return action }
      throw reader.error("only a settable Bool can be toggled", at: first.value.range)
    }
    guard name == "set", arguments.count == 2, arguments.allSatisfy({ $0.label == nil }) else {
      throw reader.error(
        "invalid arguments for .\(name)",
        at: node.range,
        hint: "for example: \(literalExample)"
      )
    }
    let value = try reader.value(of: type(of: path).valueType, from: arguments[1].value)
    guard let action = set(path, toAny: value) else { throw unbindable(path, at: first.value, reader) }
    return action
  }

  /// The property of the state at a key path.
  static func property(
    _ names: [SyntaxNode.Name],
    at node: SyntaxNode,
    _ reader: ValueReader
  ) throws(Diagnostic) -> PartialKeyPath<Root> {
    let path = try NamedKeyPath.path(names, from: Root.self, reader)
    guard let path = path as? PartialKeyPath<Root> else { throw reader.unreadable(Root.self, at: node) }
    return path
  }

  private static func unbindable(
    _ path: PartialKeyPath<Root>,
    at node: SyntaxNode,
    _ reader: ValueReader
  ) -> Diagnostic {
    let type = type(of: path).valueType
    let text = reader.source.slice(node.range).text
    guard type is any Equatable.Type else {
      return reader.error("\(text) cannot be set: \(dumpTypeName(type)) is not Equatable", at: node.range)
    }
    return reader.error("\(text) cannot be set: it is a constant", at: node.range)
  }

  func written(by writer: ValueText) -> String? {
    let path = NamedKeyPath.text(of: keyPath)
    guard let value else { return ".toggle(\(path))" }
    return writer.text(value).map { ".set(\(path), \($0))" }
  }
}

import Core

extension StackElementID: LiteralConvertible {
  static var literalExample: String { "0" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> StackElementID {
    StackElementID(generation: try Int.read(reader))
  }

  func written(by _: ValueText) -> String? { "\(generation)" }
}

/// A change of one property: `.set(\.isComplete, true)`, `.toggle(\.isComplete)`.
extension BindingAction: LiteralConvertible {
  static var literalExample: String {
    let field = Shape.of(Root.self).properties.first { $0.path is PartialKeyPath<Root> }
    return ".set(\\.\(field?.name ?? "property"), value)"
  }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> BindingAction {
    guard case .enumCase(let name, let arguments?) = reader.node.kind, let first = arguments.first,
      let names = first.value.keyPath, ["set", "toggle"].contains(name)
    else { throw mismatch(reader) }
    let property = reader.at(first.value)
    let path = try Self.property(names, property)
    if name == "toggle", arguments.count == 1 {
      if let action = toggle(any: path) { return action }
      throw property.error("only a settable Bool can be toggled")
    }
    guard name == "set", arguments.count == 2, arguments.allSatisfy({ $0.label == nil }) else {
      throw reader.error("invalid arguments for .\(name)", hint: "for example: \(literalExample)")
    }
    let type = type(of: path).valueType
    let value = try reader.at(arguments[1].value).value(of: type)
    guard let action = set(path, toAny: value) else {
      let text = reader.source.slice(first.value.range).text
      let reason =
        Shape.of(type).equality != nil ? "it is a constant" : "\(dumpTypeName(type)) is not Equatable"
      throw property.error("\(text) cannot be set: \(reason)")
    }
    return action
  }

  /// The property of the state at a key path.
  static func property(
    _ names: [SyntaxNode.Name],
    _ reader: ValueReader
  ) throws(Diagnostic) -> PartialKeyPath<Root> {
    let path = try NamedKeyPath.path(names, from: Root.self, reader)
    guard let path = path as? PartialKeyPath<Root> else { throw reader.unreadable(Root.self) }
    return path
  }

  func write(by writer: ValueText, to text: inout [UInt8]) -> Bool {
    let path = NamedKeyPath.text(of: keyPath)
    // A key path that has no name is written as its dump.
    if writer.purpose == .source, !path.hasPrefix(#"\."#) { return false }
    let value = self.value
    text.append(value == nil ? ".toggle(" : ".set(")
    text.append(path)
    if let value {
      text.append(", ")
      guard writer.write(value, to: &text) else { return false }
    }
    return text.append(")")
  }
}

import Core
@_spi(Reflection) import Swift

/// The properties of a type by name, with their key paths.
///
/// The names come from the static description that `@ObservableState` generates. Without one, they are the names of the
/// stored properties, which the runtime knows.
package struct KeyPathFields {
  package struct Field {
    package let name: String
    package let path: AnyKeyPath

    package var type: Any.Type { Swift.type(of: path).valueType }

    /// Whether a key path can continue after the property.
    var hasFields: Bool { !(type is any LiteralConvertible.Type) && !KeyPathFields(of: type).fields.isEmpty }

    /// Whether the property can be set.
    package var isWritable: Bool {
      func isWritable<Root, Value>(_: Root.Type, _: Value.Type) -> Bool {
        path is WritableKeyPath<Root, Value>
      }
      func open<Root>(_ root: Root.Type) -> Bool {
        func open<Value>(_ value: Value.Type) -> Bool { isWritable(root, value) }
        return _openExistential(type, do: open)
      }
      return _openExistential(Swift.type(of: path).rootType, do: open)
    }
  }

  package let fields: [Field]

  package init(of type: Any.Type) {
    if let type = type as? any DumpFieldsProviding.Type {
      fields = Self.described(type)
    } else if ProductType(structure: type) != nil {
      fields = Self.stored(type)
    } else {
      fields = []
    }
  }

  private static func described<Root: DumpFieldsProviding>(_: Root.Type) -> [Field] {
    Root.dumpFields.map { Field(name: $0.name, path: $0.keyPath) }
  }

  private static func stored(_ type: Any.Type) -> [Field] {
    func collect<Root>(_: Root.Type) -> [Field] {
      var fields: [Field] = []
      // A closure has no key path, and must not hide the properties after it.
      _forEachFieldWithKeyPath(of: Root.self, options: .passingOverUnknown) { name, path in
        let name = String(cString: name)
        // The storage of a wrapped property is not a name to offer.
        if !name.hasPrefix("_") { fields.append(Field(name: name, path: path)) }
        return true
      }
      return fields
    }
    return _openExistential(type, do: collect)
  }

  /// The key path through these properties.
  ///
  /// - Throws: A diagnostic for an unknown name, with the available ones.
  static func path(
    _ names: [SyntaxNode.Name],
    from root: Any.Type,
    _ reader: ValueReader
  ) throws(Diagnostic) -> AnyKeyPath {
    var path: AnyKeyPath?
    var type = root
    for name in names {
      let fields = KeyPathFields(of: type).fields
      guard let field = fields.first(where: { $0.name == name.text }) else {
        throw reader.error(
          "\(dumpTypeName(type)) has no property '\(name.text)' that a key path can name",
          at: name.range,
          notes: fields.isEmpty ? [] : ["its properties: \(fields.map(\.name).joined(separator: ", "))"],
          hint: Spelling.suggestion(for: name.text, among: fields.map(\.name))
        )
      }
      path = path.flatMap { $0.appending(path: field.path) } ?? field.path
      type = field.type
    }
    guard let path else { throw reader.error("a key path must name a property", at: reader.source.range) }
    return path
  }

  /// A key path in source form: `\.settings.isOn`.
  ///
  /// - Complexity: O(*n*) in the number of properties of the root and of the structures in it, up to four levels deep.
  package static func text(of path: AnyKeyPath) -> String {
    var rest = 2_000
    return KeyPathFields(of: type(of: path).rootType).name(of: path, after: nil, depth: 4, &rest).map {
      "\\.\($0)"
    }
      ?? String(customDumping: path).controlCharactersEscaped
  }

  private func name(of path: AnyKeyPath, after prefix: AnyKeyPath?, depth: Int, _ rest: inout Int) -> String?
  {
    var inner: [(field: Field, path: AnyKeyPath)] = []
    for field in fields {
      rest -= 1
      guard rest > 0, let whole = prefix.map({ $0.appending(path: field.path) }) ?? field.path else {
        return nil
      }
      if whole == path { return field.name.asMember }
      inner.append((field, whole))
    }
    guard depth > 1 else { return nil }
    for (field, whole) in inner {
      let fields = KeyPathFields(of: field.type)
      if let name = fields.name(of: path, after: whole, depth: depth - 1, &rest) {
        return "\(field.name.asMember).\(name)"
      }
    }
    return nil
  }
}
